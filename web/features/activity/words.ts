import type { HugggHit } from '#contract/search.ts'
import { humanise } from '../../ui/format.ts'

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

const statusWords: Record<string, string> = {
  Created: 'Not handed out',
  Sent: 'Sent',
  Claimed: 'Opened',
  Fetched: 'Code taken',
  Redeemed: 'Used',
  Pending: 'Being made',
  Updating: 'Being changed',
}

/** A state of a gift as its sender reads it. */
export const statusWord = (status: string): string => statusWords[status] ?? status

const methodWords: Record<string, string> = {
  email: 'By email',
  sms: 'By text message',
  links: 'As links',
  'inline-redeem': 'As codes',
  printable: 'Printed',
  superhuggg: 'One link for many',
}
export const methodWord = (method: string | null): string => (method ? (methodWords[method] ?? humanise(method)) : '')
export const methods = ['email', 'links', 'inline-redeem'] as const

/** `email-bounce` as people read it. */
export function deliveryWord(status: string): string {
  const [, outcome = status] = status.match(/^(?:email|sms|links)-(.+)$/) ?? []
  return deliveryWords[outcome] ?? humanise(outcome)
}

const deliveryWords: Record<string, string> = {
  bounce: 'Came back: no such address',
  blocked: 'Refused by their mail server',
  spam: 'Marked as spam',
  dropped: 'Not sent: the address has failed before',
  pending: 'Waiting to be sent',
  undefined: 'Unknown',
  failed: 'Could not be sent',
  unsent: 'Nothing sent',
  waiting: 'Waiting to be sent',
}

/** Whom a gift is for, as far as that is known. */
export const recipientOf = ({ receiver, huggg }: Pick<HugggHit, 'receiver' | 'huggg'>): string =>
  (receiver && (`${receiver.first_name} ${receiver.surname}`.trim() || receiver.email || receiver.phone_number)) ||
  `Link ${huggg.shortcode}`

/** Where its email went, if by email. */
export const addressOf = ({ receiver, huggg }: Pick<HugggHit, 'receiver' | 'huggg'>): string =>
  receiver?.email ?? `Link ${huggg.shortcode}`

/** What becomes of a message that did not arrive, or not where it is read. */
const failures = ['bounce', 'blocked', 'spam', 'dropped', 'failed', 'rejected'] as const
/** Gifts whose email came back, and whose recipients have not opened them in some other way. */
export const undelivered = {
  statusNames: ['Created' as const, 'Sent' as const],
  deliveryStatuses: failures.map((failure) => `email-${failure}` as const),
}

/** Whether a message came back, so that its address wants looking at. */
export const hasFailed = (status: string): boolean => failures.some((failure) => status.endsWith(failure))
