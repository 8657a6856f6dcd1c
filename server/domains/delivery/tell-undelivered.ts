import { adminsOf } from '#server/domains/teams/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { TOLD_TOGETHER_SECONDS } from './message.ts'
import { undeliveredGift } from './queries.ts'
import { queueMessage } from './queue-message.ts'

/** For events of the span that are handled a little late. */
const GRACE_SECONDS = 60

/** Tells whoever sent a gift, or the team's admins where a program did, that its email never will arrive. */
export async function tellUndelivered(work: Work, { hugggId }: { hugggId: string }): Promise<void> {
  const failed = await undeliveredGift(work.tx, hugggId)
  // It has been corrected and is on its way again.
  if (!failed?.failedAt) return
  const span = Math.floor(failed.failedAt.getTime() / 1000 / TOLD_TOGETHER_SECONDS)
  const untilMs = (span + 1) * TOLD_TOGETHER_SECONDS * 1000
  const people = failed.isService ? (await adminsOf(work.tx, failed.teamId)).map(({ id }) => id) : [failed.senderId]
  for (const userId of people) {
    await queueMessage(work, {
      template: 'gifts-undelivered',
      dedupeKey: `gifts-undelivered/${failed.id}/${span}/${userId}`,
      teamId: failed.teamId,
      userId,
      transactionId: failed.id,
      detail: { until: new Date(untilMs).toISOString() },
      notBefore: new Date(untilMs + GRACE_SECONDS * 1000),
    })
  }
}
