import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reconcile } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { demo } from '#server/app/demo/ids.ts'
import { APPROVER, BUYER, buyLinks, decide, GIFT_PENCE, heldOrder, OTHER_APPROVER, tokenIn, withLimits } from '#server/testing/approvals.ts'

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
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

test('ten purchases at once under the limit of a day: as many as fit, the others wait', async () => {
  await withLimits(app, { perDay: 3 * GIFT_PENCE })
  const before = await purchases()
  const answers = await Promise.all(Array.from({ length: 10 }, () => buyLinks(app, 1)))
  expect(statuses(answers)).toEqual([201, 201, 201, ...Array(7).fill(202)])
  expect(await purchases()).toBe(before + 3)
})

test.each(rounds)('two approvers, a withdrawal and a decline at once: one of them counts (round %i)', async () => {
  await withLimits(app, { perOrder: GIFT_PENCE })
  const other = await tokenIn(app, OTHER_APPROVER, demo.teams.acme)
  const before = await purchases()
  const [twice, withdrawn, declined] = [await heldOrder(app), await heldOrder(app), await heldOrder(app)]
  const together = [
    [decide(app, twice, { as: APPROVER }), decide(app, twice, { as: other })],
    [decide(app, withdrawn), decide(app, withdrawn, { as: BUYER, act: 'withdraw' })],
    [decide(app, declined), decide(app, declined, { as: other, act: 'decline' })],
  ]
  let bought = 0
  for (const pair of together) {
    const answers = await Promise.all(pair)
    expect(statuses(answers)).toEqual([200, 409])
    if (answers.some(({ body }) => body.data?.status === 'approved')) bought++
  }
  expect(bought).toBeGreaterThan(0)
  expect(await purchases()).toBe(before + bought)
})

test('the connection lost between the approval and the purchase: neither is there, and once more is both, once', async () => {
  await withLimits(app, { perOrder: GIFT_PENCE })
  const orderId = await heldOrder(app)
  const before = await purchases()
  const { db } = app.posy
  await db.transaction().execute(async (tx) => {
    // The purchase cannot get at the wallet's money, and is cut off while it waits.
    await sql`select from ledger_account where wallet_id = ${demo.wallets.acmeMain} for update`.execute(tx)
    const cut = decide(app, orderId)
    for (let killed = 0; killed === 0; ) {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`.execute(tx)
      killed = rows.length
    }
    expect((await cut).status).toBeGreaterThanOrEqual(500)
  })
  expect(await purchases()).toBe(before)
  expect(await db.selectFrom('approval').select('status').execute()).toEqual([{ status: 'pending' }])
  expect(statuses([await decide(app, orderId), await decide(app, orderId)])).toEqual([200, 409])
  expect(await purchases()).toBe(before + 1)
})
