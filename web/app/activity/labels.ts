import { deliveryMethodLabel, giftStateLabel } from '#contract/core/status-labels.ts'
import type { PaymentMethod } from '#contract/orders/purchase.ts'
import type { PrintableLayout } from '#contract/printables/printables.ts'
import type { MovedGift } from '#contract/search/movements.ts'
import type { HugggHit } from '#contract/search/search.ts'
import { formatMoney } from '#kit/money.ts'
import { humanise } from '#web/ui/format.ts'

/** The state of a gift in a list, in a word; with what is left of one that is partly used. */
export const stateLabel = ({ state, left, transaction }: Pick<HugggHit, 'state' | 'left' | 'transaction'>): string =>
  giftStateLabel(state, left === null ? null : formatMoney(left, transaction.currency))

export const methodLabel = (method: string | null): string => (method ? deliveryMethodLabel(method) : '')
export const methods = ['email', 'sms', 'links', 'superhuggg', 'printable', 'inline-redeem'] as const

/** How a purchase was paid: its gifts’ money is in a wallet whichever way it came there. */
export const paidLabel = (method: PaymentMethod, wallet: string): string =>
  method === 'charge' ? 'by card' : method === 'invoice' ? 'by invoice' : `from ${wallet}`

/** What gifts are printed on. */
export const layoutLabels: Record<PrintableLayout, string> = {
  card: 'A6 cards, four on a sheet to cut out.',
  'folded-card': 'A5 cards to fold.',
  letter: 'A4 letters for envelopes with a window.',
}

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

type Named = Pick<MovedGift, 'receiver' | 'huggg'> & { transaction: Pick<MovedGift['transaction'], 'delivery_method'> }

/** A gift that was sent to no one, by the name on its card, else by what it is. Who may not send is not shown its code. */
function unnamedGift({ huggg: { name_on_card: name, shortcode }, transaction: { delivery_method } }: Named): string {
  if (name) return name
  if (delivery_method === 'superhuggg') return 'Not claimed yet'
  const kind = delivery_method === 'printable' ? 'Card' : 'Link'
  return shortcode ? `${kind} ${shortcode}` : `${kind} without a name`
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

/** Whom a gift is for, as far as that is known. */
export const recipientName = (gift: Named): string => {
  const { receiver } = gift
  return (
    (receiver && (`${receiver.first_name} ${receiver.surname}`.trim() || receiver.email || receiver.phone_number)) ||
    unnamedGift(gift)
  )
}

/** Where its message went, where one was sent. */
export const deliveryAddress = (gift: Named): string =>
  gift.receiver?.email ?? gift.receiver?.phone_number ?? unnamedGift(gift)

/** Gifts whose message did not arrive, and whose recipients have not opened them in some other way. */
export const undelivered = { states: ['not-delivered' as const] }

/** Where messages of a purchase went. */
export function contactLabel(method: string | null, count: number): string {
  const [one, many] = method === 'sms' ? ['number', 'numbers'] : ['address', 'addresses']
  return count === 1 ? one : many
}

/** What gifts that did not arrive have cost: it is held for them, and comes back where they are cancelled. */
export function paidForUndelivered(gifts: {
  count: number
  pence: number
  /** All of one purchase. */
  purchase: Pick<HugggHit['transaction'], 'currency' | 'delivery_method' | 'payment_method'>
  /** The reader can do something about it. */
  mayMend: boolean
}): string {
  const { count, pence, purchase, mayMend } = gifts
  const it = count === 1 ? 'it' : 'them'
  const contact = contactLabel(purchase.delivery_method, count)
  const price = formatMoney(pence, purchase.currency)
  // The invoice may not be paid yet.
  const isBilled = purchase.payment_method === 'invoice'
  if (!mayMend) return pence > 0 ? `${price} was ${isBilled ? 'invoiced' : 'paid'} for ${it}.` : ''
  if (pence <= 0) return `Correct the ${contact}, or cancel ${it}.`
  return isBilled
    ? `${price} is on your invoice for ${it}: correct the ${contact}, or cancel to have it taken off.`
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
