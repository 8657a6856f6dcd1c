import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import type { CheckoutSandbox } from '#server/providers/checkout/sandbox/index.ts'
import { signNotification } from '#server/providers/checkout/sandbox/index.ts'
import type { Authorisation, CardProvider } from '#server/providers/checkout/types.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { answer3ds, createCardToken, testCard } from '#server/testing/cards.ts'
import { openCheckout } from './index.ts'

let app: TestApp
let sandbox: CheckoutSandbox
let cards: CardProvider
let impatient: CardProvider

beforeAll(async () => {
  app = await startTestApp()
  sandbox = app.providers.sandboxes.checkout!
  cards = app.posy.providers.cards!
  impatient = openCheckout({ ...sandbox.settings, timeoutMs: 3000 })
})
afterAll(() => app.close())

const request = async (rest: Partial<Authorisation> = {}, number?: string): Promise<Authorisation> => ({
  chargeId: newId(),
  amountPence: 2_000,
  currency: 'GBX',
  source: { token: await createCardToken(app, number), store: true },
  initiator: 'customer',
  successUrl: 'https://posy.example/ok',
  failureUrl: 'https://posy.example/no',
  ...rest,
})

test('the card provider’s client reserves money, captures a part of it once, and refunds some', async () => {
  const wanted = await request()
  const payment = await cards.authorise(wanted)
  expect(payment).toMatchObject({
    status: 'authorised',
    amountPence: 2_000,
    currency: 'GBX',
    reference: wanted.chargeId,
  })
  expect(payment.card).toMatchObject({ last4Digits: '4242', expiryMonth: 12, expiryYear: 2030, scheme: 'Visa' })
  const capture = { amountPence: 1_500, key: `${wanted.chargeId}/capture` }
  await cards.capture(payment.id, capture)
  await cards.capture(payment.id, capture)
  await expect(cards.capture(payment.id, { ...capture, key: 'another' })).rejects.toMatchObject({
    name: 'CardsRefused',
  })
  await cards.refund(payment.id, { amountPence: 500, key: 'refund-1' })
  await cards.refund(payment.id, { amountPence: 500, key: 'refund-1' })
  expect((await cards.payment(payment.id))!.status).toBe('captured')
  await expect(cards.refund(payment.id, { amountPence: 1_001, key: 'refund-2' })).rejects.toMatchObject({
    codes: ['refund_amount_exceeds_balance'],
  })
})

test('the card provider’s client reports a decline with its code, also when asked later', async () => {
  const wanted = await request({}, testCard.insufficientFunds)
  const declined = { status: 'declined', responseCode: '20051', responseSummary: 'Insufficient Funds' }
  expect(await cards.authorise(wanted)).toMatchObject(declined)
  expect(await cards.paymentByReference(wanted.chargeId)).toMatchObject(declined)
})

test('3-D Secure is asked of holders, not of merchants; a stored card can be charged and deleted', async () => {
  const wanted = await request({}, testCard.asks3ds)
  const challenged = await cards.authorise(wanted)
  expect(challenged.status).toBe('pending')
  const back = await answer3ds(app, challenged.redirectUrl!, 'approve')
  const payment = (await cards.payment(back.searchParams.get('cko-session-id')!))!
  const instrumentId = payment.card!.instrumentId!
  const merchant = await request({
    source: { instrumentId, previousPaymentId: payment.id },
    initiator: 'merchant',
    currency: 'EUX',
  })
  expect(await cards.authorise(merchant)).toMatchObject({ status: 'authorised', currency: 'EUX', redirectUrl: null })
  await cards.forgetInstrument(instrumentId)
  await cards.forgetInstrument(instrumentId)
  await expect(cards.authorise({ ...merchant, chargeId: newId() })).rejects.toMatchObject({
    codes: ['source_id_invalid'],
  })
})

test('a card stored without a charge may be charged later without its holder, also where its bank insists on 3-D Secure', async () => {
  const stored = await cards.authorise(await request({ amountPence: 0 }, testCard.insists3ds))
  const back = await answer3ds(app, stored.redirectUrl!, 'approve')
  const payment = (await cards.payment(back.searchParams.get('cko-session-id')!))!
  expect(payment.status).toBe('verified')
  const source = { instrumentId: payment.card!.instrumentId!, previousPaymentId: payment.id }
  expect(await cards.authorise(await request({ source, initiator: 'merchant' }))).toMatchObject({
    status: 'authorised',
    card: { last4Digits: '1387' },
  })
  const kept = app.posy.db.selectFrom('sandbox_card_record').select('body').where('id', '=', payment.id)
  expect((await kept.executeTakeFirstOrThrow()).body).toMatchObject({ payment_type: 'Unscheduled', mandate: true })
})

test('the card provider’s client opens a session of its own for each card that is entered, for no money; no answer means no session', async () => {
  const pages = { successUrl: 'https://posy.example/ok', failureUrl: 'https://posy.example/no' }
  const open = () => cards.openEntry({ currency: 'GBX', ...pages })
  const [one, other] = [await open(), await open()]
  expect(one).toMatchObject({
    id: expect.stringMatching(/^ps_\w+$/),
    payment_session_secret: expect.stringMatching(/^pss_/),
  })
  expect(other.payment_session_secret).not.toBe(one.payment_session_secret)
  const told = JSON.parse(Buffer.from(String(one.payment_session_token).split(':')[1]!, 'base64').toString())
  expect(told).toMatchObject({ id: one.id, amount: 0, currency: 'GBP', reference: 'card-entry' })
  expect(told.payment_methods.map(({ type }: { type: string }) => type)).toEqual(['card'])
  await expect(cards.openEntry({ currency: 'USX', ...pages })).rejects.toMatchObject({ name: 'CardsRefused' })
  sandbox.failures.next('session', 'drop-before')
  await expect(open()).rejects.toMatchObject({ name: 'CardsUncertain' })
})

test('a card that was not asked to be stored gets no handle to charge it by', async () => {
  const wanted = await request({ source: { token: await createCardToken(app), store: false } })
  expect((await cards.authorise(wanted)).card!.instrumentId).toBeNull()
})

test('the card provider’s client tells a missing payment from a provider that does not answer', async () => {
  expect(await cards.payment('pay_aaaaaaaaaaaaaaaaaaaaaaaaaa')).toBeNull()
  expect(await cards.payment('sid_aaaaaaaaaaaaaaaaaaaaaaaaaa')).toBeNull()
  expect(await cards.paymentByReference(newId())).toBeNull()
  expect(await cards.dispute('dsp_x')).toBeNull()
  for (const failure of ['error', 'drop-before'] as const) {
    sandbox.failures.next('read', failure)
    await expect(cards.payment('pay_x')).rejects.toMatchObject({ name: 'CardsUncertain' })
  }
})

test('a lost answer of the card provider is reported as none, and the payment is found by its reference', async () => {
  for (const failure of ['drop-after', 'slow'] as const) {
    const wanted = await request()
    sandbox.failures.next('payment', failure)
    await expect(impatient.authorise(wanted)).rejects.toMatchObject({ name: 'CardsUncertain' })
    sandbox.failures.release()
    const found = await cards.paymentByReference(wanted.chargeId)
    expect(found).toMatchObject({ status: 'authorised', reference: wanted.chargeId })
    // The same request again is the same payment.
    expect((await cards.authorise(wanted)).id).toBe(found!.id)
  }
})

test('the card provider’s client accepts a notice only with its signature over the bytes as they came', () => {
  const raw = JSON.stringify({
    id: 'evt_1',
    type: 'payment_captured',
    timestamp: '2026-03-02T10:00:00Z',
    data: { id: 'pay_1', reference: 'x' },
  })
  const signature = signNotification(sandbox.settings.webhookSecret, raw)
  expect(cards.readEvent(raw, signature)).toEqual({
    id: 'evt_1',
    type: 'payment_captured',
    at: new Date('2026-03-02T10:00:00Z'),
    subject: { payment: 'pay_1', reference: 'x' },
  })
  expect(cards.readEvent(raw, signature.toUpperCase())).not.toBeNull()
  for (const wrong of [
    null,
    '',
    'abc',
    signature.replace(/^./, (first) => (first === '0' ? '1' : '0')),
    signNotification('guess', raw),
  ])
    expect(cards.readEvent(raw, wrong)).toBeNull()
  expect(cards.readEvent(`${raw} `, signature)).toBeNull()
  expect(cards.readEvent('not json', signNotification(sandbox.settings.webhookSecret, 'not json'))).toBeNull()
  const dispute = JSON.stringify({ id: 'evt_2', type: 'dispute_won', data: { id: 'dsp_1', payment_id: 'pay_1' } })
  expect(cards.readEvent(dispute, signNotification(sandbox.settings.webhookSecret, dispute))).toMatchObject({
    at: null,
    subject: { dispute: 'dsp_1' },
  })
})
