import type { z } from 'zod'
import type { Posy } from '#server/platform/posy.ts'
import type { OutgoingMail } from '#server/providers/smtp/types.ts'
import type { OutgoingText } from '#server/providers/twilio/types.ts'
import type { Channel } from './contact-address.ts'

/**
 * What a message is at the moment of sending: a mail or a text, or nothing because that is over, or nothing yet, or nothing because
 * its address gets none. One that is unwritten met an error, and is tried again.
 */
export type Composed =
  | { kind: 'mail'; mail: Omit<OutgoingMail, 'messageId'> }
  | { kind: 'text'; text: Omit<OutgoingText, 'statusUrl'> }
  | { kind: 'blocked'; status: 'blocked' | 'dropped'; why: string }
  | { kind: 'cancel'; why: string }
  | { kind: 'wait'; seconds: number; isServerAway?: boolean }
  | { kind: 'unwritten' }

export interface EmailContent {
  subject: string
  html: string
  text: string
}

export const mailTo = (to: string, content: EmailContent): Composed => ({ kind: 'mail', mail: { to, ...content } })

export const cancelled = (why: string): Composed => ({ kind: 'cancel', why })

/** Its reader has no account or address left. */
export const userIsGone = cancelled('user is gone')

const unwritten: Composed = { kind: 'unwritten' }

/** A row of the outbox, read for sending. */
export interface QueuedMessage<Detail = unknown> {
  id: string
  channel: Channel
  teamId: string | null
  userId: string | null
  recipientId: string | null
  inviteId: string | null
  awardId: string | null
  hugggId: string | null
  transactionId: string | null
  /** Ids and figures; never an address or a message. */
  detail: Detail
}

/** One kind of email or text: what its rows hold, and how they are written. */
export interface MessageKind<Detail = unknown> {
  /** Rows of the outbox and the keys of events hold it: it is never renamed. */
  template: string
  detail: z.ZodType<Detail>
  /** Messages that are left out have lost what they are about. */
  compose(posy: Posy, messages: readonly QueuedMessage[]): Promise<Map<string, Composed>>
}

/** The one place where what a row holds becomes what its kind wants; a row that holds something else is left for later. */
export function messageKind<Detail>(kind: {
  template: string
  detail: z.ZodType<Detail>
  compose: (posy: Posy, messages: readonly QueuedMessage<Detail>[]) => Promise<Map<string, Composed>>
}): MessageKind<Detail> {
  const compose = async (posy: Posy, messages: readonly QueuedMessage[]) => {
    const readable: QueuedMessage<Detail>[] = []
    const unread = new Map<string, Composed>()
    for (const message of messages) {
      const detail = kind.detail.safeParse(message.detail)
      if (detail.success) readable.push({ ...message, detail: detail.data })
      else {
        const fields = detail.error.issues.map(({ path }) => path.join('.'))
        const about = { message: message.id, template: kind.template, fields }
        posy.log.error(about, 'a message does not hold what it is written from')
        unread.set(message.id, unwritten)
      }
    }
    return new Map([...unread, ...(await kind.compose(posy, readable))])
  }
  return { ...kind, compose }
}

/** Writes messages one by one: one that cannot be written holds up no other. */
export function writeEach<M extends { id: string }>(
  posy: Posy,
  messages: readonly M[],
  write: (message: M) => Composed | undefined,
): Map<string, Composed> {
  const written = new Map<string, Composed>()
  for (const message of messages) {
    try {
      const composed = write(message)
      if (composed) written.set(message.id, composed)
    } catch (error) {
      posy.log.error({ message: message.id, err: error }, 'a message could not be written')
      written.set(message.id, unwritten)
    }
  }
  return written
}

/** The emails and texts about one thing, and the events that they follow. */
export interface EmailFamily {
  kinds: readonly MessageKind[]
  subscribe?(posy: Posy): void
}
