import type { Work } from '#server/platform/posy.ts'
import { giftMessage } from './emails/gift.ts'
import type { Channel } from './messages/contact-address.ts'
import { DELIVER_JOB } from './messages/events.ts'
import { queueMessage } from './messages/queue-message.ts'

interface SentGift {
  hugggId: string
  teamId: string
  transactionId: string
  recipientId: string
  channel: Channel
}

/**
 * Queues a gift's message once more, to the address its recipient has now. One that is still on its way is tried at once
 * instead of being joined by a second. The gift's row is held.
 * @returns the new message; null where one was on its way
 */
export async function queueAgain(work: Work, gift: SentGift): Promise<string | null> {
  const { hugggId, recipientId } = gift
  const before = await work.tx
    .selectFrom('outgoing_message')
    .select(['id', 'status'])
    .where('huggg_id', '=', hugggId)
    .where('recipient_id', '=', recipientId)
    .where('template', '=', 'gift')
    .execute()
  const pending = before.filter(({ status }) => status === 'pending').map(({ id }) => id)
  if (pending.length) {
    await hurry(work, pending)
    return null
  }
  return queueMessage(work, giftMessage, {
    ...gift,
    dedupeKey: `gift:${hugggId}:${recipientId}:again:${before.length}`,
    detail: {},
  })
}

/** Ends the pause after a failed try; a message that a worker holds at this moment stays with it. */
async function hurry(work: Work, ids: string[]): Promise<void> {
  const now = new Date(work.posy.wall.nowMs())
  await work.tx
    .updateTable('outgoing_message')
    .set({ next_attempt_at: now })
    .where('id', 'in', ids)
    .where('status', '=', 'pending')
    .where('next_attempt_at', '>', now)
    .execute()
  await work.send(DELIVER_JOB, {})
}
