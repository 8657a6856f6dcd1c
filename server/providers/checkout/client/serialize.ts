import { z } from 'zod'
import { currencyOfIso } from '#kit/currency.ts'
import {
  CardsUncertain,
  type ProviderCard,
  type ProviderDispute,
  type ProviderPayment,
} from '#server/providers/checkout/types.ts'
import { CheckoutPayment, Dispute } from './sdk.ts'

const statuses: Record<string, ProviderPayment['status']> = {
  Pending: 'pending',
  'Retry Scheduled': 'pending',
  Authorized: 'authorised',
  'Card Verified': 'verified',
  Captured: 'captured',
  'Partially Captured': 'captured',
  Paid: 'captured',
  Refunded: 'captured',
  'Partially Refunded': 'captured',
  Declined: 'declined',
  Canceled: 'voided',
  Voided: 'voided',
  Expired: 'expired',
}

/** An answer of the provider, checked. @throws CardsUncertain for one that makes no sense */
export function parse<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new CardsUncertain(`The card provider answered something else than expected: ${z.prettifyError(parsed.error)}`)
}

/** @throws CardsUncertain for a status no one knows */
export function toPayment(answer: unknown): ProviderPayment {
  const payment = parse(CheckoutPayment, answer)
  const status = statuses[payment.status]
  if (!status) throw new CardsUncertain(`The card provider knows a status we do not: ${payment.status}`)
  // A stored payment tells its reason with the action that was refused.
  const action = payment.actions?.find((one) => /^(authorization|card verification)$/i.test(one.type))
  return {
    id: payment.id,
    reference: payment.reference ?? '',
    amountPence: payment.amount ?? 0,
    currency: currencyOfIso(payment.currency ?? '') ?? null,
    status,
    redirectUrl: status === 'pending' ? (payment._links?.redirect?.href ?? null) : null,
    responseCode: payment.response_code ?? action?.response_code ?? null,
    responseSummary: payment.response_summary ?? action?.response_summary ?? null,
    card: toCard(payment.source),
  }
}

function toCard(source: CheckoutPayment['source']): ProviderCard | null {
  if (!source?.last4 || !source.expiry_month || !source.expiry_year) return null
  return {
    instrumentId: source.id ?? null,
    fingerprint: source.fingerprint ?? null,
    scheme: source.scheme ?? 'Card',
    last4Digits: source.last4,
    expiryMonth: source.expiry_month,
    expiryYear: source.expiry_year,
  }
}

/** Money is away from the moment a dispute is open until it is won. */
export function toDispute(answer: unknown): ProviderDispute {
  const { id, status, amount, payment } = parse(Dispute, answer)
  const won = ['won', 'canceled', 'arbitration_won'].includes(status)
  const lost = ['lost', 'accepted', 'expired', 'arbitration_lost'].includes(status)
  return { id, paymentId: payment.id, amountPence: amount, status: won ? 'won' : lost ? 'lost' : 'open' }
}
