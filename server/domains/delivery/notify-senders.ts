import { sql } from 'kysely'
import { BUSINESS_ZONE, type Instant, Temporal } from '#kit/time.ts'
import { listAdmins } from '#server/domains/teams/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { TOLD_TOGETHER_SECONDS } from './message.ts'
import { findGiftSender, type GiftSender, refundedGift, undeliveredGift } from './queries.ts'
import { queueMessage } from './queue-message.ts'
import { nextSummaryAt } from './reaction-summary.ts'

/** For events of the span that are handled a little late. */
const GRACE_SECONDS = 60

/** Tells the person who sent a gift that its message never will arrive. */
export async function notifyUndelivered(work: Work, { hugggId }: { hugggId: string }): Promise<void> {
  const gift = await undeliveredGift(work.tx, hugggId)
  // It has been corrected and is on its way again.
  if (!gift?.failedAt) return
  await notifyTogether(work, 'gifts-undelivered', gift, { failedAt: gift.failedAt, now: gift.failedAt })
}

/** Tells the person who sent a gift that its code could not be had, and that its money was returned. */
export async function notifyRefunded(work: Work, { hugggId }: { hugggId: string }): Promise<void> {
  const gift = await refundedGift(work.tx, hugggId)
  const now = new Date(work.posy.wall.nowMs())
  if (gift?.givenUpAt) await notifyTogether(work, 'gifts-refunded', gift, { failedAt: gift.givenUpAt, now })
}

/**
 * Tells the sender of a gift what its recipient left over by choosing one that costs less: in one email for all of a London
 * day, at nine the next morning.
 */
export async function notifyReturnedChange(work: Work, hugggId: string): Promise<void> {
  const { day } = await work.tx
    .selectFrom('gift_change')
    .select(sql<string>`day::text`.as('day'))
    .where('huggg_id', '=', hugggId)
    .executeTakeFirstOrThrow()
  const at = nextSummaryAt(endOfDay(day))
  const waitMs = at.epochMilliseconds - work.posy.clock.now().epochMilliseconds
  const sender = await findGiftSender(work.tx, hugggId)
  for (const userId of await peopleToTell(work, sender))
    await queueMessage(work, {
      template: 'change-returned',
      dedupeKey: `change-returned/${sender.teamId}/${sender.senderId}/${day}/${userId}`,
      teamId: sender.teamId,
      userId,
      detail: { day, senderId: sender.senderId },
      notBefore: new Date(work.posy.wall.nowMs() + Math.max(waitMs, 0)),
    })
}

const endOfDay = (day: string): Instant =>
  Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(BUSINESS_ZONE).toInstant()

/** Who sent a gift; the team's admins where a program did. */
export const peopleToTell = async (work: Work, { teamId, senderId, isService }: GiftSender): Promise<string[]> =>
  isService ? (await listAdmins(work.tx, teamId)).map(({ id }) => id) : [senderId]

/** One email for all that fails in one span. */
async function notifyTogether(
  work: Work,
  template: 'gifts-undelivered' | 'gifts-refunded',
  sender: GiftSender,
  { failedAt, now }: { failedAt: Date; now: Date },
): Promise<void> {
  const span = Math.floor(failedAt.getTime() / 1000 / TOLD_TOGETHER_SECONDS)
  const until = new Date((span + 1) * TOLD_TOGETHER_SECONDS * 1000)
  const waitMs = until.getTime() - failedAt.getTime() + GRACE_SECONDS * 1000
  const { id, teamId } = sender
  for (const userId of await peopleToTell(work, sender)) {
    await queueMessage(work, {
      template,
      dedupeKey: `${template}/${id}/${span}/${userId}`,
      teamId,
      userId,
      transactionId: id,
      detail: { until: until.toISOString() },
      notBefore: new Date(now.getTime() + waitMs),
    })
  }
}
