import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import type { CheckoutSandbox } from '#server/providers/checkout/sandbox/index.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { chargeCard, createCardToken } from '#server/testing/cards.ts'

/** How a card comes in: the provider's component, the session it is drawn with, and what can be made of the two. */
let app: TestApp
let sandbox: CheckoutSandbox

beforeAll(async () => {
  app = await startTestApp()
  sandbox = app.providers.sandboxes.checkout!
})
afterAll(() => app.close())

const admin = 'admin@acme.test'
const wallet = demo.wallets.acmeEvents
const get = (path: string, as = admin) => app.request('GET', path, { as })
const open = (as = admin, body: object = {}) => app.request('POST', '/api/v2/cards/sessions', { as, body })
const available = async () => {
  const { body } = await get(`/api/v2/user/${demo.users.acmeAdmin}/wallets`)
  return body.data.find(({ id }: { id: string }) => id === wallet).available as number
}
/** What the component's frame sends the provider. */
const enter = (secret: string, number = '4242424242424242', rest: object = {}) =>
  app.request('POST', '/sandbox/checkout/tokens', {
    headers: { authorization: sandbox.settings.publicKey, 'cko-payment-session-secret': secret },
    body: { type: 'card', number, expiry_month: 12, expiry_year: 2030, cvv: '100', ...rest },
  })

test('card entry says where card numbers are entered: at the provider', async () => {
  const { body } = await get('/api/v2/cards/fields')
  expect(body.data).toEqual({
    provider: 'checkout',
    publicKey: expect.stringMatching(/^pk_/),
    scriptUrl: 'http://posy.localhost:3000/sandbox/checkout/index.js',
    environment: 'sandbox',
  })
  const script = await app.request('GET', new URL(body.data.scriptUrl).pathname)
  expect(script.headers.get('content-type')).toContain('text/javascript')
  for (const name of ['card-number', 'card-expiry-date', 'card-cvv']) {
    const frame = await app.request('GET', `/sandbox/checkout/fields/${name}`)
    expect(frame.status).toBe(200)
    expect(frame.headers.get('content-security-policy')).toContain("default-src 'none'")
  }
  expect((await app.request('GET', '/sandbox/checkout/fields/constructor')).status).toBe(404)
})

test('a card is entered in a session of one’s own, for an hour, and charged for what the server was asked', async () => {
  const { status, body } = await open(admin, { currency: 'EUX' })
  expect(status).toBe(201)
  const { payment_session_secret: secret } = body.data.paymentSession
  const wrong = await enter(secret, '4111111111111111', { expiry_month: 13, expiry_year: 2020, cvv: '1' })
  expect(wrong.body.error_codes).toEqual([
    'card_number_invalid',
    'card_expiry_month_invalid',
    'card_expired',
    'cvv_invalid',
  ])
  const { token } = (await enter(secret)).body
  const charge = await app.request('POST', '/api/v2/charges', { as: admin, body: { token, amount: 900 } })
  expect(charge.body.data).toMatchObject({ status: 'processed', amount: 900, currency: 'GBX' })
  expect((await enter('pss_guessed')).body.error_codes).toEqual(['payment_session_invalid'])
  await app.advance('PT61M')
  expect((await enter(secret)).body.error_codes).toEqual(['payment_session_expired'])
})

test('a card session is given to people who may charge or store a card, a limited number of times', async () => {
  for (const as of ['viewer@acme.test', 'participant@acme.test', 'key:demo_customer'])
    expect([401, 403]).toContain((await open(as)).status)
  expect((await open(admin, { currency: 'USX' })).status).toBe(422)
  const mine = (await open()).body.data.paymentSession
  const theirs = (await open('admin@globex.test')).body.data.paymentSession
  expect(mine.payment_session_secret).not.toBe(theirs.payment_session_secret)
  let last = 201
  for (let opened = 0; opened < 125 && last === 201; opened++) last = (await open('subteam@acme.test')).status
  expect(last).toBe(429)
  expect((await open()).status).toBe(201)
})

test('a card provider that is silent, or refuses, gives no session and breaks no page', async () => {
  for (const failure of ['error', 'drop-before', 'drop-after'] as const) {
    sandbox.failures.next('session', failure)
    expect((await open()).body).toMatchObject({ code: 'unavailable' })
  }
  expect((await get('/api/v2/cards/fields')).status).toBe(200)
})

test('a payment made outside Posy with a page’s session moves no money here, whatever it calls itself', async () => {
  const before = await available()
  const own = (await chargeCard(app, { as: 'admin@globex.test', amount: 5_000 })).body.data
  const count = async () => (await get('/api/v2/charges')).body.total
  const charges = await count()
  for (const reference of ['card-entry', own.id]) {
    const paid = await app.request('POST', '/sandbox/checkout/payments', {
      headers: { authorization: sandbox.settings.secretKey },
      body: {
        source: { type: 'token', token: await createCardToken(app) },
        amount: 5_000,
        currency: 'EUR',
        reference,
      },
    })
    expect(paid.body).toMatchObject({ status: 'Captured', reference })
  }
  await sandbox.notices.idle()
  await app.settle().catch(() => undefined)
  expect([await count(), await available()]).toEqual([charges, before])
  expect((await get(`/api/v2/charges/${own.id}`, 'admin@globex.test')).body.data).toMatchObject({
    status: 'processed',
    spent: 0,
    methodPaymentId: own.methodPaymentId,
  })
})

test('a notice that comes before the answer, and a form sent twice, make one payment and one top-up', async () => {
  const before = await available()
  const body = { token: await createCardToken(app), amount: 700, intent: { walletId: wallet, automatic: true } }
  const send = () =>
    app.request('POST', '/api/v2/charges', { as: admin, headers: { 'idempotency-key': 'press-1' }, body })
  sandbox.failures.next('payment', 'slow')
  const first = send()
  await expect.poll(() => sandbox.failures.waiting()).toBe(1)
  await sandbox.notices.idle()
  await app.settle()
  expect(await available()).toBe(before + 700)
  const again = await send()
  sandbox.failures.release()
  const answer = await first
  expect(answer.body.data).toMatchObject({ status: 'processed', spent: 700, paidFor: 'wallet-top-up' })
  expect(again.body.data.id).toBe(answer.body.data.id)
  await app.settle()
  expect(await available()).toBe(before + 700)
  const query = app.posy.db.selectFrom('sandbox_card_record').select('body').where('kind', '=', 'payment')
  const payments = await query.where('reference', '=', answer.body.data.id).execute()
  expect(payments.map((row) => (row.body as { captured: number }).captured)).toEqual([700])
  const other = await app.request('POST', '/api/v2/charges', {
    as: admin,
    headers: { 'idempotency-key': 'press-1' },
    body: { ...body, token: await createCardToken(app) },
  })
  expect(other.body.code).toBe('idempotency_key_reused')
})
