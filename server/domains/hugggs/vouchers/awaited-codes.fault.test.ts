import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import { asSystem, transact } from '#server/platform/posy.ts'
import { operatorActor, recipientActor } from '#server/platform/principal.ts'
import { openTillo } from '#server/providers/tillo/client/index.ts'
import type { TilloSandbox } from '#server/providers/tillo/sandbox/index.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { mailbox } from '#server/testing/gifts.ts'
import { type BuiltGift, type BuiltPurchase, buyGifts, giftFaults } from '#server/testing/hugggs.ts'
import { claimGift } from '../recipient/claim-gift.ts'
import { openGift } from '../recipient/open-gift.ts'
import { beginReveal } from '../recipient/reveal-gift.ts'
import { giveUpCode } from './awaited-code.ts'
import { importCodes } from './import-codes.ts'

const cause = { actor: recipientActor, requestId: 'test-test' }
const productId = demo.products.daisyGiftCard10
const pooled = demo.products.daisyFlatWhite
let app: TestApp
let tillo: TilloSandbox
beforeAll(async () => {
  app = await startTestApp()
  tillo = app.providers.sandboxes.tillo!
  await app.posy.db
    .updateTable('product')
    .set({ voucher_type: 'tillo', issuer_reference: 'daisy-gb' })
    .where('id', '=', productId)
    .execute()
  app.posy.providers.issuers.tillo = openTillo({ ...tillo.settings, timeoutMs: 60_000 })
})
afterAll(() => app?.close())
beforeEach(() => tillo.failures.setFloat(10))
afterEach(async () => {
  tillo.failures.release()
  expect(await giftFaults(app.posy.db)).toEqual([])
  expect(await reconcile(app.posy)).toEqual([])
})

const spendable = async () =>
  (await loadBalances(app.posy.db, [demo.wallets.acmeMain])).get(demo.wallets.acmeMain)!.available
const press = ({ shortcode }: BuiltGift) => app.request('POST', `/public/gifts/${shortcode}/reveal`)
const page = async ({ shortcode }: BuiltGift) => (await app.request('GET', `/public/gifts/${shortcode}`)).body.data
const loadState = async ({ id }: BuiltGift) =>
  (await app.posy.db.selectFrom('huggg').select('status_id').where('id', '=', id).executeTakeFirstOrThrow()).status_id
const listTransferKinds = async ({ id }: BuiltGift) =>
  (await app.posy.db.selectFrom('ledger_transfer').select('kind').where('reference_id', '=', id).execute()).map(
    ({ kind }) => kind,
  )
const awaited = ({ id }: BuiltGift) =>
  app.posy.db.selectFrom('awaited_code').selectAll().where('huggg_id', '=', id).executeTakeFirst()
const giveUp = ({ id }: BuiltGift) => asSystem(app.posy, (work) => giveUpCode(work, id))
async function claimed(purchase: BuiltPurchase = {}): Promise<BuiltGift[]> {
  const { gifts } = await buyGifts(app.posy, { productId, expiryDays: 300, ...purchase })
  for (const { shortcode } of gifts)
    await transact(app.posy, cause, async (work) => {
      await openGift(work, shortcode)
      await claimGift(work, shortcode)
    })
  return gifts
}

test('a gift whose issuer refuses for three days is refunded to its wallet once, and its sender and recipient are told', async () => {
  const before = await spendable()
  const [gift, other] = await claimed({ emails: ['ada@friends.test', 'bob@friends.test'] })
  for (const each of [gift!, other!]) expect((await press(each)).status).toBe(503)
  const asked = tillo.requests()
  await app.advance('P2D')
  expect(tillo.requests()).toBe(asked + 4)
  expect([await loadState(gift!), await loadState(other!)]).toEqual([3, 3])
  await app.advance('P1D')
  expect([await loadState(gift!), await loadState(other!)]).toEqual([6, 6])
  expect(await listTransferKinds(gift!)).toEqual(['cancellation'])
  expect(await spendable()).toBe(before)
  await Promise.all([giveUp(gift!), giveUp(gift!), app.advance('P5D')])
  expect(await listTransferKinds(gift!)).toEqual(['cancellation'])
  expect(await page(gift!)).toMatchObject({ state: 'cancelled', isUnavailable: true, voucher: null })
  const timeline = await app.request('GET', `/v3/hugggs/${gift!.id}/timeline`, { as: 'admin@acme.test' })
  expect(timeline.body.data.at(-1)).toMatchObject({
    to: 'Cancelled',
    reason: 'code-unavailable',
    actor: { kind: 'system' },
  })
  app.wall.advanceSeconds(700)
  await app.advance('PT0S')
  const notices = (await mailbox(app, 'admin@acme.test')).filter(({ subject }) => subject.includes('refunded'))
  expect(notices).toHaveLength(1)
  expect(notices[0]!.subject).toMatch(/^2 gifts were refunded: /)
  expect(notices[0]!.text).toContain('ada@friends.test\nbob@friends.test')
  expect(notices[0]!.text).toMatch(/£2\d\.\d\d has been returned/)
})

test('a purchase all of whose gifts were refunded is found as failed; one with a gift left, or cancelled by its sender, is not', async () => {
  const findPurchaseId = async ({ id }: BuiltGift) =>
    (await app.posy.db.selectFrom('huggg').select('transaction_id').where('id', '=', id).executeTakeFirstOrThrow())
      .transaction_id
  const as = 'admin@acme.test'
  const [whole, half, taken] = [
    await claimed({ emails: ['ada@friends.test', 'bob@friends.test'] }),
    await claimed({ emails: ['ada@friends.test', 'bob@friends.test'] }),
    await claimed(),
  ]
  const ids = await Promise.all([whole, half, taken].map(([gift]) => findPurchaseId(gift!)))
  const told = () =>
    Promise.all(
      ids.map(async (id) => (await app.request('GET', `/api/v2/transactions/${id}`, { as })).body.data.status),
    )
  const found = async (outcome: string) => {
    const query = { filters: { transactionIds: ids, outcomes: [outcome] }, sort: [{ field: 'status' }] }
    const { hits } = (await app.request('POST', '/v3/searches/transactions', { as, body: { query } })).body.data
    return hits.map(({ transaction }: { transaction: { id: string; status: string } }) => {
      expect(transaction.status).toBe(outcome)
      return transaction.id
    })
  }
  for (const gift of [...whole, half[0]!]) await press(gift)
  await app.request('POST', `/api/v2/hugggs/${taken[0]!.id}/cancel`, { as })
  expect(await told()).toEqual(['successful', 'successful', 'successful'])
  expect(await found('failed')).toEqual([])
  await app.advance('P3D')
  expect(await told()).toEqual(['failed', 'successful', 'successful'])
  expect(await found('failed')).toEqual([ids[0]])
  expect((await found('successful')).toSorted()).toEqual([ids[1], ids[2]].toSorted())
})

test('an issuer that recovers within the three days saves the gift: the code waits for its recipient', async () => {
  const [gift] = await claimed()
  await press(gift!)
  await app.advance('P1D')
  tillo.failures.setFloat(1_000_000)
  await app.advance('P1D')
  expect(await loadState(gift!)).toBe(9)
  expect(await awaited(gift!)).toBeUndefined()
  expect((await press(gift!)).body.data).toMatchObject({ state: 'revealed', voucher: { code: expect.any(String) } })
  await app.advance('P3D')
  expect(await listTransferKinds(gift!)).toEqual(['issuer-fetch'])
})

test('a gift of an empty pool is refunded in the same way, or gets the first code that is imported', async () => {
  const codes = (code: string) =>
    transact(app.posy, { actor: operatorActor }, (work) =>
      importCodes(work, { productId: pooled, text: `code\n${code}\n` }),
    )
  await codes('ONLY-1')
  const gifts = await claimed({ productId: pooled, quantity: 3 })
  expect((await press(gifts[0]!)).status).toBe(200)
  expect((await press(gifts[1]!)).status).toBe(503)
  await app.advance('P2D')
  expect((await press(gifts[2]!)).status).toBe(503)
  await app.advance('P1D')
  expect([await loadState(gifts[1]!), await loadState(gifts[2]!)]).toEqual([6, 3])
  await codes('MORE-2')
  await app.advance('P1D')
  expect([await loadState(gifts[1]!), await loadState(gifts[2]!)]).toEqual([6, 9])
})

test('a gift whose code its issuer may have made is not refunded until the issuer says that it did not', async () => {
  const [gift] = await claimed()
  await press(gift!)
  await app.advance('P2D')
  app.wall.advanceSeconds(60)
  // Written down and leased: anyone who asks may be holding a code.
  await transact(app.posy, cause, (work) => beginReveal(work, gift!.shortcode))
  await app.posy.db
    .updateTable('awaited_code')
    .set({ since: new Date('2026-01-01') })
    .where('huggg_id', '=', gift!.id)
    .execute()
  await giveUp(gift!)
  expect([await loadState(gift!), (await awaited(gift!))!.given_up_at]).toEqual([3, null])
  app.wall.advanceSeconds(60)
  tillo.failures.setFloat(1_000_000)
  await app.advance('P1D')
  expect([await loadState(gift!), await listTransferKinds(gift!)]).toEqual([9, ['issuer-fetch']])
})

test('a gift that waits for its code is refunded before its last day is over, and one that ended otherwise no longer waits', async () => {
  const before = await spendable()
  const [short, cancelled] = [(await claimed({ expiryDays: 1 }))[0]!, (await claimed())[0]!]
  await press(short)
  await press(cancelled)
  await app.request('POST', `/api/v2/hugggs/${cancelled.id}/cancel`, { as: 'admin@acme.test' })
  await app.advance('P2D')
  expect(await loadState(short)).toBe(6)
  expect(await listTransferKinds(short)).toEqual(['cancellation'])
  expect(await awaited(cancelled)).toBeUndefined()
  expect(await page(cancelled)).toMatchObject({ state: 'cancelled', isUnavailable: false })
  expect(await spendable()).toBe(before)
})
