import type { OutgoingMail } from '#server/providers/smtp/types.ts'
import type { OutgoingText } from '#server/providers/twilio/types.ts'
import type { EmailContent } from './emails/gift-email.ts'

/**
 * What a message is at the moment of sending: a mail or a text, or nothing because that is over, or nothing yet, or nothing because
 * its address gets none.
 */
export type Composed =
  | { kind: 'mail'; mail: Omit<OutgoingMail, 'messageId'> }
  | { kind: 'text'; text: Omit<OutgoingText, 'statusUrl'> }
  | { kind: 'blocked'; status: 'blocked' | 'dropped'; why: string }
  | { kind: 'cancel'; why: string }
  | { kind: 'wait'; seconds: number; isServerAway?: boolean }

/** Its reader has no account or address left. */
export const userIsGone: Composed = { kind: 'cancel', why: 'user is gone' }

export const mailTo = (to: string, content: EmailContent): Composed => ({ kind: 'mail', mail: { to, ...content } })

export const eachById = <M extends { id: string }>(
  messages: readonly M[],
  write: (message: M) => Composed,
): Map<string, Composed> => new Map(messages.map((message) => [message.id, write(message)]))
