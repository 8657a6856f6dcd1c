import { toInstant } from '#kit/time.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { issueEntries, openStatuses, releaseEntries, requireOpenGrant, returnEntries } from './award.ts'
import { type BatchRecord, changeAwards, lockAwards, lockBatch, planForMany } from './batch-queries.ts'
import { endsAfter } from './change-award.ts'
import { requireSecondPerson } from './decide-award.ts'
import { reasonMissing } from './helped-rows.ts'
import { moveAwardsMoney, sendLinks } from './move-awards.ts'
import { holdGrant } from './queries.ts'
import { tellAsker } from './tell-helpers.ts'

/**
 * A second person approves a batch: all of its awards that wait are issued with the money that they held.
 * @param reason why people are helped again: needed where the list does not say it of each of them
 * @throws not_found (404); forbidden (403) to the one who asked, and to programs
 * @throws wrong_state (409) where it was decided, nothing waits, or the grant has ended; conflict (409) without a reason
 */
export async function approveBatch(work: Work, caller: Principal, id: string, reason: string | null): Promise<void> {
  const { tx } = work
  const batch = await lockBatch(tx, caller, id)
  await planForMany(work.tx)
  await requireSecondPerson(work, caller, batch.created_by)
  requireWaiting(batch)
  const grant = await holdGrant(tx, caller, batch.grant_id)
  requireOpenGrant(grant, toInstant(work.at))
  const awards = await lockAwards(tx, id, ['referred'])
  if (awards.length === 0) throw new Problem('wrong_state', 'No award of this batch waits for approval now.')
  const [again, first] = [awards.filter(({ wasHelped }) => wasHelped), awards.filter(({ wasHelped }) => !wasHelped)]
  const unsaid = again.filter(({ saysWhy }) => !saysWhy)
  if (unsaid.length && !reason) throw reasonMissing(unsaid.length)
  const { userId } = member(caller)
  for (const [some, why] of [[again, reason] as const, [first, null] as const]) {
    const { expires_at } = awards[0]!
    await changeAwards(work, some, { status: 'approved', approved_by: userId, expires_at }, why)
    await changeAwards(work, some, { status: 'issued', issues: 1, expires_at: endsAfter(work, grant.award_days) }, null)
  }
  await moveAwardsMoney(work, awards, (award) => ({ kind: 'award', times: 1, entries: issueEntries(award, 'locked') }))
  await sendLinks(work, batch.team_id, awards)
  await decide(work, batch, { status: 'issued', decidedBy: userId, reason, act: 'approved' })
  await tellOfBatch(work, batch, awards, 'approved')
}

/** @throws as {@link approveBatch} */
export async function declineBatch(work: Work, caller: Principal, id: string, reason: string): Promise<void> {
  const batch = await lockBatch(work.tx, caller, id)
  await planForMany(work.tx)
  await requireSecondPerson(work, caller, batch.created_by)
  requireWaiting(batch)
  const awards = await lockAwards(work.tx, id, ['referred'])
  await moveAwardsMoney(work, awards, (award) => ({
    ...{ kind: 'award-release', times: 1, entries: releaseEntries(award) },
  }))
  await changeAwards(work, awards, { status: 'declined', expires_at: null }, reason)
  await decide(work, batch, { status: 'declined', decidedBy: member(caller).userId, reason, act: 'declined' })
  await tellOfBatch(work, batch, awards, 'declined')
}

/**
 * Takes back all awards of a batch that no code was made for, nor is asked for at this moment. The others stay.
 * @throws not_found (404); wrong_state (409) where it has ended, or each of them has a code or an end
 */
export async function cancelBatch(work: Work, caller: Principal, id: string, reason: string): Promise<void> {
  const batch = await lockBatch(work.tx, caller, id)
  await planForMany(work.tx)
  if (batch.status !== 'referred' && batch.status !== 'issued') throw new Problem('wrong_state', endings[batch.status])
  const awards = await lockAwards(work.tx, id, ['referred', ...openStatuses])
  if (awards.length === 0)
    throw new Problem('wrong_state', 'Each award of this batch has a code, or has ended.', {
      help: 'Cancel single awards, where their way to be paid allows it.',
    })
  await moveAwardsMoney(work, awards, (award) =>
    award.status === 'referred'
      ? { kind: 'award-release', times: 1, entries: releaseEntries(award) }
      : { kind: 'award-return', times: award.issues, entries: returnEntries(award) },
  )
  await changeAwards(work, awards, { status: 'cancelled', expires_at: null }, reason)
  await decide(work, batch, { status: 'cancelled', decidedBy: batch.decided_by, reason, act: 'cancelled' })
}

/** Where each was declined alone before, its asker knows. */
async function tellOfBatch(
  work: Work,
  { id, team_id, created_by }: BatchRecord,
  awards: readonly { id: string }[],
  decision: 'approved' | 'declined',
): Promise<void> {
  const [first] = awards
  if (first)
    await tellAsker(work, { team_id, created_by, decision, awardId: first.id, batch: { id, awards: awards.length } })
}

const endings: Record<BatchRecord['status'], string> = {
  referred: 'This batch waits for approval.',
  issued: 'This batch has been issued.',
  declined: 'This batch was declined.',
  cancelled: 'This batch was cancelled.',
}

function requireWaiting({ status }: BatchRecord): void {
  if (status !== 'referred') throw new Problem('wrong_state', endings[status])
}

interface Decision {
  status: BatchRecord['status']
  act: 'approved' | 'declined' | 'cancelled'
  decidedBy: string | null
  reason: string | null
}

async function decide(
  work: Work,
  { id, team_id }: BatchRecord,
  { status, act, decidedBy, reason }: Decision,
): Promise<void> {
  await work.tx
    .updateTable('award_batch')
    .set({ status, decided_by: decidedBy, change_reason: reason, updated_at: work.at })
    .where('id', '=', id)
    .execute()
  await work.audit(`award-batch.${act}`, { kind: 'award_batch', id }, { teamId: team_id })
}
