import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import {
  APPROVER,
  BUYER,
  buyLinks,
  decideOnApproval,
  GIFT_PENCE,
  heldOrder,
  OTHER_APPROVER,
  tokenIn,
  withLimits,
} from '#server/testing/approvals.ts'

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 3)
const rounds = Array.from({ length: ROUNDS }, (_, round) => round)
let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(async () => {
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

const purchases = async () =>
  (await app.posy.db.selectFrom('ledger_transfer').select('id').where('kind', '=', 'purchase').execute()).length
/** Pressed once more, as its answer says, where a time limit of the database was reached: always the same request. */
const decided = async (...[of, orderId, how]: Parameters<typeof decideOnApproval>) => {
  const key = newId()
  let answer = await decideOnApproval(of, orderId, { ...how, key })
  for (let press = 1; answer.status === 503 && press < 5; press++)
    answer = await decideOnApproval(of, orderId, { ...how, key })
  return answer
}
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

test('ten purchases at once under the limit of a day are bought as far as they fit, and the others wait', async () => {
  await withLimits(app, { perDay: 3 * GIFT_PENCE })
  const before = await purchases()
  const answers = await Promise.all(Array.from({ length: 10 }, () => buyLinks(app, 1)))
  expect(statuses(answers)).toEqual([201, 201, 201, ...Array(7).fill(202)])
  expect(await purchases()).toBe(before + 3)
})

test.each(rounds)('one of two approvals, a withdrawal and a decline at once counts (round %i)', async () => {
  await withLimits(app, { perOrder: GIFT_PENCE })
  const other = await tokenIn(app, OTHER_APPROVER, demo.teams.acme)
  const before = await purchases()
  const [twice, withdrawn, declined] = [await heldOrder(app), await heldOrder(app), await heldOrder(app)]
  const together = [
    [decided(app, twice, { as: APPROVER }), decided(app, twice, { as: other })],
    [decided(app, withdrawn), decided(app, withdrawn, { as: BUYER, act: 'withdraw' })],
    [decided(app, declined), decided(app, declined, { as: other, act: 'decline' })],
  ]
  let bought = 0
  for (const pair of together) {
    const answers = await Promise.all(pair)
    expect(statuses(answers), JSON.stringify(answers.map((a) => a.body))).toEqual([200, 409])
    if (answers.some(({ body }) => body.data?.status === 'approved')) bought++
  }
  expect(bought).toBeGreaterThan(0)
  expect(await purchases()).toBe(before + bought)
})

test('a connection lost between the purchase and its approval leaves neither, and approving again makes both, once', async () => {
  await withLimits(app, { perOrder: GIFT_PENCE })
  const orderId = await heldOrder(app)
  const before = await purchases()
  const { db } = app.posy
  await sql`create function cut_off() returns trigger language plpgsql as
    'begin perform pg_terminate_backend(pg_backend_pid()); return new; end'`.execute(db)
  await sql`create trigger cut_off before update on approval for each row execute function cut_off()`.execute(db)
  expect((await decideOnApproval(app, orderId)).status).toBe(503)
  await sql`drop trigger cut_off on approval`.execute(db)
  expect(await purchases()).toBe(before)
  expect(await db.selectFrom('approval').select('status').execute()).toEqual([{ status: 'pending' }])
  expect(statuses([await decideOnApproval(app, orderId), await decideOnApproval(app, orderId)])).toEqual([200, 409])
  expect(await purchases()).toBe(before + 1)
})
