import { Checkout } from 'checkout-sdk-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { answer3ds, testCard } from '#server/testing/cards.ts'
import type { CheckoutSandbox } from './index.ts'

/** The provider's own SDK, as its documentation says to use it: what it understands, the real provider would have said. */
// biome-ignore lint/suspicious/noExplicitAny: the SDK declares its answers as Object
type Answer = any
let app: TestApp
let sandbox: CheckoutSandbox
let cko: Checkout

beforeAll(async () => {
  app = await startTestApp()
  sandbox = app.providers.sandboxes.checkout!
  cko = new Checkout(sandbox.settings.secretKey, { pk: sandbox.settings.publicKey, host: sandbox.settings.baseUrl })
})
afterAll(() => app.close())

const tokenise = async (number: string, rest: object = {}): Promise<Answer> =>
  cko.tokens.request({ type: 'card', number, expiry_month: 6, expiry_year: 2030, cvv: '100', ...rest })
const pay = async (number: string, rest: object = {}, key?: string): Promise<Answer> => {
  const { token } = await tokenise(number)
  return cko.payments.request({ source: { token }, currency: 'GBP', amount: 1_000, reference: newId(), ...rest }, key)
}

test('the simulated card provider makes a token of a card without keeping its number', async () => {
  const token = await tokenise(testCard.approved)
  expect(token).toMatchObject({ type: 'card', last4: '4242', bin: '424242', scheme: 'Visa', expiry_month: 6 })
  expect(token.token).toMatch(/^tok_\w{26}$/)
  const rows = await app.posy.db.selectFrom('sandbox_card_record').select('body').execute()
  expect(JSON.stringify(rows)).not.toContain(testCard.approved)
})

test('the simulated card provider authorises, captures a part and refunds a part, as its actions say', async () => {
  const payment = await pay(testCard.approved, { capture: false })
  expect(payment).toMatchObject({
    approved: true,
    status: 'Authorized',
    response_code: '10000',
    requiresRedirect: false,
  })
  await cko.payments.capture(payment.id, { amount: 600, reference: 'part' })
  expect(await cko.payments.get(payment.id)).toMatchObject({
    status: 'Partially Captured',
    balances: { total_captured: 600, available_to_refund: 600 },
  })
  await cko.payments.refund(payment.id, { amount: 200 })
  await expect(cko.payments.refund(payment.id, { amount: 401 })).rejects.toMatchObject({
    http_code: 422,
    body: { error_codes: ['refund_amount_exceeds_balance'] },
  })
  await expect(cko.payments.capture(payment.id)).rejects.toMatchObject({ http_code: 403 })
  await expect(cko.payments.void(payment.id)).rejects.toMatchObject({ http_code: 403 })
  const actions = (await cko.payments.getActions(payment.id)) as Answer
  expect(actions.map(({ type, amount }: Answer) => [type, amount])).toEqual([
    ['Authorization', 1_000],
    ['Capture', 600],
    ['Refund', 200],
  ])
})

test('the simulated card provider captures at once where it is not told otherwise, and voids what was not captured', async () => {
  expect(await pay(testCard.approved)).toMatchObject({ status: 'Captured' })
  const payment = await pay(testCard.mastercard, { capture: false })
  await cko.payments.void(payment.id, { reference: 'unused' })
  expect((await cko.payments.get(payment.id)).status).toBe('Voided')
})

test('an idempotency key at the simulated card provider is one payment, also for two requests at once', async () => {
  const { token } = await tokenise(testCard.approved)
  const request = () =>
    cko.payments.request({ source: { token }, currency: 'GBP', amount: 5, reference: 'twin' }, 'key-1')
  const [a, b] = await Promise.all([request(), request()])
  expect(a).toEqual(b)
  expect((await cko.payments.getPaymentList({ reference: 'twin', limit: 10, skip: 0 })).total_count).toBe(1)
  await expect(cko.payments.request({ source: { token }, currency: 'GBP', amount: 5 }, 'key-2')).rejects.toMatchObject({
    body: { error_codes: ['token_used'] },
  })
})

test.each([
  [testCard.insufficientFunds, 1_000, '20051'],
  [testCard.expired, 1_000, '20054'],
  [testCard.approved, 12_305, '20005'],
  [testCard.approved, 99_951, '20051'],
  [testCard.approved, 1_005, '10000'],
])('the simulated card provider answers the documented code (%s, %i)', async (number, amount, code) => {
  const payment = await pay(number, { amount })
  expect(payment).toMatchObject({ response_code: code, approved: code === '10000' })
})

test('3-D Secure at the simulated card provider is a redirect, the holder’s answer and the payment by its session', async () => {
  const urls = { success_url: 'https://shop.example/ok?a=1', failure_url: 'https://shop.example/no' }
  const secure = { '3ds': { enabled: true, attempt_n3d: true }, ...urls, capture: false }
  const payment = await pay(testCard.asks3ds, secure)
  expect(payment).toMatchObject({ status: 'Pending', requiresRedirect: true })
  const back = await answer3ds(app, payment.redirectLink, 'approve')
  const session = back.searchParams.get('cko-session-id')!
  expect(session).toMatch(/^sid_\w{26}$/)
  expect([back.pathname, back.searchParams.get('a')]).toEqual(['/ok', '1'])
  expect(await cko.payments.get(session)).toMatchObject({ id: payment.id, status: 'Authorized' })
  const refused = await pay(testCard.asks3ds, secure)
  expect((await answer3ds(app, refused.redirectLink, 'fail')).pathname).toBe('/no')
  expect(await cko.payments.get(refused.id)).toMatchObject({ status: 'Declined', response_code: '20151' })
  expect(await pay(testCard.approved, secure)).toMatchObject({ status: 'Authorized' })
})

test('the simulated card provider keeps a card, charges it without its holder, and forgets it', async () => {
  const first = await pay(testCard.approved, { capture: false })
  const { id } = first.source
  expect(id).toMatch(/^src_/)
  const again = {
    source: { type: 'id', id },
    currency: 'GBP',
    amount: 300,
    payment_type: 'Unscheduled',
    merchant_initiated: true,
  }
  expect(await cko.payments.request({ ...again, previous_payment_id: first.id })).toMatchObject({ approved: true })
  expect(await cko.instruments.get(id)).toMatchObject({ last4: '4242', type: 'card' })
  await cko.instruments.delete(id)
  await expect(cko.instruments.get(id)).rejects.toMatchObject({ http_code: 404 })
  await expect(cko.payments.request(again)).rejects.toMatchObject({ body: { error_codes: ['source_id_invalid'] } })
  const { token } = await tokenise(testCard.approved)
  expect(await cko.instruments.create({ token })).toMatchObject({ type: 'card', last4: '4242' })
})

test('the simulated card provider verifies a card with an amount of 0', async () => {
  expect(await pay(testCard.approved, { amount: 0 })).toMatchObject({ status: 'Card Verified', approved: true })
})

test('the simulated card provider refuses a wrong key, an unknown payment and what is no test card', async () => {
  const stranger = new Checkout('sk_sbox_someoneelsesomeoneelsesomeo', { host: sandbox.settings.baseUrl })
  await expect(stranger.payments.get('pay_x')).rejects.toMatchObject({ http_code: 401 })
  await expect(cko.payments.get('pay_aaaaaaaaaaaaaaaaaaaaaaaaaa')).rejects.toMatchObject({ http_code: 404 })
  await expect(tokenise('4111111111111111')).rejects.toMatchObject({ body: { error_codes: ['card_number_invalid'] } })
  await expect(tokenise(testCard.approved, { expiry_year: 2020 })).rejects.toMatchObject({
    body: { error_codes: ['card_expired'] },
  })
})
