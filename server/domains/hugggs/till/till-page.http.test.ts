import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { toInstant } from '#kit/time.ts'
import { DEMO_TILL_CODE, demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { type BuiltPurchase, buyGifts } from '#server/testing/hugggs.ts'

const OPERATOR = 'operator:owner@posy.test'
const PROGRAM = 'client:demo-till'
const REASON = { reason: 'The shop has no till program' }
const here = { location_id: demo.stores.daisyCoffeeLeeds }
const wholeCard = { productId: demo.products.daisyGiftCard10 }

let app: TestApp
/** Of the till that most tests use. */
let token: string
/** A store of Daisy Coffee’s that is not the till’s, and one of another merchant. */
const elsewhere = { own: newId(), foreign: '' }

const ask = (method: string, path: string, body?: unknown, as: string | undefined = token, headers = {}) =>
  app.request(method, path, { as, headers, ...(body === undefined ? {} : { body }) })
const signIn = (code: string) => ask('POST', '/v3/till/sign-in', { code }, '')
const operate = (path: string, body: object) =>
  ask('POST', `/v3/operator/tills/${path}`, { ...REASON, ...body }, OPERATOR)
const make = async (storeId: string = here.location_id, name = 'Counter') =>
  (await operate('sign-ins', { storeId, name })).body.data as { id: string; code: string }
const tokenFor = async (code: string): Promise<string> => (await signIn(code)).body.data.token
const buy = async (purchase: BuiltPurchase = {}) => (await buyGifts(app.posy, purchase)).gifts[0]!
const look = (code: string, as?: string) => ask('GET', `/v3/till/vouchers/${code}`, undefined, as)
const redeem = (code: string, body: object = {}, as?: string, headers = {}) =>
  ask('POST', `/api/v2/hugggs/${code}/redemptions`, { ...here, ...body }, as, headers)
const day = (query = '', as?: string) => ask('GET', `/v3/till/redemptions${query}`, undefined, as)

beforeAll(async () => {
  app = await startTestApp()
  const other = await app.posy.db
    .selectFrom('store')
    .select(['id'])
    .where('brand_id', '<>', demo.brands.daisyCoffee)
    .executeTakeFirstOrThrow()
  elsewhere.foreign = other.id
  await app.posy.db
    .insertInto('store')
    .values({ id: elsewhere.own, brand_id: demo.brands.daisyCoffee, name: 'York', address: '1 Shambles' })
    .execute()
  token = await tokenFor(DEMO_TILL_CODE)
})
afterAll(async () => {
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

test('a code signs one browser in, however it is typed, and only once', async () => {
  const { code } = await make()
  const both = await Promise.all([signIn(` ${code.toLowerCase().replaceAll('-', ' ')}`), signIn(code)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  expect((await signIn(code)).body).toMatchObject({ code: 'invalid_grant' })
  const winner = both.find(({ status }) => status === 200)!
  expect((await ask('GET', '/v3/till', undefined, winner.body.data.token)).body.data).toMatchObject({
    name: 'Counter',
    merchant: { id: demo.brands.daisyCoffee, name: 'Daisy Coffee' },
    location: { id: here.location_id },
  })
})

test('a code runs out after two days, a browser is signed out after thirty days unused, and by a new code', async () => {
  const late = await make()
  app.wall.advanceSeconds(48 * 3600 + 1)
  expect((await signIn(late.code)).status).toBe(401)
  const { id, code } = await make()
  const first = await tokenFor(code)
  for (let week = 0; week < 2; week++) {
    app.wall.advanceSeconds(29 * 86_400)
    expect((await day('', first)).status).toBe(200)
    await day()
  }
  const renewed = (await operate(`${id}/code`, {})).body.data.code
  expect((await day('', first)).status).toBe(401)
  const second = await tokenFor(renewed)
  expect((await day('', second)).status).toBe(200)
  app.wall.advanceSeconds(30 * 86_400)
  expect((await day('', second)).status).toBe(401)
  token = await tokenFor((await operate('demo-till-page/code', {})).body.data.code)
})

test('a till that an operator ended, or that signed out, is refused on its very next request', async () => {
  const { id, code } = await make()
  const ended = await tokenFor(code)
  expect((await operate(`${id}/end`, {})).status).toBe(200)
  expect((await day('', ended)).status).toBe(401)
  expect((await operate(`${id}/code`, {})).status).toBe(404)
  expect((await operate('demo-till/end', {})).status).toBe(404)
  const out = await tokenFor((await make()).code)
  expect((await ask('POST', '/v3/till/sign-out', {}, out)).status).toBe(200)
  expect((await day('', out)).status).toBe(401)
})

test('guessed codes are slowed, and a right one is not', async () => {
  const { code } = await make()
  const answers = []
  for (let index = 0; index < 30; index++) answers.push((await signIn(`AAAA-BBBB-CC${index}`)).status)
  expect(answers).toContain(429)
  expect((await signIn(code)).status).toBe(200)
  app.wall.advanceSeconds(900)
})

test('a till of the till page only redeems, and in its own store', async () => {
  const { shortcode } = await buy()
  for (const path of ['/api/v2/auth/me', '/api/v2/brands', '/v3/operator/tills'])
    expect([401, 403], path).toContain((await ask('GET', path)).status)
  for (const location_id of [elsewhere.own, elsewhere.foreign])
    expect((await redeem(shortcode, { location_id })).status).toBe(422)
  expect((await redeem(shortcode)).status).toBe(201)
  expect((await operate('sign-ins', { storeId: crypto.randomUUID(), name: 'No' })).status).toBe(404)
})

test('a till sees what a gift is worth before it redeems, and what is left after a part', async () => {
  const card = await buy(wholeCard)
  expect((await look(card.shortcode)).body.data).toMatchObject({
    ...{ product: { id: demo.products.daisyGiftCard10 }, currency: 'GBX' },
    ...{ balance: 1000, price: 1000, allowsParts: true },
  })
  expect((await redeem(card.redeemCode, { amount: 680 })).body.data).toMatchObject({ amount: 680, balance: 320 })
  expect((await look(card.redeemCode)).body.data).toMatchObject({ balance: 320, allowsParts: true })
  const cup = await buy()
  expect((await look(cup.shortcode)).body.data).toMatchObject({ balance: 360, allowsParts: false })
  await redeem(cup.shortcode)
  expect((await look(cup.shortcode)).body).toMatchObject({ code: 'already_redeemed' })
})

test('a till hears when and where a gift was used, sees its code as it is printed, and its end in the list of the day', async () => {
  const card = await buy(wholeCard)
  const printed = (await look(card.shortcode)).body.data.code as string
  expect(printed.replaceAll('-', '').toLowerCase().slice(0, -1)).toBe(card.shortcode)
  expect((await look(printed)).status).toBe(200)
  expect((await look(card.redeemCode.toLowerCase())).body.data.code).toBe(card.redeemCode)
  const york = await tokenFor((await make(elsewhere.own, 'York till')).code)
  await redeem(card.redeemCode)
  const at = app.posy.clock.now().toString({ fractionalSecondDigits: 3 })
  const used = (isHere: boolean) => [
    { path: 'id', reason: { code: 'used_before', at, location: 'Daisy Coffee Leeds', isHere } },
  ]
  expect((await look(card.shortcode)).body.details).toMatchObject(used(true))
  expect((await redeem(card.shortcode)).body.details).toMatchObject(used(true))
  expect((await look(card.shortcode, york)).body.details).toMatchObject(used(false))
  const [latest] = (await day()).body.data.redemptions
  expect(latest.code_ending).toBe(printed.replaceAll('-', '').slice(-4))
})

test('ids, unknown codes and gifts of other merchants are refused alike, and count as guesses', async () => {
  const own = await buy()
  const counting = await tokenFor((await make()).code)
  const product = await app.posy.db
    .selectFrom('product')
    .select('id')
    .where('brand_id', '<>', demo.brands.daisyCoffee)
    .where('voucher_type', '=', 'own')
    .where('kind', '<>', 'choice')
    .executeTakeFirstOrThrow()
  const foreign = await buy({ productId: product.id })
  const refusals = []
  for (const code of [own.id, 'zzzzzzzzzzzz', foreign.shortcode]) refusals.push(await look(code, counting))
  expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(refusals[2]!.body.message).toBe(refusals[1]!.body.message)
  const redeemed = [await redeem('zzzzzzzzzzzz', {}, counting), await redeem(foreign.shortcode, {}, counting)]
  expect(redeemed.map(({ status, body }) => [status, body.message])).toEqual([
    [404, redeemed[0]!.body.message],
    [404, redeemed[0]!.body.message],
  ])
  let last = 404
  for (let index = 0; index < 60 && last === 404; index++) last = (await look(foreign.shortcode, counting)).status
  expect(last).toBe(429)
  expect((await look(own.shortcode, counting)).status).toBe(429)
  expect((await look(own.shortcode)).status).toBe(200)
})

test('one press redeems once, however often it arrives', async () => {
  const card = await buy(wholeCard)
  const headers = { 'idempotency-key': 'form-1' }
  const presses = await Promise.all([1, 2, 3].map(() => redeem(card.shortcode, { amount: 250 }, token, headers)))
  expect(presses.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(presses.map(({ body }) => body.data.id)).size).toBe(1)
  expect((await look(card.shortcode)).body.data.balance).toBe(750)
})

test('the list of a day has what its store redeemed in London’s day, and sums that add up without what was undone', async () => {
  const york = await tokenFor((await make(elsewhere.own, 'York counter')).code)
  const second = await make(here.location_id, 'Second counter')
  const secondToken = await tokenFor(second.code)
  await app.advance('P1D')
  const [card, cup, other] = [await buy(wholeCard), await buy(), await buy()]
  const taken = await redeem(card.shortcode, { amount: 400 })
  await redeem(card.shortcode, { amount: 100 }, secondToken)
  const gone = await redeem(cup.shortcode, {}, secondToken)
  await redeem(other.shortcode, { location_id: elsewhere.own }, york)
  await ask('PATCH', `/api/v2/hugggs/${gone.body.data.huggg_id}/redemptions/${gone.body.data.id}`, { redeemed: false })
  const { redemptions, totals, tills } = (await day()).body.data
  expect(
    redemptions.map((each: { amount: number; undone_at: string | null }) => [each.amount, !!each.undone_at]),
  ).toEqual([
    [360, true],
    [100, false],
    [400, false],
  ])
  expect(totals).toEqual([{ currency: 'GBX', count: 2, amount: 500 }])
  expect(tills.map(({ name }: { name: string }) => name).sort()).toEqual(['Leeds counter', 'Second counter'])
  expect((await day(`?till=${second.id}`)).body.data.totals).toEqual([{ currency: 'GBX', count: 1, amount: 100 }])
  expect((await day('', york)).body.data.totals).toEqual([{ currency: 'GBX', count: 1, amount: 360 }])
  expect((await day('', PROGRAM)).body.data.totals).toEqual([{ currency: 'GBX', count: 3, amount: 860 }])
  const yesterday = toInstant(new Date(redemptions[0].at)).subtract({ hours: 24 }).toString().slice(0, 10)
  expect((await day(`?day=${yesterday}`)).body.data).toMatchObject({ day: yesterday })
  expect((await ask('GET', `/v3/till/redemptions/${taken.body.data.id}`)).body.data).toMatchObject({
    amount: 400,
    balance: 500,
  })
})

test('a till of the till page neither sees nor undoes what another store redeemed', async () => {
  const york = await tokenFor((await make(elsewhere.own, 'York counter')).code)
  const cup = await buy()
  const { id } = (await redeem(cup.shortcode)).body.data
  const undo = (as: string) =>
    ask('PATCH', `/api/v2/hugggs/${cup.shortcode}/redemptions/${id}`, { redeemed: false }, as)
  expect((await ask('GET', `/v3/till/redemptions/${id}`, undefined, york)).status).toBe(404)
  expect((await undo(york)).body.code).toBe('not_this_merchant')
  expect((await undo(token)).body.data).toMatchObject({ redeemed: false, balance: 360 })
  expect((await look(cup.shortcode)).body.data.balance).toBe(360)
})

test('support sees when a till in a browser was used last and what it was refused, and finds it by an unknown code; of a gift’s own code nothing is kept', async () => {
  const { id, code } = await make()
  const till = await tokenFor(code)
  const shown = async () =>
    (await ask('GET', `/v3/operator/programs/${id}/requests`, undefined, 'operator:support@posy.test')).body.program
  expect(await shown()).toMatchObject({
    ...{ merchant: { id: demo.brands.daisyCoffee }, lastAskedAt: new Date(app.wall.nowMs()).toISOString() },
    till: { store: { id: here.location_id }, unknownToday: 0, refusals: [] },
  })
  const used = await buy()
  await redeem(used.shortcode)
  expect((await look('K7Q2M9XB4D', till)).status).toBe(404)
  expect((await look(used.redeemCode, till)).status).toBe(405)
  expect((await look('daisy', till)).status).toBe(404)
  const { unknownToday, refusals } = (await shown()).till
  expect([unknownToday, refusals.map(({ reason, ending }: Record<string, string>) => [reason, ending])]).toEqual([
    2,
    [
      ['not_found', null],
      ['already_redeemed', null],
      ['not_found', 'XB4D'],
    ],
  ])
  const found = async (typed: string) =>
    (await ask('GET', `/v3/operator/search?q=${encodeURIComponent(typed)}`, undefined, 'operator:support@posy.test'))
      .body.data
  for (const typed of ['K7Q2M9XB4D', 'k7q2 m9xb 4d'])
    expect(await found(typed), typed).toMatchObject([{ kind: 'program', id, title: 'Counter' }])
  expect((await found(used.redeemCode)).map(({ kind }: { kind: string }) => kind)).toEqual(['gift'])
  const kept = JSON.stringify(await app.posy.db.selectFrom('till_refusal').selectAll().execute())
  expect(kept).not.toMatch(new RegExp(`K7Q2M9|${used.redeemCode}|${used.shortcode}`, 'i'))
  const { tills } = (await ask('GET', '/v3/operator/tills', undefined, OPERATOR)).body.data
  expect(tills.find((one: { id: string }) => one.id === id)).toMatchObject({ tries: 0, refusedLooks: 3 })
})
