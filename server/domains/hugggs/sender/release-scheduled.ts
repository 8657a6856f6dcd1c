import { sql } from 'kysely'
import { moveDates } from '#server/domains/purchases/record/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { changedBy, lockHugggs } from '../change/index.ts'
import { type DueToSend, hugggsDueToSend, listScheduledGifts } from '../gifts/index.ts'
import { hasLapsed, Status } from '../states/index.ts'
import { markSent } from './mark-sent.ts'

/**
 * Lets scheduled gifts go whose moment has come, the earliest first. Those that are sent as a message become Created:
 * their sender marks them sent; all others can be opened from now on and become Sent.
 */
export async function releaseScheduled(work: Work, { now, limit }: { now: Date; limit: number }): Promise<DueToSend[]> {
  const due = await hugggsDueToSend(work.tx, now, limit)
  await release(work, due, 'its time has come')
  return due
}

/**
 * Releases the scheduled gifts of a purchase before their time.
 * @throws wrong_state where nothing is; not_found out of the caller's scope
 */
export async function releaseNow(work: Work, caller: Principal, transactionId: string): Promise<DueToSend[]> {
  const locked = await lockHugggs(work.tx, caller, { transactionId })
  const alive = locked.filter((gift) => gift.status_id === Status.Scheduled && !hasLapsed(gift, work.at))
  const due = await listScheduledGifts(
    work.tx,
    alive.map(({ id }) => id),
  )
  if (!due.length) throw new Problem('wrong_state', 'No gift of this purchase is scheduled for later.')
  await release(work, due, 'sent before its time', { send_at: work.at })
  await moveDates(work, transactionId, { sendAt: null })
  const { team_id: teamId } = locked[0]!
  await work.audit(
    'transaction.sent-now',
    { kind: 'transaction', id: transactionId },
    { teamId, detail: { count: due.length } },
  )
  return due
}

async function release(work: Work, due: readonly DueToSend[], reason: string, moved: { send_at?: Date } = {}) {
  const messages = due.filter(({ isMessage }) => isMessage).map(({ id }) => id)
  const others = due.filter(({ isMessage }) => !isMessage).map(({ id }) => id)
  if (messages.length)
    await work.tx
      .updateTable('huggg')
      .set({ status_id: Status.Created, ...moved, ...changedBy(work, reason) })
      .where(sql<boolean>`id = any(${messages}::uuid[])`)
      .execute()
  if (others.length) await markSent(work, others, reason)
}
