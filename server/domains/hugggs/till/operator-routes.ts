import * as contract from '#contract/operator/tills.ts'
import { iso, toDate } from '#kit/time.ts'
import { createTillSignIn, endTill, renewTillCode } from '#server/domains/identity/programs/index.ts'
import { operatorAct, type Route, read } from '#server/platform/http/route.ts'
import { callingOperator } from '#server/platform/principal.ts'
import { found } from '#server/platform/problem/problem.ts'
import { allowIds, idTries, refuseIds, tills } from './ids.ts'
import { newTillCode, readTillCode } from './till-code.ts'
import { tillShops } from './till-page.ts'

const done = (id: string) => ({ subject: { kind: 'till', id }, answer: { data: { success: true } } }) as const

const withCode = (code: string, { id, until }: { id: string; until: Date }) =>
  ({ subject: { kind: 'till', id }, answer: { data: { id, code, until: iso(until) } } }) as const

/** What the operators' console asks of merchants' tills. */
export const tillOperatorRoutes: Route[] = [
  read(contract.listTills, async ({ posy, db }) => {
    const at = toDate(posy.clock.now())
    return { data: { tills: await tills(db, at), tries: await idTries(db, at), shops: await tillShops(db) } }
  }),
  operatorAct(contract.allowTillIds, async ({ work, caller, params, body }) => {
    await allowIds(work, params.id, { by: callingOperator(caller).email, reason: body.reason })
    return done(params.id)
  }),
  operatorAct(contract.refuseTillIds, async ({ work, params }) => {
    await refuseIds(work, params.id)
    return done(params.id)
  }),
  operatorAct(contract.createTillSignIn, async ({ work, body: { storeId, name } }) => {
    const shop = found(
      (await tillShops(work.tx)).find(({ id }) => id === storeId),
      'store',
    )
    const code = newTillCode()
    const given = { name, storeId, brandId: shop.brandId, code: readTillCode(code) }
    return withCode(code, await createTillSignIn(work, given))
  }),
  operatorAct(contract.renewTillCode, async ({ work, params }) => {
    const code = newTillCode()
    return withCode(code, await renewTillCode(work, params.id, { code: readTillCode(code) }))
  }),
  operatorAct(contract.endTill, async ({ work, params }) => {
    await endTill(work, params.id)
    return done(params.id)
  }),
]
