import * as contract from '#contract/operator/tills.ts'
import { toDate } from '#kit/time.ts'
import { operatorAct, type Route, read } from '#server/platform/http/route.ts'
import { callingOperator } from '#server/platform/principal.ts'
import { allowIds, idTries, refuseIds, tills } from './ids.ts'

const done = (id: string) => ({ subject: { kind: 'till', id }, answer: { data: { success: true } } }) as const

/** What the operators' console asks of merchants' tills. */
export const tillOperatorRoutes: Route[] = [
  read(contract.listTills, async ({ posy, db }) => {
    const at = toDate(posy.clock.now())
    return { data: { tills: await tills(db, at), tries: await idTries(db, at) } }
  }),
  operatorAct(contract.allowTillIds, async ({ work, caller, params, body }) => {
    await allowIds(work, params.id, { by: callingOperator(caller).email, reason: body.reason })
    return done(params.id)
  }),
  operatorAct(contract.refuseTillIds, async ({ work, params }) => {
    await refuseIds(work, params.id)
    return done(params.id)
  }),
]
