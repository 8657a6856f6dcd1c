import type { Work } from '#server/platform/posy.ts'
import { queueMessage } from './queue-message.ts'

/** Tells the buyer, where they asked for it, that all gifts of a purchase have been made. Once per purchase. */
export async function transactionCompletedMessage(
  work: Work,
  { transactionId }: { transactionId: string },
): Promise<void> {
  const transaction = await work.tx
    .selectFrom('transaction')
    .select(['team_id', 'user_id', 'notify_on_complete'])
    .where('id', '=', transactionId)
    .executeTakeFirst()
  if (!transaction?.notify_on_complete) return
  await queueMessage(work, {
    dedupeKey: `order-complete:${transactionId}`,
    template: 'order-complete',
    teamId: transaction.team_id,
    userId: transaction.user_id,
    transactionId,
  })
}
