import { deliveryMethodLabel, giftStateLabel } from '#contract/core/status-labels.ts'
import type { PrintableLayout } from '#contract/printables/printables.ts'
import type { MovedGift } from '#contract/search/movements.ts'
import type { HugggHit } from '#contract/search/search.ts'
import { formatMoney } from '#kit/money.ts'

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

type Named = Pick<MovedGift, 'receiver' | 'huggg'> & { transaction: Pick<MovedGift['transaction'], 'delivery_method'> }

/** A gift that was sent to no one, by the name on its card, else by what it is. Who may not send is not shown its code. */
function unnamedGift({ huggg: { name_on_card: name, shortcode }, transaction: { delivery_method } }: Named): string {
  if (name) return name
  if (delivery_method === 'superhuggg') return 'Not claimed yet'
  const kind = delivery_method === 'printable' ? 'Card' : 'Link'
  return shortcode ? `${kind} ${shortcode}` : `${kind} without a name`
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
