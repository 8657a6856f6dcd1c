import { Status, statusName } from '#server/domains/hugggs/index.ts'
import { found, Problem } from '#server/kit/problem.ts'
import type { Work } from '#server/platform/posy.ts'
import { DELIVER_JOB } from './events.ts'
import { queueMessage } from './queue-message.ts'

const resendable: readonly number[] = [Status.Created, Status.Sent, Status.Claimed]

/**
 * Sends a gift's email once more, to the address its recipient has now. A message that is still on its way is tried at
 * once instead of being joined by a second one. The caller has authorised it.
 * @throws not_found · wrong_state for a gift that is not to be sent (again), or that has no recipient with an address
 */
export async function resend(work: Work, hugggId: string): Promise<void> {
  const gift = found(
    await work.tx
      .selectFrom('huggg')
      .leftJoin('recipient', 'recipient.id', 'huggg.recipient_id')
      .select([
        'huggg.status_id',
        'huggg.team_id',
        'huggg.transaction_id',
        'huggg.recipient_id',
        'recipient.email',
        'recipient.user_id',
      ])
      .where('huggg.id', '=', hugggId)
      .forNoKeyUpdate('huggg')
      .executeTakeFirst(),
    'huggg',
  )
  if (!resendable.includes(gift.status_id))
    throw new Problem('wrong_state', `A gift that is ${statusName(gift.status_id)} cannot be sent again.`)
  if (!gift.recipient_id || !(gift.email || gift.user_id))
    throw new Problem('wrong_state', 'This gift has no recipient with an email address.')

  const before = await work.tx
    .selectFrom('outgoing_message')
    .select(['id', 'status'])
    .where('huggg_id', '=', hugggId)
    .where('recipient_id', '=', gift.recipient_id)
    .where('template', '=', 'gift')
    .execute()
  const pending = before.filter(({ status }) => status === 'pending').map(({ id }) => id)
  if (pending.length) return hurry(work, pending)
  await queueMessage(work, {
    dedupeKey: `gift:${hugggId}:${gift.recipient_id}:again:${before.length}`,
    template: 'gift',
    teamId: gift.team_id,
    recipientId: gift.recipient_id,
    hugggId,
    transactionId: gift.transaction_id,
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
