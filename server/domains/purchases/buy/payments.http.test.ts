import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { receivablePence } from '#server/domains/ledger/index.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { chargeCard, testCard } from '#server/testing/cards.ts'

let app: TestApp
const as = 'admin@acme.test'
const { products, wallets, teams } = demo
/** A flat white costs £3.60 with a fee of 25p and 5p of VAT on it: 390. Its net price of 300 is live. */
const [COST, LIVE] = [390, 300]

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const buy = (payment: object, { quantity = 1, who = as, reference = products.daisyFlatWhite as string } = {}) =>
  app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
    as: who,
    body: { purchase: { type: 'bulkHugggs', reference, quantity, deliveryMethod: 'links' }, payment },
  })
const quote = async (payment: object, quantity = 1) =>
  (
    await app.request('POST', '/v3/orders/quotes', {
      as,
      body: { purchase: { type: 'bulkHugggs', reference: products.daisyFlatWhite, quantity }, payment },
    })
  ).body.data
const charge = async (amount: number, options: object = {}) =>
  (await chargeCard(app, { as, amount, ...options })).body.data
const chargeNow = async (id: string) => (await app.request('GET', `/api/v2/charges/${id}`, { as })).body.data
const wallet = async () => {
  const { body } = await app.request('GET', `/api/v2/teams/${teams.acme}/wallets`, { as })
  const { available, live } = body.data.find((each: { id: string }) => each.id === wallets.acmeMain)
  return { available, live }
}
const owed = (team: string = teams.acme) => receivablePence(app.posy.db, team, 'GBX')
const setCreditLimit = (pence: number) =>
  app.posy.db.updateTable('team').set({ credit_limit: pence }).where('id', '=', teams.acme).execute()

describe('a wallet top-up asked for as a purchase', () => {
  const topUp = (payment: object, { who = as, amount = 700 } = {}) =>
    app.request('POST', '/api/v2/transactions', {
      as: who,
      body: { purchase: { type: 'walletTopUp', reference: wallets.acmeMain, amount }, payment },
    })
  test('puts the money of a charge into the wallet once, and answers as the transaction it is', async () => {
    const before = await wallet()
    const payment = { method: 'charge', reference: (await charge(700)).id }
    const [first, again] = [await topUp(payment), await topUp(payment)]
    expect(first.status, JSON.stringify(first.body)).toBe(201)
    expect(first.body.data).toMatchObject({ topup_type: 'charge', sale_total: 700, payment_method: 'charge' })
    expect(again.body.data.id).toBe(first.body.data.id)
    expect((await wallet()).available - before.available).toBe(700)
  })
  test('is read by its id and found by its kind alone, among no purchases', async () => {
    const { body } = await topUp({ method: 'charge', reference: (await charge(700)).id })
    const { id } = body.data
    const read = () => app.request('GET', `/api/v2/transactions/${id}`, { as })
    expect((await read()).body.data).toEqual(body.data)
    const search = async (filters: object) =>
      (await app.request('POST', '/v3/searches/transactions', { as, body: { query: { filters } } })).body
    const found = await search({ topupTypes: ['charge'], transactionIds: [id] })
    expect(found.data.hits).toMatchObject([
      { transaction: { id, topup_type: 'charge', sale_total: 700 }, product: null },
    ])
    const ofSender = (await search({ topupTypes: ['charge'], senderEmail: as })).data
    expect(ofSender.total).toBe(2)
    expect(ofSender.hits.map((hit: { transaction: { id: string } }) => hit.transaction.id)).toContain(id)
    expect((await search({ topupTypes: ['bank'] })).data.hits).toEqual([])
    const { hits } = (await search({})).data
    expect(hits.filter((hit: { transaction: { topup_type: string } }) => hit.transaction.topup_type)).toEqual([])
    const who = 'participant@acme.test'
    const [other, foreign] = await Promise.all(
      [who, 'admin@globex.test'].map((each) => app.request('GET', `/api/v2/transactions/${id}`, { as: each })),
    )
    expect([other!.status, foreign!.status]).toEqual([404, 404])
  })
  test('is refused from a wallet, and to anyone who may not top up', async () => {
    const fromWallet = await topUp({ method: 'walletCommitment', reference: wallets.acmeMain })
    expect([fromWallet.status, fromWallet.body.details[0].path]).toEqual([422, 'payment.method'])
    const payment = { method: 'charge', reference: (await charge(700)).id }
    expect((await topUp(payment, { who: 'participant@acme.test' })).status).toBe(403)
  })
})

describe('a purchase by charge', () => {
  test('takes the money through the default wallet, uses the charge once, and releases what is over', async () => {
    const before = await wallet()
    const { id } = await charge(2_500)
    const payment = { method: 'charge', reference: id }
    const quoted = await quote(payment, 3)
    expect([quoted.canBuy, quoted.quote.total]).toEqual([true, 3 * COST])
    const bought = await buy(payment, { quantity: 3 })
    expect(bought.status, JSON.stringify(bought.body)).toBe(201)
    expect(bought.body.data).toMatchObject({
      payment_method: 'charge',
      wallet_id: wallets.acmeMain,
      sale_total: 3 * COST,
    })
    expect(await wallet()).toEqual({ available: before.available, live: before.live + 3 * LIVE })
    await app.settle()
    expect(await chargeNow(id)).toMatchObject({ spent: 3 * COST, transactionId: bought.body.data.id })
    const again = await buy(payment)
    expect([again.status, again.body.code]).toEqual([409, 'wrong_state'])
    expect((await quote(payment)).problems).toMatchObject([{ code: 'wrong_state', path: 'payment.reference' }])
    expect(await reconcile(app.posy)).toEqual([])

    const cancelled = await app.request('POST', `/api/v2/hugggs/${bought.body.data.embedded.hugggs[0].id}/cancel`, {
      as,
    })
    expect(cancelled.status).toBe(200)
    expect(await wallet()).toEqual({ available: before.available + COST, live: before.live + 2 * LIVE })
    expect(await reconcile(app.posy)).toEqual([])
  })

  test('whose charge reserved too little, was declined or is a colleague’s is refused, and nothing moves', async () => {
    const before = await wallet()
    const small = await charge(COST - 1)
    const poor = await buy({ method: 'charge', reference: small.id })
    expect([poor.status, poor.body.code]).toEqual([402, 'insufficient_funds'])
    const { id } = await charge(COST, { number: testCard.insufficientFunds })
    const declined = await buy({ method: 'charge', reference: id })
    expect([declined.status, declined.body.code]).toEqual([409, 'wrong_state'])
    const foreign = await charge(2_500, { as: 'admin@globex.test' })
    expect((await buy({ method: 'charge', reference: foreign.id })).status).toBe(404)
    expect((await buy({ method: 'charge', reference: small.id }, { who: 'subteam@acme.test' })).status).toBe(404)
    expect(await wallet()).toEqual(before)
    expect(await chargeNow(small.id)).toMatchObject({ spent: 0, transactionId: null })
  })

  test('that is asked for twenty times at once is made once', async () => {
    const { id } = await charge(COST)
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy({ method: 'charge', reference: id })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(19).fill(409)])
    await app.settle()
    expect(await reconcile(app.posy)).toEqual([])
  })

  test('is not possible with a charge that no one used: it is given back', async () => {
    const { id } = await charge(COST)
    await app.advance('PT31M')
    expect((await chargeNow(id)).status).toBe('void')
    expect((await buy({ method: 'charge', reference: id })).status).toBe(409)
  })
})

describe('a purchase by invoice', () => {
  const invoice = { method: 'invoice' }

  test('leaves the team owing the price, its wallet holds the gifts’ money, and a refund lessens what is owed', async () => {
    const [before, owedBefore] = [await wallet(), await owed()]
    const bought = await buy(invoice, { quantity: 3 })
    expect(bought.status, JSON.stringify(bought.body)).toBe(201)
    expect(bought.body.data).toMatchObject({ payment_method: 'invoice', wallet_id: wallets.acmeMain })
    expect(await wallet()).toEqual({ available: before.available, live: before.live + 3 * LIVE })
    expect(await owed()).toBe(owedBefore + 3 * COST)
    expect(await reconcile(app.posy)).toEqual([])
    const [gift] = bought.body.data.embedded.hugggs
    expect((await app.request('POST', `/api/v2/hugggs/${gift.id}/cancel`, { as })).status).toBe(200)
    expect([await wallet(), await owed()]).toEqual([
      { available: before.available, live: before.live + 2 * LIVE },
      owedBefore + 2 * COST,
    ])
    expect(await reconcile(app.posy)).toEqual([])
  })

  test('has its expired gifts taken off what is owed where the plan refunds them', async () => {
    const owedBefore = await owed()
    const bought = await app.request('POST', '/api/v2/transactions', {
      as,
      body: {
        purchase: { type: 'huggg', reference: products.daisyFlatWhite, expiry: '2026-03-20' },
        payment: invoice,
      },
    })
    expect([bought.status, await owed()]).toEqual([201, owedBefore + COST])
    await app.advance('P20D')
    expect(await owed()).toBe(owedBefore)
    expect(await reconcile(app.posy)).toEqual([])
  })

  test('stops at the credit limit, also for twenty at once, and the quote says so', async () => {
    await setCreditLimit((await owed()) + 5 * COST)
    try {
      expect((await quote(invoice, 5)).canBuy).toBe(true)
      const beyond = await quote(invoice, 6)
      expect(beyond.problems).toMatchObject([{ code: 'credit_limit_reached', path: 'payment.method' }])
      const refused = await buy(invoice, { quantity: 6 })
      expect([refused.status, refused.body.code]).toEqual([402, 'credit_limit_reached'])
      const answers = await Promise.all(Array.from({ length: 20 }, () => buy(invoice)))
      expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(5).fill(201), ...Array(15).fill(402)])
      for (const { body } of answers) expect(body.code ?? 'bought').toMatch(/bought|credit_limit_reached/)
      expect(await reconcile(app.posy)).toEqual([])
    } finally {
      await setCreditLimit(5_000_000)
    }
  })

  test('needs the permission to manage billing, and credit of the team itself', async () => {
    for (const who of ['subteam@acme.test', 'participant@acme.test']) {
      const refused = await buy(invoice, { who })
      expect([refused.status, refused.body.details[0].path]).toEqual([403, 'payment.method'])
    }
    expect((await buy(invoice, { who: 'admin@globex.test' })).body.code).toBe('credit_limit_reached')
    const foreign = await buy({ ...invoice, reference: wallets.globexMain })
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
  })

  test('of a gift in another currency needs a wallet in it', async () => {
    const refused = await buy(invoice, { reference: products.choiceOfGiftEu })
    expect([refused.status, refused.body.details[0].path]).toEqual([422, 'payment.reference'])
  })
})
