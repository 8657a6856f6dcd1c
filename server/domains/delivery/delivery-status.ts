import type { Channel } from './messages/contact-address.ts'

/** How a message fares, as its row says it. */
export type MessageStatus =
  | 'pending'
  | 'sent'
  | 'delivered'
  | 'bounce'
  | 'blocked'
  | 'spam'
  | 'dropped'
  | 'unknown'
  | 'undefined'
  | 'failed'
  | 'rejected'
  | 'expired'
  | 'cancelled'

/** For each status the channels on which a message of it never arrives. */
const LOST_ON: Record<MessageStatus, readonly Channel[]> = {
  pending: [],
  sent: [],
  delivered: [],
  bounce: ['email', 'sms'],
  blocked: ['email', 'sms'],
  // An email called spam did arrive.
  spam: ['sms'],
  dropped: ['email', 'sms'],
  // Of a text its network says so when it did not arrive; an email of which nothing is known may have.
  unknown: ['sms'],
  undefined: ['sms'],
  failed: ['email', 'sms'],
  rejected: ['email', 'sms'],
  expired: ['email', 'sms'],
  cancelled: [],
}

export const isLost = (channel: Channel, status: MessageStatus): boolean => LOST_ON[status].includes(channel)

const lostOn = (channel: Channel) =>
  (Object.keys(LOST_ON) as MessageStatus[]).filter((status) => isLost(channel, status))

/** Statuses after which people are told that a message was not delivered. An email called spam is among them: its reader refused it. */
const NOT_DELIVERED = { email: [...lostOn('email'), 'spam'], sms: lostOn('sms') } satisfies Record<
  Channel,
  MessageStatus[]
>

const list = (statuses: readonly MessageStatus[]) => statuses.map((status) => `'${status}'`).join(', ')

/** What people are told was not delivered: the one answer for lists, searches and the console. */
export const notDelivered = {
  has: (channel: Channel, status: string): boolean => NOT_DELIVERED[channel].some((each) => each === status),
  /** As SQL, of a message by its alias. */
  sql: (message: string): string =>
    `case ${message}.channel when 'sms' then ${message}.status in (${list(NOT_DELIVERED.sms)}) else ${message}.status in (${list(NOT_DELIVERED.email)}) end`,
  /** Of either channel, for an index to find the few messages that may be meant. */
  statuses: [...new Set([...NOT_DELIVERED.email, ...NOT_DELIVERED.sms])] as readonly MessageStatus[],
}

/** As SQL, of the latest message `m` about a gift `h`, a cancelled one aside (queries: deriveDeliveryStatus). */
export const ofLatestMessage = (expression: string): string => `(
  select ${expression} from outgoing_message m where m.huggg_id = h.id and m.template = 'gift' and m.status <> 'cancelled'
  order by m.created_at desc, m.id desc limit 1)`

/**
 * How much a status tells: a report counts only when it tells more than what is known, so that neither the order nor the
 * repetition of reports matters. A text that was delivered was delivered; an email may come back afterwards, and be called
 * spam after that.
 */
function weight(channel: Channel, status: MessageStatus): number {
  if (status === 'cancelled') return Number.POSITIVE_INFINITY
  if (status === 'pending') return 0
  if (status === 'sent') return 1
  if (channel === 'sms') return status === 'delivered' ? 3 : 2
  if (status === 'unknown' || status === 'undefined') return 1.5
  // Given up by us: its last try may have left all the same.
  if (status === 'failed' || status === 'expired') return 1.75
  if (status === 'delivered') return 2
  return status === 'spam' ? 4 : 3
}

export const tellsMore = (channel: Channel, reported: MessageStatus, known: MessageStatus): boolean =>
  weight(channel, reported) > weight(channel, known)
