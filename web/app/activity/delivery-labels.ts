import type { ReturnPlace } from '#contract/core/return-place.ts'
import type { Delivery } from '#contract/delivery/delivery.ts'
import type { PaymentMethod } from '#contract/orders/purchase.ts'
import type { HugggHit } from '#contract/search/search.ts'
import { formatMoney } from '#kit/money.ts'
import { humanise } from '#web/ui/format.ts'

/** `email-bounce` as people read it. */
export function deliveryLabel(status: string): string {
  const [, channel, outcome = status] = status.match(/^(email|sms|links)-(.+)$/) ?? []
  const ofTexts = channel === 'sms' ? textLabels[outcome] : undefined
  return ofTexts ?? deliveryLabels[outcome] ?? humanise(outcome)
}

const deliveryLabels: Record<string, string> = {
  bounce: 'Bounced: no such address',
  blocked: 'Refused by their email server',
  spam: 'Marked as spam',
  dropped: 'Not sent: the address has failed before',
  pending: 'Waiting to be sent',
  undefined: 'Unknown',
  failed: 'Could not be sent',
  rejected: 'Not sent: mail cannot go to this address',
  expired: 'Their mail server did not take it for three days',
  unsent: 'Nothing sent',
  waiting: 'Waiting to be sent',
}

/** Where a text fares otherwise than an email. */
const textLabels: Record<string, string> = {
  bounce: 'Not delivered: the number cannot be reached',
  blocked: 'Not sent: they have stopped texts, or their network refused it',
  spam: 'Held back by their network as spam',
  dropped: 'Not sent: the number has failed before',
  rejected: 'Texts cannot go to this number',
  expired: 'Their phone was off for too long',
  unknown: 'There is no such number, or it is out of reach',
  undefined: 'Their network gave no reason',
  failed: 'Could not be delivered',
}

/** Another message to the same address would not arrive either. */
export const isWrongAddress = (status: string | null): boolean =>
  status !== null && /^(email|sms)-(bounce|rejected|dropped)$/.test(status)

/** Why nothing more is sent to a gift's address, and what helps. */
export const unreachableWords = (channel: 'email' | 'sms', why: NonNullable<Delivery['unreachable']>): string =>
  `${unreachableLabels[channel][why]} Its link can still be passed on.`

const unreachableLabels: Record<'email' | 'sms', Record<NonNullable<Delivery['unreachable']>, string>> = {
  email: {
    'opted-out': 'Its recipient wants no emails from us, so none are sent there.',
    bounce: 'Emails to its address have come back, so none are sent there now.',
    complaint: 'Its recipient marked one of our emails as spam, so none are sent there.',
  },
  sms: {
    'opted-out': 'Its recipient has stopped texts, so none are sent there.',
    bounce: 'Texts to its number could not be delivered, so none are sent there now.',
    complaint: 'Its recipient reported one of our texts as spam, so none are sent there.',
  },
}

/** How a purchase was paid: its gifts’ money is in a wallet whichever way it came there. */
export const paidLabel = (method: PaymentMethod, wallet: string): string =>
  method === 'charge' ? 'by card' : method === 'invoice' ? 'by invoice' : `from ${wallet}`

/** Where messages of a purchase went. */
export function contactLabel(method: string | null, count: number): string {
  const [one, many] = method === 'sms' ? ['number', 'numbers'] : ['address', 'addresses']
  return count === 1 ? one : many
}

/** What gifts that did not arrive have cost: it is held for them, and goes where it says when they are cancelled. */
export function paidForUndelivered(gifts: {
  count: number
  pence: number
  /** All of one purchase. */
  purchase: Pick<HugggHit['transaction'], 'currency' | 'delivery_method' | 'payment_method'>
  returnsTo: ReturnPlace
  /** The reader can do something about it. */
  mayMend: boolean
}): string {
  const { count, pence, purchase, returnsTo, mayMend } = gifts
  const it = count === 1 ? 'it' : 'them'
  const contact = contactLabel(purchase.delivery_method, count)
  const price = formatMoney(pence, purchase.currency)
  // The invoice may not be paid yet.
  const isBilled = purchase.payment_method === 'invoice'
  if (!mayMend) return pence > 0 ? `${price} was ${isBilled ? 'invoiced' : 'paid'} for ${it}.` : ''
  if (pence <= 0) return `Correct the ${contact}, or cancel ${it}.`
  if (isBilled) return `${price} is on your invoice for ${it}: correct the ${contact}, or cancel to have it taken off.`
  return returnsTo === 'budget'
    ? `${price} was paid for ${it}: correct the ${contact}. If you cancel, it goes to the budget, not back to the allowance that paid.`
    : `You have paid ${price} for ${it}: correct the ${contact}, or cancel to get it back.`
}

/** What a command left as it was, and why: reasons speak of one gift. Empty where there is none. */
export const leftSentence = (refused: readonly { reason: string }[]): string =>
  [...Map.groupBy(refused, ({ reason }) => reason)]
    .map(([reason, { length }]) =>
      length === 1
        ? ` 1 gift was left as it was: ${reason}.`
        : ` ${length} gifts were left as they were. For each: ${reason}.`,
    )
    .join('')
