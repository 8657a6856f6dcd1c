import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { sameAnswer } from '#server/testing/refusals.ts'

let app: TestApp
const as = 'admin@acme.test'
const { products, wallets, users } = demo
const payment = { method: 'walletCommitment', reference: wallets.acmeMain }
const gifts = (changes: object = {}) => ({ type: 'bulkHugggs', reference: products.daisyFlatWhite, ...changes })

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const ask = (body: object, who = as) => app.request('POST', '/v3/orders/quotes', { as: who, body })
const quote = async (body: object, who = as) => {
  const answer = await ask(body, who)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}
const places = (problems: { code: string; path: string; row?: number; line?: number }[]) =>
  problems.map(({ code, path, row, line }) => [code, path, row, line].filter((part) => part !== undefined))

describe('a quote', () => {
  test('splits the price into face, fees, VAT and total', async () => {
    const { quote: price, ...rest } = await quote({ purchase: gifts({ quantity: 3 }), payment })
    expect(rest).toEqual({ problems: [], warnings: [], recent: [], approval: null, canBuy: true })
    const { perItem } = price
    expect(perItem.total).toBe(perItem.face + perItem.fee + perItem.feeVat)
    expect(price).toMatchObject({ currency: 'GBX', quantity: 3, deliveryMethod: 'links', face: perItem.face * 3 })
    expect(price.total).toBe(price.net + price.vat)
    expect(price.vat).toBe(3 * (perItem.faceVat + perItem.feeVat))
  })

  test('writes nothing, whatever is asked', async () => {
    const count = async () =>
      Promise.all(
        (['transaction', 'basket', 'recipient', 'ledger_transfer', 'audit_event'] as const).map(async (table) =>
          app.posy.db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<number>().as('rows'))
            .execute(),
        ),
      )
    const before = await count()
    await quote({ purchase: gifts({ receivers: [{ email: 'a@x.test' }] }), payment })
    await quote({ csv: 'email\na@x.test' })
    expect(await count()).toEqual(before)
  })

  test('of half a purchase says what is missing, row by row', async () => {
    const nothing = await quote({})
    expect([nothing.quote, nothing.canBuy, places(nothing.problems)]).toEqual([
      null,
      false,
      [['invalid', 'purchase.reference']],
    ])
    const receivers = [{ email: 'ok@x.test' }, { email: 'ok@' }, { email: '' }, { email: 'OK@x.test' }]
    const typed = await quote({ purchase: gifts({ receivers }) })
    expect(typed.quote.quantity).toBe(4)
    expect(places(typed.problems)).toEqual([
      ['invalid', 'purchase.receivers.1.email', 1],
      ['invalid', 'purchase.receivers.2.email', 2],
      ['invalid', 'purchase.receivers.3.email', 3],
    ])
    expect(typed.problems.map(({ reason }: { reason?: unknown }) => reason)).toEqual([
      { code: 'email_malformed' },
      undefined,
      { code: 'same_as_row', row: 0, channel: 'email' },
    ])
  })

  test('is never refused for what one cell holds: control characters are removed, and what is too long is reported at its row', async () => {
    const receivers = [
      { email: 'ok@x.test', name: 'A\u0007da', notes: 'Thank you\vfor\u2028the launch' },
      { email: 'long@x.test', name: 'x'.repeat(1500) },
      { email: 'longer@x.test', notes: 'y'.repeat(20_000) },
      { email: `${'z'.repeat(2000)}@x.test` },
    ]
    const { problems } = await quote({ purchase: gifts({ receivers }) })
    expect(problems).toMatchObject([
      { path: 'purchase.receivers.1.name', row: 1, message: 'must have at most 200 letters' },
      { path: 'purchase.receivers.2.notes', row: 2, message: 'must have at most 2,000 letters' },
      { path: 'purchase.receivers.3.email', row: 3 },
    ])
    const csv = 'email,name\nok@x.test,A\u0007da\v\n'
    expect((await quote({ purchase: gifts(), csv })).problems).toEqual([])
  })

  test('reads receivers from CSV, and names row and line of what is wrong', async () => {
    const csv = 'Name;Email;Notes\nAda;ada@x.test;Hi\n\nBo;bo@;\nCy;ADA@x.test;\n'
    const { receivers, problems, quote: price } = await quote({ purchase: gifts(), payment, csv })
    expect(receivers[0]).toEqual({ email: 'ada@x.test', phone_number: null, name: 'Ada', notes: 'Hi' })
    expect(price).toMatchObject({ quantity: 3, deliveryMethod: 'email' })
    expect(places(problems)).toEqual([
      ['invalid', 'csv.1.email', 1, 4],
      ['invalid', 'csv.2.email', 2, 5],
    ])
    const broken = await quote({ purchase: gifts(), csv: 'name\nAda' })
    expect(places(broken.problems)).toContainEqual(['invalid', 'csv', 1])
    const twice = await ask({ purchase: gifts({ receivers: [{ email: 'a@x.test' }] }), csv })
    expect([twice.status, twice.body.details[0].path]).toEqual([422, 'csv'])
  })

  test('reveals no more about who is a colleague than a purchase would', async () => {
    const to = async (user_id: string) => (await quote({ purchase: gifts({ receivers: [{ user_id }] }) })).problems
    expect(await to(users.acmeViewer)).toEqual([])
    expect(await to(users.globexAdmin)).toEqual(await to('00000000-0000-4000-8000-00000000dead'))
    expect((await ask({ purchase: gifts(), payment: { ...payment, reference: wallets.globexMain } })).status).toBe(404)
  })

  test('says what the caller may not do, and what there is no money for', async () => {
    const abroad = { purchase: gifts({ reference: products.choiceOfGiftEu }) }
    expect(places((await quote(abroad, 'participant@acme.test')).problems)).toContainEqual([
      'forbidden',
      'purchase.reference',
    ])
    const dear = await quote({ purchase: gifts({ quantity: 9000 }), payment })
    expect(dear.problems).toMatchObject([{ code: 'insufficient_funds', path: 'payment.reference' }])
    expect((await ask({ purchase: gifts() }, 'viewer@acme.test')).status).toBe(403)
  })

  test('of an order is that of its purchase, until it is bought', async () => {
    const saved = await app.request('POST', '/api/v2/orders', {
      as,
      body: { type: 'bulkHugggs', productId: products.daisyFlatWhite, receivers: [{ phoneNumber: '020 7946 0958' }] },
    })
    const purchase = { type: 'order', reference: saved.body.data.id }
    const { problems } = await quote({ purchase, payment })
    expect(places(problems)).toEqual([['invalid', 'order.receivers.0.phoneNumber', 0]])
    await app.request('PUT', `/api/v2/orders/${purchase.reference}`, {
      as,
      body: { entity: { receivers: [{ email: 'quoted@x.test' }] } },
    })
    const price = await quote({ purchase, payment })
    const bought = await app.request('POST', '/api/v2/transactions', { as, body: { purchase, payment } })
    expect([price.canBuy, price.quote.total]).toEqual([true, bought.body.data.sale_total])
    expect((await ask({ purchase, payment })).status).toBe(409)
  })
})

/** Purchases that are wrong in one way or in several. */
const oddPurchase = fc.record(
  {
    type: fc.constantFrom('huggg', 'bulkHugggs'),
    reference: fc.constantFrom(...Object.values(products)),
    quantity: fc.integer({ min: 1, max: 30 }),
    deliveryMethod: fc.constantFrom('email', 'links', 'inline-redeem'),
    receivers: fc.array(
      fc.constantFrom(
        { email: 'a@x.test' },
        { email: 'b@x.test' },
        { user_id: users.acmeViewer },
        { phone_number: '+447700900123' },
      ),
      { maxLength: 3 },
    ),
    reasonCode: fc.constantFrom('Thank you', 'No such reason'),
    expiry: fc.constantFrom('2026-05-01', '2026-01-01', '2036-01-01'),
    sendDate: fc.constantFrom('2026-03-09T09:00:00Z', '2020-01-01T00:00:00Z'),
  },
  { requiredKeys: ['type', 'reference'] },
)

const rightPurchase = fc.record({
  type: fc.constantFrom('huggg', 'bulkHugggs'),
  reference: fc.constantFrom(products.daisyFlatWhite, products.daisyGiftCard10, products.choiceOfGift10),
  quantity: fc.integer({ min: 1, max: 5 }),
  deliveryMethod: fc.constantFrom('links', 'inline-redeem'),
})
const anyPurchase = fc.oneof(oddPurchase, rightPurchase)

test('whatever is bought costs what was quoted, and is refused exactly when the quote says so, for the same reasons', async () => {
  const spent: number[] = []
  await fc.assert(
    fc.asyncProperty(
      anyPurchase,
      fc.constantFrom(wallets.acmeMain, wallets.acmeEvents, wallets.acmeSouth),
      fc.constantFrom(as, 'participant@acme.test'),
      async (purchase, reference, who) => {
        const body = { purchase, payment: { method: 'walletCommitment', reference } }
        const quoted = await ask(body, who)
        const bought = await app.request('POST', '/api/v2/transactions', { as: who, body })
        if (quoted.status !== 200) {
          expect(bought.body).toEqual(sameAnswer(quoted.body))
          return
        }
        const { canBuy, problems, quote: price } = quoted.body.data
        expect(bought.status === 201).toBe(canBuy)
        if (!canBuy) {
          expect(bought.body.details).toEqual(problems)
          return
        }
        spent.push(price.total)
        expect([bought.body.data.sale_total, bought.body.data.sale_vat]).toEqual([price.total, price.vat])
      },
    ),
    { numRuns: 100 },
  )
  expect(spent.length).toBeGreaterThan(5)
})

describe('the flag gift-restrictions-disable', () => {
  test.each([
    ['false', false],
    ['true', true],
  ])('%s: a price that the team forbids itself can be bought: %s', async (flag, canBuy) => {
    const flagged = await startTestApp({ database: 'pglite', env: { FEATURE_GIFT_RESTRICTIONS_DISABLE: flag } })
    try {
      const body = {
        preferences: {
          giftingRestrictions: { price: { min: 100_000, max: null }, categories: { allow: [], disallow: [] } },
        },
      }
      const put = await flagged.request('PUT', `/api/v2/teams/${demo.teams.acme}`, { as, body })
      expect(put.status, JSON.stringify(put.body)).toBe(200)
      const quoted = await flagged.request('POST', '/v3/orders/quotes', { as, body: { purchase: gifts(), payment } })
      expect(quoted.body.data.canBuy).toBe(canBuy)
    } finally {
      await flagged.close()
    }
  })
})

test('a person who had a gift lately is named before buying: with the latest, across subteams, and not by another team', async () => {
  const buy = (email: string, { as = 'admin@acme.test', wallet = demo.wallets.acmeMain as string } = {}) =>
    app.request('POST', '/api/v2/transactions', {
      as,
      body: {
        purchase: { type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, receivers: [{ email }] },
        payment: { method: 'walletCommitment', reference: wallet },
      },
    })
  await buy('lately@friends.test')
  const recentFor = async (as: string) => {
    const receivers = [{ email: 'stranger@friends.test' }, { email: 'Lately+work@Friends.test' }]
    const body = { purchase: { type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, receivers } }
    return (await app.request('POST', '/v3/orders/quotes', { as, body })).body.data.recent
  }
  expect(await recentFor('admin@acme.test')).toMatchObject([
    { row: 1, giftName: 'Flat white', price: 360, currency: 'GBX', senderName: 'Alice Archer', teamName: null },
  ])
  // Of a choice for less, what it cost in the end.
  await sql`update huggg set chosen_product_id = product_id, chosen_price_pence = 300, chosen_vat_pence = face_vat_pence,
    chosen_at = created_at, chosen_gives_change = false, change_pence = face_pence - 300 where recipient_id = (select id from recipient where email = 'lately@friends.test')`.execute(
    app.posy.db,
  )
  expect(await recentFor('admin@acme.test')).toMatchObject([{ row: 1, price: 300 }])
  await app.advance('PT1M')
  await buy('Lately@friends.test', { as: 'subteam@acme.test', wallet: demo.wallets.acmeNorth })
  const [fromNorth] = await recentFor('admin@acme.test')
  expect(fromNorth).toMatchObject({ row: 1, teamName: 'North' })
  expect(await recentFor('subteam@acme.test')).toMatchObject([{ row: 1, teamName: null }])
  expect(await recentFor('admin@globex.test')).toEqual([])
  await app.advance('P31D')
  expect(await recentFor('admin@acme.test')).toEqual([])
})

test('two spellings of one mailbox in a list are one person, named at the second row', async () => {
  const receivers = [
    'gree.dy@gmail.com',
    'greedy+2@googlemail.com',
    'info@m\u00fcller.example',
    'info@xn--mller-kva.example',
  ]
  const body = {
    purchase: {
      type: 'bulkHugggs',
      reference: demo.products.daisyFlatWhite,
      receivers: receivers.map((email) => ({ email })),
    },
  }
  const { problems } = (await app.request('POST', '/v3/orders/quotes', { as: 'admin@acme.test', body })).body.data
  expect(problems).toMatchObject([
    { path: 'purchase.receivers.1.email', reason: { code: 'same_as_row', row: 0 } },
    { path: 'purchase.receivers.3.email', reason: { code: 'same_as_row', row: 2 } },
  ])
})
