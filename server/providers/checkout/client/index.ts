import { isoCurrency } from '#kit/currency.ts'
import {
  type Authorisation,
  type CardProvider,
  CardsRefused,
  type EntryRequest,
} from '#server/providers/checkout/types.ts'
import { explain, isMissing } from './errors.ts'
import { readEvent } from './events.ts'
import { fetchRecords, mergeRecords, readReport } from './reports.ts'
import { openSdk, PaymentList, PaymentSession, type Sdk } from './sdk.ts'
import { parse, toDispute, toPayment } from './serialize.ts'

export interface CheckoutSettings {
  secretKey: string
  publicKey: string
  webhookSecret: string
  /** `https://PREFIX.api.checkout.com`, or the sandbox's address. */
  baseUrl: string
  /** Required by the provider where an account has several. */
  processingChannelId?: string | undefined
  /** The script that draws the component in which a card is typed, its inputs in frames of theirs; Flow unless told. */
  entryScriptUrl?: string
  /** For a whole request; 10 s unless told. */
  timeoutMs?: number
}

const FLOW_SCRIPT_URL = 'https://checkout-web-components.checkout.com/index.js'
/** Longer than the issuer of a card may take, shorter than anybody waits. */
const TIMEOUT_MS = 10_000

/** Cards at Checkout.com, through its official SDK. */
export function openCheckout(settings: CheckoutSettings): CardProvider {
  const { answer, orNull } = askThrough(openSdk({ ...settings, timeoutMs: settings.timeoutMs ?? TIMEOUT_MS }))
  return {
    entry: {
      publicKey: settings.publicKey,
      scriptUrl: settings.entryScriptUrl ?? FLOW_SCRIPT_URL,
      environment: settings.publicKey.startsWith('pk_sbox_') ? 'sandbox' : 'production',
    },
    openEntry: (request) =>
      answer(async (sdk) => parse(PaymentSession, await sdk.paymentSessions.request(toEntryBody(request, settings)))),
    authorise: (request) =>
      answer(async (sdk) =>
        toPayment(await sdk.payments.request(authorisationBody(request, settings), request.chargeId)),
      ),
    payment: (id) => orNull(async (sdk) => toPayment(await sdk.payments.get(id))),
    paymentByReference: (chargeId) =>
      orNull(async (sdk) => {
        const { data } = parse(
          PaymentList,
          await sdk.payments.getPaymentList({ reference: chargeId, limit: 10, skip: 0 }),
        )
        const found = data.find((payment) => payment.reference === chargeId)
        // The list leaves out what the single payment tells.
        return found ? toPayment(await sdk.payments.get(found.id)) : null
      }),
    capture: (id, { amountPence, key }) =>
      answer(async (sdk) => void (await sdk.payments.capture(id, { amount: amountPence, reference: key }, key))),
    void: (id, { key }) => answer(async (sdk) => void (await sdk.payments.void(id, { reference: key }, key))),
    refund: (id, { amountPence, key }) =>
      answer(async (sdk) => void (await sdk.payments.refund(id, { amount: amountPence, reference: key }, key))),
    forgetInstrument: async (id) => void (await orNull((sdk) => sdk.instruments.delete(id))),
    dispute: (id) => orNull(async (sdk) => toDispute(await sdk.disputes.getDetails(id))),
    records: (made) => answer((sdk) => fetchRecords(sdk, made)),
    readRecords: (files) => mergeRecords(files.map(readReport)),
    readEvent: (rawBody, signature) => readEvent(settings.webhookSecret, rawBody, signature),
  }
}

/** What the SDK throws is told as a refusal, or as what no one knows. */
const askThrough = (open: () => Promise<Sdk>) => {
  const orElse =
    <F>(onError: (error: unknown) => F) =>
    <T>(call: (sdk: Sdk) => Promise<T>): Promise<T | F> =>
      open().then(call).catch(onError)
  const refuse = (error: unknown): never => {
    throw explain(error)
  }
  return { answer: orElse(refuse), orNull: orElse((error) => (isMissing(error) ? null : refuse(error))) }
}

/** @throws CardsRefused */
function requireCurrencyCode(currency: string): string {
  const code = isoCurrency(currency)
  if (!code) throw new CardsRefused(`No card can be charged in ${currency}.`)
  return code
}

/**
 * What the component needs to be drawn (docs/decisions/0160). The browser is given a secret that could pay with this
 * session, past our books: so its amount is nothing, nothing is captured and its reference is no charge of ours.
 */
const toEntryBody = (
  { currency, successUrl, failureUrl }: EntryRequest,
  { processingChannelId }: CheckoutSettings,
) => ({
  amount: 0,
  currency: requireCurrencyCode(currency),
  reference: 'card-entry',
  capture: false,
  '3ds': { enabled: true },
  // Required, and said of no payment: where we sell.
  billing: { address: { country: 'GB' } },
  enabled_payment_methods: ['card'],
  payment_method_configuration: { card: { store_payment_details: 'disabled' } },
  locale: 'en-GB',
  success_url: successUrl,
  failure_url: failureUrl,
  ...(processingChannelId && { processing_channel_id: processingChannelId }),
})

/** The money is only reserved here; using it captures it. */
function authorisationBody(request: Authorisation, { processingChannelId }: CheckoutSettings): object {
  const { source, initiator, currency, amountPence } = request
  const isMerchant = initiator === 'merchant'
  const isStored = 'token' in source && source.store
  return {
    source:
      'token' in source
        ? { type: 'token', token: source.token, store_for_future_use: source.store }
        : { type: 'id', id: source.instrumentId },
    amount: amountPence,
    currency: requireCurrencyCode(currency),
    reference: request.chargeId,
    capture: false,
    // A card that is only stored is the holder's consent to charges without them later.
    payment_type: isMerchant || (isStored && amountPence === 0) ? 'Unscheduled' : 'Regular',
    merchant_initiated: isMerchant,
    ...(isMerchant && 'previousPaymentId' in source && { previous_payment_id: source.previousPaymentId }),
    // A card whose bank takes no part in 3-D Secure is charged without.
    // Without this challenge, banks may decline what is charged later without its holder.
    '3ds': isMerchant
      ? { enabled: false }
      : { enabled: true, attempt_n3d: true, ...(isStored && { challenge_indicator: 'challenge_requested_mandate' }) },
    success_url: request.successUrl,
    failure_url: request.failureUrl,
    ...(processingChannelId && { processing_channel_id: processingChannelId }),
  }
}
