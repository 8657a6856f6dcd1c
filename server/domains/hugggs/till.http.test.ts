import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { createClient } from '#server/domains/identity/index.ts'
import { balancesOf, platformBalance } from '#server/domains/ledger/index.ts'
import { toInstant } from '#server/kit/time.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { type BuiltGift, type BuiltPurchase, buyGifts, giftFaults } from '#server/testing/hugggs.ts'

const TILL = 'client:demo-till'
const OTHER_TILL = 'client:other-till'
const body = { location_id: demo.stores.daisyCoffeeLeeds }

let app: TestApp
/** A store of another merchant. */
let elsewhere: string
beforeAll(async () => {
  app = await startTestApp()
  const other = await app.posy.db
    .selectFrom('store')
    .select(['id', 'brand_id'])
    .where('brand_id', '<>', demo.brands.daisyCoffee)
    .executeTakeFirstOrThrow()
  elsewhere = other.id
  await transact(app.posy, { actor: operatorActor }, (work) =>
    createClient(work, {
      id: 'other-till',
      name: 'Other',
      kind: 'merchant',
      brandId: other.brand_id,
      secret: 'other-till-secret',
    }),
  )
})
afterAll(() => app?.close())
afterEach(async () => expect(await giftFaults(app.posy.db)).toEqual([]))

const buy = async (purchase: BuiltPurchase = {}): Promise<BuiltGift> => (await buyGifts(app.posy, purchase)).gifts[0]!
const redeem = (key: string, as = TILL, options: { body?: unknown; headers?: Record<string, string> } = {}) =>
  app.request('POST', `/api/v2/hugggs/${encodeURIComponent(key)}/redemptions`, { as, body, ...options })
const undo = (key: string, redemption = 'latest', as = TILL) =>
  app.request('PATCH', `/api/v2/hugggs/${key}/redemptions/${redemption}`, { as, body: { redeemed: false } })
const stateOf = async (id: string) =>
  (await app.posy.db.selectFrom('huggg').selectAll().where('id', '=', id).executeTakeFirstOrThrow()).status_id
const wallet = async () => (await balancesOf(app.posy.db, [demo.wallets.acmeMain])).get(demo.wallets.acmeMain)!
const owed = () => platformBalance(app.posy.db, 'supplier-payable', 'GBX')
const gift = (code: string, action = '', sent?: unknown) =>
  app.request(
    action ? 'POST' : 'GET',
    `/public/gifts/${code}${action && `/${action}`}`,
    sent === undefined ? {} : { body: sent },
  )

test('redeems by id, shortcode or code as a person types it, and says what to hand out', async () => {
  const { gifts } = await buyGifts(app.posy, { quantity: 3 })
  const code = gifts[2]!.redeemCode.toLowerCase()
  for (const [index, key] of [
    gifts[0]!.id,
    gifts[1]!.shortcode.toUpperCase(),
    `${code.slice(0, 5)}-${code.slice(5)}`,
  ].entries()) {
    const answer = await redeem(key)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    expect(answer.body.data).toMatchObject({
      huggg_id: gifts[index]!.id,
      location_id: demo.stores.daisyCoffeeLeeds,
      redeemed: true,
      amount: 360,
      product: { id: demo.products.daisyFlatWhite },
    })
    expect(await stateOf(gifts[index]!.id)).toBe(4)
  }
})

test('pays the supplier what was committed, and once', async () => {
  const { id } = await buy()
  const [before, owedBefore] = [await wallet(), await owed()]
  expect((await redeem(id)).status).toBe(201)
  expect((await redeem(id)).body.code).toBe('already_redeemed')
  expect((await redeem(id)).status).toBe(405)
  expect(await wallet()).toEqual({ ...before, committed: before.committed - 300 })
  expect(await owed()).toBe(owedBefore + 300)
})

test('answers a repeated key with the first answer', async () => {
  const { id } = await buy()
  const headers = { 'idempotency-key': 'till-7-receipt-12' }
  const first = await redeem(id, TILL, { headers })
  const again = await redeem(id, TILL, { headers })
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect((await redeem((await buy()).id, TILL, { headers })).body.code).toBe('idempotency_key_reused')
})

test('refuses another merchant, an unknown voucher, a foreign store and callers that are no tills', async () => {
  const { id } = await buy()
  const other = await redeem(id, OTHER_TILL, { body: { location_id: elsewhere } })
  expect([other.status, other.body.code]).toEqual([403, 'not_this_merchant'])
  const foreign = await redeem(id, TILL, { body: { location_id: elsewhere } })
  expect(foreign.body.details).toEqual([expect.objectContaining({ path: 'location_id' })])
  expect((await redeem(id, TILL, { body: {} })).status).toBe(422)
  for (const unknown of ['00000000-0000-4000-8000-00000000dead', 'zzzzzzzzzzzz', 'no such code!']) {
    expect((await redeem(unknown)).status).toBe(404)
  }
  expect((await redeem(id, 'admin@acme.test')).status).toBe(403)
  expect((await app.request('POST', `/api/v2/hugggs/${id}/redemptions`, { body })).status).toBe(401)
  expect(await stateOf(id)).toBe(1)
})

test('refuses what has ended or is not to be opened yet', async () => {
  const now = app.posy.clock.now()
  const cancelled = await buy()
  await app.request('POST', `/api/v2/hugggs/${cancelled.id}/cancel`, { as: 'admin@acme.test' })
  const scheduled = await buy({ sendAt: new Date(now.epochMilliseconds + 86_400_000) })
  for (const { id } of [cancelled, scheduled]) {
    const answer = await redeem(id)
    expect([answer.status, answer.body.code]).toEqual([409, 'wrong_state'])
  }
})

test('redeems a choice-of-gift only once something of this merchant was chosen, and keeps what a cheaper choice leaves', async () => {
  const { id, shortcode } = await buy({ productId: demo.products.choiceOfGift10 })
  expect((await redeem(id)).body).toMatchObject({ code: 'wrong_state', message: expect.stringContaining('chosen') })
  await gift(shortcode, 'open')
  expect((await gift(shortcode, 'choose', { productId: demo.products.daisyFlatWhite })).status).toBe(200)
  const [before, owedBefore, breakageBefore] = [
    await wallet(),
    await owed(),
    await platformBalance(app.posy.db, 'breakage', 'GBX'),
  ]
  const answer = await redeem(id)
  expect(answer.body.data).toMatchObject({ amount: 360, product: { id: demo.products.daisyFlatWhite } })
  expect(await wallet()).toEqual({ ...before, committed: before.committed - 1000 })
  expect(await owed()).toBe(owedBefore + 360)
  expect(await platformBalance(app.posy.db, 'breakage', 'GBX')).toBe(breakageBefore + 640)
  expect((await undo(id)).status).toBe(200)
  expect(await platformBalance(app.posy.db, 'breakage', 'GBX')).toBe(breakageBefore)
})

test('gives the remainder back where the product gives change', async () => {
  await app.posy.db
    .updateTable('product')
    .set({ gives_change: true })
    .where('id', '=', demo.products.choiceOfGift10)
    .execute()
  const { id, shortcode } = await buy({ productId: demo.products.choiceOfGift10 })
  await gift(shortcode, 'open')
  await gift(shortcode, 'choose', { productId: demo.products.daisyFlatWhite })
  // Later changes of the catalogue do not reach what was chosen.
  await app.posy.db
    .updateTable('product')
    .set({ gives_change: false })
    .where('id', '=', demo.products.choiceOfGift10)
    .execute()
  const before = await wallet()
  expect((await redeem(id)).status).toBe(201)
  expect(await wallet()).toEqual({ ...before, committed: before.committed - 1000, available: before.available + 640 })
})

test('undoes by one reversing transfer; the gift can be used again, and undone again', async () => {
  const { id } = await buy()
  const before = await wallet()
  const first = (await redeem(id)).body.data.id
  const undone = await undo(id, first)
  expect(undone.body.data).toMatchObject({ id: first, redeemed: false, undone_at: expect.any(String) })
  expect([await stateOf(id), await wallet()]).toEqual([3, before])
  // A till that did not hear the answer asks again.
  expect((await undo(id)).body.data).toEqual(undone.body.data)
  expect((await redeem(id)).status).toBe(201)
  expect((await undo(id, first)).status).toBe(200)
  expect(await stateOf(id)).toBe(4)
  expect((await undo(id)).status).toBe(200)
  expect(await wallet()).toEqual(before)
})

test('only the redeeming merchant undoes, and not once it has been paid', async () => {
  const { id } = await buy()
  const redemption = (await redeem(id)).body.data.id
  expect((await undo(id, 'latest', OTHER_TILL)).body.code).toBe('not_this_merchant')
  expect((await undo(id, '00000000-0000-4000-8000-00000000dead')).status).toBe(404)
  expect((await undo((await buy()).id)).status).toBe(404)
  await app.posy.db.updateTable('redemption').set({ is_settled: true }).where('id', '=', redemption).execute()
  const late = await undo(id)
  expect([late.status, late.body.code]).toEqual([409, 'wrong_state'])
  expect(await stateOf(id)).toBe(4)
})

test('undone after its last day, it expires there and then, and is refunded as the team’s plan says', async () => {
  const now = toInstant(new Date(app.posy.clock.now().epochMilliseconds))
  const { id } = await buy({ expiryDate: new Date(now.epochMilliseconds + 3_600_000) })
  await redeem(id)
  const before = await wallet()
  await app.advance('P2D')
  expect(await stateOf(id)).toBe(4)
  expect((await undo(id)).body.data.redeemed).toBe(false)
  expect(await stateOf(id)).toBe(5)
  expect(await wallet()).toEqual({ ...before, available: before.available + 390 })
  expect((await redeem(id)).status).toBe(409)
})

test('counts misses only, and then refuses even the right code', async () => {
  const limited = await startTestApp({ env: { GUESSES_PER_MINUTE: '3' } })
  const { gifts } = await buyGifts(limited.posy, { quantity: 5 })
  const scan = (key: string) => limited.request('POST', `/api/v2/hugggs/${key}/redemptions`, { as: TILL, body })
  for (const each of gifts.slice(0, 4)) expect((await scan(each.redeemCode)).status).toBe(201)
  for (let miss = 0; miss < 3; miss++) expect((await scan(`ZZZZZZZZZ${miss}`)).status).toBe(404)
  const refused = await scan(gifts[4]!.redeemCode)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  limited.wall.advanceSeconds(61)
  expect((await scan(gifts[4]!.redeemCode)).status).toBe(201)
  await limited.close()
})
