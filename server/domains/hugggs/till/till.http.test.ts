import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { toInstant } from '#kit/time.ts'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { createClient } from '#server/domains/identity/programs/index.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import { platformBalance } from '#server/domains/ledger/queries.ts'
import { drawStatement } from '#server/domains/settlements/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { type BuiltGift, type BuiltPurchase, buyGifts, giftFaults, loadShortcode } from '#server/testing/hugggs.ts'
import { waitingCount } from '#server/testing/operators.ts'

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
afterEach(async () => {
  expect(await giftFaults(app.posy.db)).toEqual([])
  expect(await reconcile(app.posy)).toEqual([])
})

const buy = async (purchase: BuiltPurchase = {}): Promise<BuiltGift> => (await buyGifts(app.posy, purchase)).gifts[0]!
type Sent = { body?: unknown; headers?: Record<string, string> }
const scan = (key: string, as = TILL, options: Sent = {}) =>
  app.request('POST', `/api/v2/hugggs/${encodeURIComponent(key)}/redemptions`, { as, body, ...options })
/** As its recipient shows it. */
const redeem = async (hugggId: string, as = TILL, options: Sent = {}) =>
  scan(await loadShortcode(app.posy.db, hugggId), as, options)
const undo = (key: string, redemption = 'latest', as = TILL) =>
  app.request('PATCH', `/api/v2/hugggs/${key}/redemptions/${redemption}`, { as, body: { redeemed: false } })
const loadState = async (id: string) =>
  (await app.posy.db.selectFrom('huggg').selectAll().where('id', '=', id).executeTakeFirstOrThrow()).status_id
const wallet = async () => (await loadBalances(app.posy.db, [demo.wallets.acmeMain])).get(demo.wallets.acmeMain)!
const owed = () => platformBalance(app.posy.db, 'supplier-payable', 'GBX')
const gift = (code: string, action = '', sent?: unknown) =>
  app.request(
    action ? 'POST' : 'GET',
    `/public/gifts/${code}${action && `/${action}`}`,
    sent === undefined ? {} : { body: sent },
  )

test('a till redeems by shortcode or code as a person types it, and is told what to hand out', async () => {
  const { gifts } = await buyGifts(app.posy, { quantity: 2 })
  const code = gifts[1]!.redeemCode.toLowerCase()
  for (const [index, key] of [gifts[0]!.shortcode.toUpperCase(), `${code.slice(0, 5)}-${code.slice(5)}`].entries()) {
    const answer = await scan(key)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    expect(answer.body.data).toMatchObject({
      huggg_id: gifts[index]!.id,
      location_id: demo.stores.daisyCoffeeLeeds,
      redeemed: true,
      amount: 360,
      product: { id: demo.products.daisyFlatWhite },
    })
    expect(await loadState(gifts[index]!.id)).toBe(4)
  }
})

test('a redemption pays the supplier what was committed, and once', async () => {
  const { id } = await buy()
  const [before, owedBefore] = [await wallet(), await owed()]
  expect((await redeem(id)).status).toBe(201)
  expect((await redeem(id)).body.code).toBe('already_redeemed')
  expect((await redeem(id)).status).toBe(405)
  expect(await wallet()).toEqual({ ...before, committed: before.committed - 300 })
  expect(await owed()).toBe(owedBefore + 300)
})

test('redemption answers a repeated key with the first answer', async () => {
  const { id } = await buy()
  const headers = { 'idempotency-key': 'till-7-receipt-12' }
  const first = await redeem(id, TILL, { headers })
  const again = await redeem(id, TILL, { headers })
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect((await redeem((await buy()).id, TILL, { headers })).body.code).toBe('idempotency_key_reused')
})

test('redemption refuses another merchant, an unknown voucher, a foreign store and callers that are no tills', async () => {
  const { id } = await buy()
  const other = await redeem(id, OTHER_TILL, { body: { location_id: elsewhere } })
  expect([other.status, other.body.code]).toEqual([403, 'not_this_merchant'])
  const foreign = await redeem(id, TILL, { body: { location_id: elsewhere } })
  expect(foreign.body.details).toEqual([expect.objectContaining({ path: 'location_id' })])
  expect((await redeem(id, TILL, { body: {} })).status).toBe(422)
  for (const unknown of ['00000000-0000-4000-8000-00000000dead', 'zzzzzzzzzzzz', 'no such code!']) {
    expect((await scan(unknown)).status).toBe(404)
  }
  expect((await redeem(id, 'admin@acme.test')).status).toBe(403)
  expect((await app.request('POST', `/api/v2/hugggs/${id}/redemptions`, { body })).status).toBe(401)
  expect(await loadState(id)).toBe(1)
})

test('redemption refuses what has ended or is not to be opened yet', async () => {
  const now = app.posy.clock.now()
  const cancelled = await buy()
  await app.request('POST', `/api/v2/hugggs/${cancelled.id}/cancel`, { as: 'admin@acme.test' })
  const scheduled = await buy({ sendAt: new Date(now.epochMilliseconds + 86_400_000) })
  for (const { id } of [cancelled, scheduled]) {
    const answer = await redeem(id)
    expect([answer.status, answer.body.code]).toEqual([409, 'wrong_state'])
  }
})

test('a till redeems a choice of gift only once something of its merchant was chosen; what a cheaper choice leaves over went back as it was made', async () => {
  const { id, shortcode } = await buy({ productId: demo.products.choiceOfGift10 })
  expect((await redeem(id)).body).toMatchObject({ code: 'wrong_state', message: expect.stringContaining('chosen') })
  await gift(shortcode, 'open')
  const breakage = () => platformBalance(app.posy.db, 'breakage', 'GBX')
  const [before, owedBefore, breakageBefore] = [await wallet(), await owed(), await breakage()]
  for (let time = 0; time < 2; time++)
    expect((await gift(shortcode, 'choose', { productId: demo.products.daisyFlatWhite })).status).toBe(200)
  const chosen = { ...before, available: before.available + 640, committed: before.committed - 640 }
  expect(await wallet()).toEqual(chosen)
  const answer = await redeem(id)
  expect(answer.body.data).toMatchObject({ amount: 360, product: { id: demo.products.daisyFlatWhite } })
  expect(await wallet()).toEqual({ ...chosen, committed: chosen.committed - 360 })
  expect(await owed()).toBe(owedBefore + 360)
  expect((await undo(id)).status).toBe(200)
  expect([await wallet(), await breakage()]).toEqual([chosen, breakageBefore])
  // Its price is what a cancellation gives back, with the fee.
  const cancelled = await app.request('POST', `/api/v2/hugggs/${id}/cancel`, { as: 'admin@acme.test', body: {} })
  expect(cancelled.status).toBe(200)
  const { fee_pence, fee_vat_pence } = await app.posy.db
    .selectFrom('huggg')
    .select(['fee_pence', 'fee_vat_pence'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(await wallet()).toEqual({
    ...chosen,
    available: chosen.available + 360 + fee_pence + fee_vat_pence,
    committed: chosen.committed - 360,
  })
})

/** As releases before decision 353 kept a choice: nothing went back as it was made. */
const chosenEarlier = (id: string, givesChange: boolean) =>
  app.posy.db
    .updateTable('huggg')
    .set({
      chosen_product_id: demo.products.daisyFlatWhite,
      chosen_at: new Date(app.posy.clock.now().epochMilliseconds),
      chosen_price_pence: 360,
      chosen_vat_pence: 0,
      chosen_gives_change: givesChange,
    })
    .where('id', '=', id)
    .execute()

test.each([
  [true, 640],
  [false, 0],
])('a choice of an earlier release keeps what it was promised: change %s', async (givesChange, back) => {
  const { id, shortcode } = await buy({ productId: demo.products.choiceOfGift10 })
  await gift(shortcode, 'open')
  await chosenEarlier(id, givesChange)
  const before = await wallet()
  expect((await redeem(id)).status).toBe(201)
  expect(await wallet()).toEqual({ ...before, committed: before.committed - 1000, available: before.available + back })
})

test('undoing a redemption is one reversing transfer; the gift can be used again, and undone again', async () => {
  const { id } = await buy()
  const before = await wallet()
  const first = (await redeem(id)).body.data.id
  const undone = await undo(id, first)
  expect(undone.body.data).toMatchObject({ id: first, redeemed: false, undone_at: expect.any(String) })
  expect([await loadState(id), await wallet()]).toEqual([3, before])
  // A till that did not hear the answer asks again.
  expect((await undo(id)).body.data).toEqual(undone.body.data)
  expect((await redeem(id)).status).toBe(201)
  expect((await undo(id, first)).status).toBe(200)
  expect(await loadState(id)).toBe(4)
  expect((await undo(id)).status).toBe(200)
  expect(await wallet()).toEqual(before)
})

test('only the redeeming merchant undoes, and not once it has been paid', async () => {
  const { id } = await buy()
  await redeem(id)
  expect((await undo(id, 'latest', OTHER_TILL)).body.code).toBe('not_this_merchant')
  expect((await undo(id, '00000000-0000-4000-8000-00000000dead')).status).toBe(404)
  expect((await undo((await buy()).id)).status).toBe(404)
  await transact(app.posy, { actor: operatorActor }, (work) =>
    drawStatement(work, {
      brandId: demo.brands.daisyCoffee,
      currency: 'GBX',
      until: new Date(work.at.getTime() + 1000),
      operator: 'ann',
      reason: 'month end',
    }),
  )
  const late = await undo(id)
  expect([late.status, late.body.code]).toEqual([409, 'wrong_state'])
  expect(await loadState(id)).toBe(4)
})

test('undoing a redemption after the gift’s last day expires the gift at once, and refunds as the team’s plan says', async () => {
  const now = toInstant(new Date(app.posy.clock.now().epochMilliseconds))
  const { id } = await buy({ expiryDate: new Date(now.epochMilliseconds + 3_600_000) })
  await redeem(id)
  const before = await wallet()
  await app.advance('P2D')
  expect(await loadState(id)).toBe(4)
  expect((await undo(id)).body.data.redeemed).toBe(false)
  expect(await loadState(id)).toBe(5)
  expect(await wallet()).toEqual({ ...before, available: before.available + 390 })
  expect((await redeem(id)).status).toBe(409)
})

test('a till’s limit of guesses counts misses only, and then refuses even the right code', async () => {
  const limited = await startTestApp({ env: { GUESSES_PER_MINUTE: '3' } })
  const { gifts } = await buyGifts(limited.posy, { quantity: 5 })
  const scanned = (key: string) => limited.request('POST', `/api/v2/hugggs/${key}/redemptions`, { as: TILL, body })
  for (const each of gifts.slice(0, 4)) expect((await scanned(each.redeemCode)).status).toBe(201)
  for (let miss = 0; miss < 3; miss++) expect((await scanned(`ZZZZZZZZZ${miss}`)).status).toBe(404)
  const refused = await scanned(gifts[4]!.redeemCode)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  limited.wall.advanceSeconds(61)
  expect((await scanned(gifts[4]!.redeemCode)).status).toBe(201)
  await limited.close()
})

describe('a gift’s id, which many may read', () => {
  const console = (method: string, path: string, sent?: object) =>
    app.request(method, `/v3/operator/${path}`, { as: 'operator:owner@posy.test', ...(sent && { body: sent }) })
  const decide = (what: 'allow' | 'refuse', till = 'demo-till') =>
    console('POST', `tills/${till}/ids/${what}`, { reason: 'their program knows ids only' })
  const open = ({ shortcode }: BuiltGift) => gift(shortcode, 'open')

  test('redeems nothing, opened or not, and says what does; the operator sees each try', async () => {
    const [unopened, opened] = [await buy(), await buy()]
    await open(opened)
    const before = await waitingCount(app, 'tillIdTries')
    for (const { id } of [unopened, opened, opened]) {
      const answer = await scan(id)
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
      expect(answer.body.help).toContain('barcode, short code or code')
    }
    const unknown = await scan('00000000-0000-4000-8000-00000000dead')
    expect([unknown.status, unknown.body.help]).toEqual([404, (await scan(opened.id)).body.help])
    expect([await loadState(unopened.id), await loadState(opened.id)]).toEqual([1, 3])
    const { tills, tries } = (await console('GET', 'tills')).body.data
    expect(tries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ hugggId: opened.id, tries: 3, till: expect.objectContaining({ id: 'demo-till' }) }),
        expect.objectContaining({ hugggId: unopened.id, tries: 1 }),
      ]),
    )
    expect(tills[0]).toMatchObject({ id: 'demo-till', allowsIds: null, lastTryAt: expect.any(String) })
    expect(await waitingCount(app, 'tillIdTries')).toBe(before + 2)
  })

  test('may redeem at one till that an operator lets, once the recipient has opened the gift, and no longer', async () => {
    const [{ gifts: mailed }, { gifts: printed }] = await Promise.all([
      buyGifts(app.posy, { quantity: 3 }),
      buyGifts(app.posy, { quantity: 1, deliveryMethod: 'printable' }),
    ])
    expect((await decide('allow', 'other-till')).status).toBe(200)
    expect((await scan(printed[0]!.id)).status).toBe(404)
    expect((await decide('allow')).status).toBe(200)
    expect((await console('GET', 'tills')).body.data.tills).toContainEqual(
      expect.objectContaining({
        id: 'demo-till',
        allowsIds: expect.objectContaining({ by: 'owner@posy.test', reason: 'their program knows ids only' }),
      }),
    )
    expect((await scan(mailed[0]!.id)).status).toBe(404)
    await open(mailed[0]!)
    expect((await scan(mailed[0]!.id)).status).toBe(201)
    expect((await scan(printed[0]!.id)).status).toBe(201)
    expect((await decide('refuse')).status).toBe(200)
    await open(mailed[1]!)
    expect((await scan(mailed[1]!.id)).status).toBe(404)
    const acts = (await console('GET', 'acts')).body.data.map(({ act }: { act: string }) => act)
    expect(acts.slice(0, 3)).toEqual(['refuseTillIds', 'allowTillIds', 'allowTillIds'])
    for (const till of ['demo-web', 'no-one']) expect((await decide('allow', till)).status).toBe(404)
    await decide('refuse', 'other-till')
  })

  test('undoes, and repeats what its till has done: an answer kept before ids were refused is given again', async () => {
    const { id } = await buy()
    const headers = { 'idempotency-key': 'till-9-receipt-1' }
    await decide('allow')
    await gift(await loadShortcode(app.posy.db, id), 'open')
    const first = await scan(id, TILL, { headers })
    await decide('refuse')
    expect((await scan(id, TILL, { headers })).body).toEqual(first.body)
    expect((await scan(id)).body.code).toBe('already_redeemed')
    expect((await undo(id)).body.data.redeemed).toBe(false)
    expect((await scan(id)).status).toBe(404)
    expect((await redeem(id)).status).toBe(201)
  })
})

describe('a gift that may be used in parts', () => {
  const card = (purchase: BuiltPurchase = {}) => buy({ productId: demo.products.daisyGiftCard10, ...purchase })
  const part = (key: string, amount: unknown, as = TILL) => redeem(key, as, { body: { ...body, amount } })
  const leftAt = async ({ shortcode }: BuiltGift) => (await gift(shortcode)).body.data.product.balancePence
  const loadBalance = async ({ id }: BuiltGift) =>
    (await app.request('GET', `/api/v2/hugggs/${id}?embed[]=redemptions`, { as: 'admin@acme.test' })).body.data

  test('is Claimed until nothing is left, and its supplier is owed each part to the penny', async () => {
    const bought = await card()
    const [before, owedBefore] = [await wallet(), await owed()]
    const first = await part(bought.id, 333)
    expect([first.status, first.body.data.amount, first.body.data.balance]).toEqual([201, 333, 667])
    expect([await loadState(bought.id), await leftAt(bought)]).toEqual([3, 667])
    expect([await wallet(), await owed()]).toEqual([{ ...before, committed: before.committed - 333 }, owedBefore + 333])
    expect((await part(bought.id, 1)).body.data.balance).toBe(666)
    const last = await redeem(bought.id)
    expect(last.body.data).toMatchObject({ amount: 666, balance: 0 })
    expect([await loadState(bought.id), await leftAt(bought)]).toEqual([4, 0])
    expect([await wallet(), await owed()]).toEqual([
      { ...before, committed: before.committed - 1000 },
      owedBefore + 1000,
    ])
    expect((await part(bought.id, 1)).status).toBe(405)
    const seen = await loadBalance(bought)
    expect([seen.balance, seen.embedded.redemptions.map(({ amount }: { amount: number }) => amount)]).toEqual([
      0,
      [333, 1, 666],
    ])
  })

  test('refuses more than is left, what is no amount, and parts of what is used as a whole', async () => {
    const bought = await card()
    await part(bought.id, 400)
    const tooMuch = await part(bought.id, 601)
    expect([tooMuch.status, tooMuch.body.details]).toEqual([
      422,
      [expect.objectContaining({ path: 'amount', message: 'is more than is left: £6.00' })],
    ])
    for (const wrong of [0, -1, 1.5, '400', null]) expect((await part(bought.id, wrong)).status).toBe(422)
    expect((await redeem(bought.id, OTHER_TILL, { body: { location_id: elsewhere, amount: 100 } })).status).toBe(403)
    const coffee = await buy()
    const refused = await part(coffee.id, 100)
    expect([refused.status, refused.body.details[0]]).toEqual([422, expect.objectContaining({ path: 'amount' })])
    expect((await part(coffee.id, 360)).body.data).toMatchObject({ amount: 360, balance: 0 })
    // A cheaper choice leaves something over, which cannot be divided.
    const choice = await buy({ productId: demo.products.choiceOfGift10 })
    await gift(choice.shortcode, 'open')
    await gift(choice.shortcode, 'choose', { productId: demo.products.daisyFlatWhite })
    expect((await part(choice.id, 100)).status).toBe(422)
  })

  test('is never redeemed beyond what is left by two tills at once', async () => {
    const gifts = await Promise.all(Array.from({ length: 4 }, () => card()))
    for (const { id } of gifts) {
      const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => part(id, index % 2 ? 300 : 400)))
      const taken = answers.filter(({ status }) => status === 201).map(({ body: { data } }) => data.amount as number)
      expect(answers.every(({ status }) => [201, 405, 422].includes(status))).toBe(true)
      const sum = taken.reduce((total, amount) => total + amount, 0)
      expect([700, 800, 900, 1000]).toContain(sum)
      expect((await loadBalance({ id } as BuiltGift)).balance).toBe(1000 - sum)
    }
  })

  test('is never redeemed beyond its price: the database itself refuses', async () => {
    const { id } = await card()
    await part(id, 600)
    const again = app.posy.db
      .insertInto('redemption')
      .columns(['id', 'huggg_id', 'brand_id', 'client_id', 'amount', 'transfer_id', 'created_at'])
      .expression((eb) =>
        eb
          .selectFrom('redemption')
          .select([
            sql`gen_random_uuid()`.as('id'),
            'huggg_id',
            'brand_id',
            'client_id',
            sql`401`.as('amount'),
            sql`gen_random_uuid()`.as('transfer_id'),
            'created_at',
          ])
          .where('huggg_id', '=', id),
      )
      .execute()
    await expect(again).rejects.toMatchObject({ constraint: 'redemption_fits' })
  })

  test('is not cancelled once started; undo gives back one part, whichever, and with all of them the gift', async () => {
    const bought = await card()
    const before = await wallet()
    const [first, second] = [await part(bought.id, 400), await redeem(bought.id)]
    expect((await undo(bought.id, first.body.data.id)).body.data).toMatchObject({ redeemed: false, balance: 400 })
    expect(await loadState(bought.id)).toBe(3)
    const cancelled = await app.request('POST', `/api/v2/hugggs/${bought.id}/cancel`, { as: 'admin@acme.test' })
    expect([cancelled.status, cancelled.body.message]).toEqual([
      409,
      expect.stringContaining('part of it has been used'),
    ])
    expect((await part(bought.id, 150)).body.data.balance).toBe(250)
    expect((await undo(bought.id)).body.data.balance).toBe(400)
    expect((await undo(bought.id, second.body.data.id)).body.data.balance).toBe(1000)
    expect(await wallet()).toEqual(before)
    expect((await app.request('POST', `/api/v2/hugggs/${bought.id}/cancel`, { as: 'admin@acme.test' })).status).toBe(
      200,
    )
    expect((await wallet()).available).toBe(before.available + 1060)
  })

  test('expires with what is left: refunded without the fee where the plan says so, and no part is undone then', async () => {
    const bought = await card({ expiryDays: 2 })
    const used = await part(bought.id, 400)
    const before = await wallet()
    await app.advance('P4D')
    expect([await loadState(bought.id), (await loadBalance(bought)).balance]).toEqual([5, 0])
    expect(await wallet()).toEqual({
      ...before,
      committed: before.committed - 600,
      available: before.available + 600,
    })
    const { transaction_id: purchase } = await loadBalance(bought)
    const notes = app.posy.db
      .selectFrom('document')
      .select(['kind', 'total', 'vat'])
      .where('transaction_id', '=', purchase)
    expect(await notes.where('kind', '=', 'credit-note').execute()).toEqual([
      { kind: 'credit-note', total: 600, vat: 0 },
    ])
    expect((await undo(bought.id, used.body.data.id)).status).toBe(409)
    const lapsed = await card({ expiryDays: 2 })
    await app.posy.db
      .updateTable('huggg')
      .set({ expiry_date: new Date(app.posy.clock.now().epochMilliseconds - 1000) })
      .where('id', '=', lapsed.id)
      .execute()
    expect((await part(lapsed.id, 100)).status).toBe(409)
  })

  test('keeps what is left for us where it expires without a refund', async () => {
    const globex = { teamId: demo.teams.globex, walletId: demo.wallets.globexMain, userId: demo.users.globexAdmin }
    const bought = await card({ expiryDays: 2, ...globex })
    await part(bought.id, 999)
    const before = await platformBalance(app.posy.db, 'breakage', 'GBX')
    await app.advance('P4D')
    expect(await loadState(bought.id)).toBe(5)
    expect((await platformBalance(app.posy.db, 'breakage', 'GBX')) - before).toBe(1)
  })
})
