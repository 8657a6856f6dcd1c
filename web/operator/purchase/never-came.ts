import type { GiftState } from '#contract/core/status-labels.ts'
import type { OperatorGift } from '#contract/operator/purchases.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { whyNot } from '#web/operator/messages/why-not.ts'
import { formatDay, formatMoment } from '#web/ui/format.ts'

/** What an operator tells anyone who says that a gift never came. */
export interface NeverCame {
  /** What is known of it. */
  known: string
  /** Who may send it again, or what there is to do instead. */
  next: string
}

type Gift = Pick<
  OperatorGift,
  'state' | 'messages' | 'leavesAt' | 'canBeSentAgain' | 'changesAllowedUntil' | 'expiresAt' | 'customer' | 'purchase'
>

const when = (at: string) => formatMoment(at, BUSINESS_ZONE)
/** Texts have no such folder. */
const SPAM: Partial<Record<string, string>> = { email: ' It may be in a folder for spam.' }
const channels = { email: 'email', sms: 'text' } as const

export const neverCame = (gift: Gift): NeverCame => ({ known: whatIsKnown(gift), next: whatToDo(gift) })

/** With a recipient of its own, who has not opened it. */
const onTheWay: readonly GiftState[] = ['sending', 'scheduled', 'sent', 'not-delivered']

/** What an operator tells anyone whose gift went to someone else. */
export function wrongPerson({
  state,
  address,
  customer,
  purchase,
}: Pick<OperatorGift, 'state' | 'address' | 'customer' | 'purchase'>): string {
  const who = `${purchase.buyer} or an admin of ${customer.name}`
  if (address && onTheWay.includes(state))
    return `It has not been opened: ${who} corrects the address on the gift’s page. It goes out under a new link then, and the old one stops working. Support does not do that for them.`
  const used = state === 'code-shown' ? ', and its code shown, so it may be used at any moment' : ''
  const opened =
    state === 'opened' || used ? `Its page has been opened${used}: its address can no longer be corrected. ` : ''
  return `${opened}${who} cancels it on the gift’s page while it is unused, gets back what it cost, and sends another.`
}

function whatIsKnown(gift: Gift): string {
  const [latest] = gift.messages
  const channel = latest ? channels[latest.channel] : 'message'
  switch (gift.state) {
    case 'scheduled':
      return `It has not left yet. ${gift.leavesAt ? `It is scheduled for ${when(gift.leavesAt)}.` : 'It is scheduled.'}`
    case 'being-made':
      return 'It is being made, and leaves once it is.'
    case 'to-print':
    case 'printed':
      return 'We send nothing for it: it is a card that the sender prints and hands over.'
    case 'unclaimed':
      return 'We send nothing for it: it is given out at the shareable gift’s own link.'
    case 'link-not-shared':
      return 'We send nothing for it: the sender passes its link on.'
    case 'not-sent':
      return 'Nothing has been sent for it.'
    case 'cancelled':
      return 'It was cancelled, and its link leads nowhere.'
    case 'expired':
      return `It expired on ${formatDay(gift.expiresAt, BUSINESS_ZONE)} without having been used.`
    case 'redeemed':
      return 'It came: it has been redeemed.'
    case 'opened':
    case 'code-shown':
    case 'partly-used':
    case 'code-taken':
      return howItCame(latest, channel)
    default:
      return howItTravelled(latest, channel)
  }
}

/** Also by a link that someone passed on: its own message may have come back. */
function howItCame(latest: Gift['messages'][number] | undefined, channel: string): string {
  if (latest?.state !== 'failed') return 'It came: its page has been opened.'
  const why = latest.error ? `: ${whyNot(latest.error) ?? latest.error}` : ''
  return `Its ${channel} did not arrive${why}. Its page was opened all the same, by its link: ask who opened it before you say that it came.`
}

function howItTravelled(latest: Gift['messages'][number] | undefined, channel: string): string {
  if (!latest) return 'It counts as sent, and no email or text of ours went out.'
  const { state, sentAt, nextTryAt, error } = latest
  if (state === 'failed') return `Its ${channel} did not arrive${error ? `: ${whyNot(error) ?? error}` : ''}.`
  if (state === 'delivered')
    return `Its ${channel} was delivered${sentAt ? ` on ${when(sentAt)}` : ''}, and its page has not been opened.${SPAM[channel] ?? ''}`
  if (state === 'sent')
    return `Its ${channel} left${sentAt ? ` on ${when(sentAt)}` : ''}, and its page has not been opened.${SPAM[channel] ?? ''}`
  if (state === 'cancelled') return `Its ${channel} was not sent.`
  return `Its ${channel} has not left yet${nextTryAt ? `: it is tried on ${when(nextTryAt)}` : ''}.`
}

function whatToDo({ state, canBeSentAgain, changesAllowedUntil, customer, purchase }: Gift): string {
  if (state === 'expired')
    return 'There is nothing to send again. Where it should not have expired, finance takes the expiry back under Expiries, and another operator confirms it.'
  if (!canBeSentAgain) return 'There is nothing to send again.'
  const visit = changesAllowedUntil
    ? `Support may send it again too, to the same address, in a visit that changes things: ${customer.name} allows that until ${when(changesAllowedUntil)}.`
    : `Support may send it again too, to the same address, in a visit that changes things, once an admin of ${customer.name} allows that under Team, Support.`
  return `${purchase.buyer} or an admin of ${customer.name} sends it again on the gift’s page, once an hour, and corrects the address there. ${visit} Support never corrects it: that would hand the gift to someone else.`
}
