import type { Selectable } from 'kysely'
import type { Card } from '#contract/payments/payments.ts'
import { BUSINESS_ZONE, Temporal, toDate } from '#kit/time.ts'
import type { CardTable } from '#server/platform/database/schema.ts'

export type CardRecord = Selectable<CardTable>

/** A card is good through the month printed on it: the first moment of the next, in London. */
export const expiresAt = (year: number, month: number): Date =>
  toDate(Temporal.PlainDate.from({ year, month, day: 1 }).add({ months: 1 }).toZonedDateTime(BUSINESS_ZONE).toInstant())

export const serializeCard = (card: CardRecord): Card => ({
  id: card.id,
  method: card.method,
  methodCardId: card.method_card_id,
  expiryMonth: card.expiry_month,
  expiryYear: card.expiry_year,
  scheme: card.scheme,
  last4Digits: card.last4_digits,
  verificationChargeId: card.verification_charge_id,
  status: card.status,
  isDefault: card.is_default,
  userId: card.user_id,
})
