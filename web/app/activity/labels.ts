import { deliveryMethodLabel, giftStatusLabel } from '#contract/core/status-labels.ts'
import type { PrintableLayout } from '#contract/printables/printables.ts'
import type { HugggHit } from '#contract/search/search.ts'
import { humanise } from '#web/ui/format.ts'

/** States that people filter by, in the order a gift goes through them. */
export const giftStatuses = [
  'Created',
  'Scheduled',
  'Sent',
  'Claimed',
  'Fetched',
  'Redeemed',
  'Expired',
  'Cancelled',
  'Pending',
] as const

export const statusLabel = giftStatusLabel
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

/** A gift that was sent to no one, by the name on its card. People who may not send are not shown its code. */
const linkName = ({ name_on_card: name, shortcode }: Pick<HugggHit['huggg'], 'name_on_card' | 'shortcode'>): string =>
  name ?? (shortcode ? `Link ${shortcode}` : 'Link')

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
export const recipientName = ({ receiver, huggg }: Pick<HugggHit, 'receiver' | 'huggg'>): string =>
  (receiver && (`${receiver.first_name} ${receiver.surname}`.trim() || receiver.email || receiver.phone_number)) ||
  linkName(huggg)

/** Where its message went, where one was sent. */
export const deliveryAddress = ({ receiver, huggg }: Pick<HugggHit, 'receiver' | 'huggg'>): string =>
  receiver?.email ?? receiver?.phone_number ?? linkName(huggg)

/** What happens to a message that did not arrive, or not where it is read. */
const failures = ['bounce', 'blocked', 'spam', 'dropped', 'failed', 'rejected', 'expired'] as const
/** Gifts whose message did not arrive, and whose recipients have not opened them in some other way. */
export const undelivered = {
  statusNames: ['Created' as const, 'Sent' as const],
  deliveryStatuses: failures.flatMap((failure) => [`email-${failure}` as const, `sms-${failure}` as const]),
}

/** Whether a message came back, so that its address wants looking at. */
export const hasDeliveryFailed = (status: string): boolean => failures.some((failure) => status.endsWith(failure))
