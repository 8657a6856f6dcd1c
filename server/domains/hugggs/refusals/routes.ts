import * as contract from '#contract/hugggs/code-refusals.ts'
import * as operators from '#contract/operator/code-refusals.ts'
import { toDate } from '#kit/time.ts'
import { operatorAct, type Route, read } from '#server/platform/http/route.ts'
import { callingOperator } from '#server/platform/principal.ts'
import { hugggInScope } from '../gifts/index.ts'
import { listRefusals, refusalsForOperators } from './queries.ts'
import { settleRefusal } from './settle-refusal.ts'

/** What senders and operators ask about refused codes. */
export const refusalRoutes: Route[] = [
  read(contract.listCodeRefusals, async ({ db, caller, query }) => {
    const gift = query.hugggId === undefined ? null : await hugggInScope(db, caller, query.hugggId)
    return { data: await listRefusals(db, caller, gift?.id ?? null) }
  }),
  read(operators.listOperatorCodeRefusals, async ({ posy, db, query }) => ({
    data: await refusalsForOperators(db, toDate(posy.clock.now()), query),
  })),
  operatorAct(operators.settleCodeRefusal, async ({ work, caller, params, body: { outcome, newCode, reason } }) => {
    const { email: operator } = callingOperator(caller)
    const gift = await settleRefusal(work, params.id, { outcome, newCode, operator, note: reason })
    return {
      subject: { kind: 'huggg', id: gift.id },
      teamId: gift.team_id,
      details: { outcome },
      answer: { data: { success: true } },
    }
  }),
]
