import { deliveryMethodLabel, giftStateLabel } from '#contract/core/status-labels.ts'
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
  unknown: 'Could not be delivered',
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

/** What gifts that did not arrive have cost: it is held for them, and comes back where they are cancelled. */
export function paidForUndelivered(gifts: {
  count: number
  pence: number
  currency: string
  /** The reader can do something about it. */
  mayMend: boolean
}): string {
  const { count, pence, currency, mayMend } = gifts
  const [it, address] = count === 1 ? ['it', 'address'] : ['them', 'addresses']
  if (!mayMend) return pence > 0 ? `${formatMoney(pence, currency)} was paid for ${it}.` : ''
  return pence > 0
    ? `You have paid ${formatMoney(pence, currency)} for ${it}: correct the ${address}, or cancel to get it back.`
    : `Correct the ${address}, or cancel ${it}.`
}
