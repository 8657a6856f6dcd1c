import { toInstant } from '#kit/time.ts'
import type { Work } from '#server/platform/posy.ts'
import { isSignedInPerson, member, type Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { type AwardRecord, issueEntries, releaseEntries, requireOpenGrant, requireStatus } from './award.ts'
import { endsAfter, moveMoney, writeAward } from './change-award.ts'
import { holdGrant, isBehindKey, isOfBatch, lockAward } from './queries.ts'
import { sendLink } from './send-link.ts'
import { tellAsker } from './tell-helpers.ts'

/**
 * A second person approves a request: it is issued with the money that it held.
 * @throws not_found (404); forbidden (403) to the one who asked, and to programs
 * @throws wrong_state (409) where it was decided already, or the grant has ended
 */
export async function approveAward(work: Work, caller: Principal, id: string): Promise<AwardRecord> {
  const award = await lockAward(work.tx, caller, id)
  await requireSecondPerson(work, caller, award.created_by)
  requireStatus(award, ['referred'])
  if (await isOfBatch(work.tx, id))
    throw new Problem('wrong_state', 'This award is one of a batch.', {
      help: 'It is approved with its batch, or declined alone.',
    })
  const grant = await holdGrant(work.tx, caller, award.grant_id)
  requireOpenGrant(grant, toInstant(work.at))
  const approved = await writeAward(work, award, { status: 'approved', approved_by: member(caller).userId })
  await moveMoney(work, award, { kind: 'award', times: 1, entries: issueEntries(award, 'locked') })
  await audit(work, award, 'approved')
  const issued = await writeAward(work, approved, {
    ...{ status: 'issued', issues: 1 },
    expires_at: endsAfter(work, grant.award_days),
  })
  await sendLink(work, issued)
  await tellAsker(work, { ...award, decision: 'approved', awardId: id })
  return issued
}

/** @throws as {@link approveAward} */
export async function declineAward(work: Work, caller: Principal, id: string, reason: string): Promise<AwardRecord> {
  const award = await lockAward(work.tx, caller, id)
  await requireSecondPerson(work, caller, award.created_by)
  requireStatus(award, ['referred'])
  await moveMoney(work, award, { kind: 'award-release', times: 1, entries: releaseEntries(award) })
  await audit(work, award, 'declined')
  await tellAsker(work, { ...award, decision: 'declined', awardId: id })
  return writeAward(work, award, { status: 'declined', expires_at: null }, reason)
}

/** Not the one who asked, nor anyone behind the key that did. */
export async function requireSecondPerson({ tx }: Work, caller: Principal, askedBy: string): Promise<void> {
  if (!isSignedInPerson(caller)) throw new Problem('forbidden', 'A person approves awards, signed in themselves.')
  const { userId } = member(caller)
  if (askedBy === userId || (await isBehindKey(tx, { userId, askedBy })))
    throw new Problem('forbidden', 'Another person than the one who asked decides on an award.', {
      help: 'Ask a colleague who approves awards.',
    })
}

const audit = (work: Work, { id, team_id: teamId }: AwardRecord, action: 'approved' | 'declined'): Promise<void> =>
  work.audit(`award.${action}`, { kind: 'award', id }, { teamId })
