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

/** Those after which a text has not arrived. */
const LOST_TEXT: readonly MessageStatus[] = [
  'bounce',
  'blocked',
  'spam',
  'dropped',
  'unknown',
  'undefined',
  'failed',
  'rejected',
  'expired',
]
/** An email called spam did arrive; one of which nothing is known may have. */
const LOST_EMAIL: readonly MessageStatus[] = ['bounce', 'blocked', 'dropped', 'failed', 'rejected', 'expired']

export const isLost = (channel: Channel, status: MessageStatus): boolean =>
  (channel === 'sms' ? LOST_TEXT : LOST_EMAIL).includes(status)

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
