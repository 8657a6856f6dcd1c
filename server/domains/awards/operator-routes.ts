import { getOperatorAward } from '#contract/operator/awards.ts'
import { endOverdueCode as contract } from '#contract/operator/rails.ts'
import { operatorAct, type Route, read } from '#server/platform/http/route.ts'
import { endOverdueCode } from './end-overdue-code.ts'
import { awardForOperators } from './list-awards.ts'

export const awardOperatorRoutes: Route[] = [
  read(getOperatorAward, async ({ db, params }) => ({ data: await awardForOperators(db, params.id) })),
  operatorAct(contract, async ({ work, body: { codeReference } }) => {
    const { id, team_id: teamId, amount_pence: amountPence } = await endOverdueCode(work, codeReference)
    return {
      ...{ subject: { kind: 'award', id }, teamId, details: { reference: codeReference } },
      answer: { data: { awardId: id, amountPence } },
    }
  }),
]
