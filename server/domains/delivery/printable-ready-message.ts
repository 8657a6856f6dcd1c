import type { Work } from '#server/platform/posy.ts'
import { queueMessage } from './queue-message.ts'

/** Tells the person who asked for it by email that their cards can be downloaded; once for each request. */
export async function printableReadyMessage(
  work: Work,
  ready: { transactionId: string; printableId: string; userId: string; request: string },
): Promise<void> {
  const { transactionId, printableId, userId, request } = ready
  await queueMessage(work, {
    dedupeKey: `printable-ready:${printableId}:${request}`,
    template: 'printable-ready',
    userId,
    transactionId,
  })
}
