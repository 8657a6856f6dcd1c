import { sql } from 'kysely'
import type { Work } from '#server/platform/posy.ts'
import { changedBy } from './bulk.ts'
import { Status } from './huggg.ts'
import { markSent } from './mark-sent.ts'
import { type DueToSend, hugggsDueToSend } from './queries.ts'

/**
 * Lets scheduled gifts go whose moment has come, the earliest first. Those that are sent as a message become Created:
 * their sender marks them sent; all others can be opened from now on and become Sent.
 */
export async function releaseScheduled(work: Work, { now, limit }: { now: Date; limit: number }): Promise<DueToSend[]> {
  const due = await hugggsDueToSend(work.tx, now, limit)
  const messages = due.filter(({ isMessage }) => isMessage).map(({ id }) => id)
  const others = due.filter(({ isMessage }) => !isMessage).map(({ id }) => id)
  if (messages.length) {
    const by = changedBy(work, 'its time has come')
    await work.tx
      .updateTable('huggg')
      .set({ status_id: Status.Created, ...by })
      .where(sql<boolean>`id = any(${messages}::uuid[])`)
      .execute()
  }
  if (others.length) await markSent(work, others, 'its time has come')
  return due
}
