import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reverseExpiryBatch } from '#server/app/brake-commands.ts'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { FINANCE, OWNER, signedBy } from '#server/testing/operators.ts'
import { isUnusual, openHolds, releaseHold } from './brake.ts'
import { runDue } from './due.ts'
import { transact } from './posy.ts'
import { operatorActor } from './principal.ts'

const GIFTS = 510
const FEW = 12
const DAY_SECONDS = 86_400
let app: TestApp

const buyLinks = async (quantity: number) => {
  const answer = await app.request('POST', '/api/v2/transactions', {
    as: 'key:demo-customer',
    body: {
      purchase: { type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, quantity, deliveryMethod: 'links' },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  await app.settle()
}

beforeAll(async () => {
  app = await startTestApp()
  // Nothing comes back for an expired gift: no credit notes, which only people take back.
  await sql`update role set permissions = '{}' where name = 'expiry-refunds'`.execute(app.posy.db)
})
afterAll(() => app?.close())

const states = async () =>
  Object.fromEntries(
    (
      await sql<{
        status: number
        count: number
      }>`select status_id as status, count(*)::int as count from huggg group by 1`.execute(app.posy.db)
    ).rows.map(({ status, count }) => [status, count]),
  )
const booksAreInOrder = async () => expect(await reconcile(app.posy)).toEqual([])

test('more expiries than usual are unusual where they exceed it by a fifth and by 500', () => {
  expect([isUnusual(500, 0), isUnusual(501, 0), isUnusual(11_900, 10_000), isUnusual(12_001, 10_000)]).toEqual([
    false,
    true,
    false,
    true,
  ])
})

test('two operators reverse a batch of expiries, gift by gift, and the books are in order', async () => {
  await buyLinks(FEW)
  await app.advance('P500D')
  expect(await states()).toEqual({ 5: FEW })
  const { id: batchId } = await app.posy.db.selectFrom('expiry_batch').select('id').executeTakeFirstOrThrow()
  const one = sql`update huggg set status_id = 2 where status_id = 5`.execute(app.posy.db)
  await expect(one).rejects.toThrow(/cannot go from 5 to 2/)

  const take = (by: { operator: string; code?: string }) =>
    reverseExpiryBatch(app.posy, { batchId, reason: 'the clock was wrong', ...by })
  await expect(take({ operator: 'ann' })).rejects.toThrow(/shows who they are/)
  expect(await take(signedBy(app, FINANCE))).toBe(1)
  await expect(take(signedBy(app, FINANCE))).rejects.toThrow(/Another operator/)
  for (const operator of ['ben', OWNER]) await expect(take({ operator })).rejects.toThrow(/shows who they are/)
  expect(await states()).toEqual({ 5: FEW })
  expect(await take(signedBy(app, OWNER))).toBe(0)
  expect((await states())[5]).toBeUndefined()
  await booksAreInOrder()
  // Their dates are past, so they expire again, each with a transfer of its own.
  await runDue(app.posy)
  await app.settle()
  expect(await states()).toEqual({ 5: FEW })
  await booksAreInOrder()
})

test('a clock that leaps 500 days expires nothing: it waits; once put right, it no longer waits', async () => {
  await buyLinks(GIFTS / 3)
  await buyLinks(GIFTS / 3)
  await buyLinks(GIFTS / 3)
  await runDue(app.posy)
  const before = await states()
  app.wall.advanceSeconds(500 * DAY_SECONDS)
  await runDue(app.posy)
  await runDue(app.posy)
  expect(await states()).toEqual(before)
  expect(await openHolds(app.posy.db)).toMatchObject([{ source: 'hugggs.expiry', size: GIFTS, usual: 0 }])
  app.wall.advanceSeconds(-500 * DAY_SECONDS)
  await runDue(app.posy)
  expect(await openHolds(app.posy.db)).toEqual([])
  expect(await states()).toEqual(before)
})

test('an operator can let an unusual batch of expiries run', async () => {
  app.wall.advanceSeconds(500 * DAY_SECONDS)
  await runDue(app.posy)
  const [held] = await openHolds(app.posy.db)
  const release = { id: held!.id, operator: 'ann', reason: 'checked' }
  expect(await transact(app.posy, { actor: operatorActor }, (work) => releaseHold(work, release))).toBe(true)
  await runDue(app.posy)
  await app.settle()
  expect(await states()).toEqual({ 5: FEW + GIFTS })
  await booksAreInOrder()
})
