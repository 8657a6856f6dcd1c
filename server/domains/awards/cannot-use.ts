import type { CannotUseReason } from '#contract/awards/cannot-use.ts'
import { awardMessages } from '#server/domains/delivery/index.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { type Principal, recipientActor } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { type AwardRecord, isOneOf, liveStatuses } from './award.ts'
import { type FoundAward, lockAnyAward, lockAward, noteOfAward, REFUSED_NOTE, SETTLED_NOTE } from './queries.ts'
import { tellHelpers } from './tell-helpers.ts'

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
    await tellHelpers(work, held, awardMessages.cannotUse, note!)
  })
}

/** Something was done that changes nothing of the award. @throws not_found (404) */
export async function settleCannotUse(work: Work, caller: Principal, id: string, reason: string): Promise<void> {
  const award = await lockAward(work.tx, caller, id)
  if (award.cannot_use === null) return
  await mark(work, award, null)
  await noteOfAward(work, award, `${SETTLED_NOTE}${reason}`)
}

const mark = ({ tx }: Work, { id }: AwardRecord, reason: CannotUseReason | null) =>
  tx.updateTable('award').set({ cannot_use: reason }).where('id', '=', id).execute()
