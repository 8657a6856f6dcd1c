import type { CannotUseReason } from '#contract/awards/cannot-use.ts'
import { awardMessages } from '#server/domains/delivery/index.ts'
import { peopleWho } from '#server/domains/teams/team/index.ts'
import { type Hooks, type Posy, transact, type Work } from '#server/platform/posy.ts'
import { type Principal, recipientActor } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { type AwardRecord, codedStatuses, isOneOf, liveStatuses, type RailKey } from './award.ts'
import { type FoundAward, lockAnyAward, lockAward, markedAwards, noteOfAward, REFUSED_NOTE } from './queries.ts'

/**
 * "I cannot use this": the first reason that is said marks the award until something was done about it, and who made it is told. Until then the
 * timeline has each further reason once. @throws wrong_state (409) once it has ended
 */
export async function refuseAward(posy: Posy, { award }: FoundAward, reason: CannotUseReason): Promise<void> {
  await transact(posy, { actor: recipientActor }, async (work) => {
    const held = await lockAnyAward(work.tx, award.id)
    if (!isOneOf(held.status, liveStatuses)) throw new Problem('wrong_state', 'This award has ended.')
    const isMarked = held.cannot_use !== null
    const note = await noteOfAward(work, held, `${REFUSED_NOTE}${reason}`, isMarked)
    if (isMarked) return
    await mark(work, held, reason)
    await tellHelpers(work, held, note!)
  })
}

/** Something was done that changes nothing of the award. @throws not_found (404) */
export async function settleCannotUse(work: Work, caller: Principal, id: string, reason: string): Promise<void> {
  const award = await lockAward(work.tx, caller, id)
  if (award.cannot_use === null) return
  await mark(work, award, null)
  await noteOfAward(work, award, `settled: ${reason}`)
}

const mark = ({ tx }: Work, { id }: AwardRecord, reason: CannotUseReason | null) =>
  tx.updateTable('award').set({ cannot_use: reason }).where('id', '=', id).execute()

/** Who made it; where they have left, or a program did, those who approve awards, and without such all who make them. */
async function helpersToTell({ tx }: Work, { team_id, created_by }: AwardRecord): Promise<string[]> {
  const makers = (await peopleWho(tx, 'make-awards', team_id)).map(({ id }) => id)
  if (makers.includes(created_by)) return [created_by]
  const approvers = (await peopleWho(tx, 'approve-awards', team_id)).map(({ id }) => id)
  return approvers.length ? approvers : makers
}

async function tellHelpers(work: Work, award: AwardRecord, note: string): Promise<void> {
  const people = await helpersToTell(work, award)
  await awardMessages.tellUsers(work, awardMessages.cannotUse, {
    teamId: award.team_id,
    messages: people.map((userId) => ({
      ...{ userId, detail: { awardId: award.id } },
      dedupeKey: `${awardMessages.cannotUse.template}/${note}/${userId}`,
    })),
  })
}

/** What helpers are told of. */
export const unusableAwards: Hooks['unusableAwards'] = async (db, awardIds) => {
  const awards = await markedAwards(db, awardIds)
  return awards.map(({ status, rail, reason, ...award }) => ({
    ...award,
    reason: isOneOf(status, liveStatuses) ? reason : null,
    codedBy: isOneOf(status, codedStatuses) ? (rail as RailKey | null) : null,
  }))
}
