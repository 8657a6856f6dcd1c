import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { type AwardRecord, liveStatuses, releaseEntries, requireStatus, returnEntries } from './award.ts'
import { batchesOfAwards } from './batch-queries.ts'
import { moveMoney, writeAward } from './change-award.ts'
import { dueAwards, lockAward, requireNotAsking } from './queries.ts'
import { requireStopped } from './stop-code.ts'
import { type Request, tellAsker, tellDeciders } from './tell-helpers.ts'

const STEP = 200
const NOT_DECIDED = 'no one decided on it in time'

/**
 * Takes an award back: its money, the fee too, goes back to the grant. Where there is a code, its rail has stopped it (`stopCode`); what was
 * cashed of it stays cashed.
 * @throws not_found (404), wrong_state (409) where it has ended, or its code is being made
 */
export async function cancelAward(work: Work, caller: Principal, id: string, reason: string): Promise<AwardRecord> {
  const award = await lockAward(work.tx, caller, id)
  requireStatus(award, ['referred', ...liveStatuses])
  await requireNotAsking(work.tx, award)
  await requireStopped(work, award)
  await work.audit('award.cancelled', { kind: 'award', id }, { teamId: award.team_id })
  return endAward(work, award, 'cancelled', reason)
}

/** Ends every award whose time is over unused, each step a transaction of its own; those that someone is changing wait. */
export async function expireDueAwards(posy: Posy, now: Date): Promise<void> {
  const told = new Set<string>()
  for (let isDone = false; !isDone; ) {
    isDone = await asSystem(posy, async (work) => {
      const due = await dueAwards(work.tx, now).limit(STEP).forNoKeyUpdate().skipLocked().execute()
      for (const award of due)
        await endAward(work, award, 'expired', award.status === 'referred' ? NOT_DECIDED : 'its last day is over')
      await tellOfUndecided(work, due, told)
      return due.length < STEP
    })
  }
}

/** Who asked for what no one decided on is told, and who could have decided; of a list once, however many steps it takes. */
async function tellOfUndecided(work: Work, ended: readonly AwardRecord[], told: Set<string>): Promise<void> {
  const requests = ended.filter(({ status }) => status === 'referred')
  const batches = await batchesOfAwards(work.tx, requests)
  const undecided: Request[] = []
  for (const { team_id, created_by, id } of requests) {
    const batch = batches.get(id)
    const key = batch?.id ?? id
    if (told.has(key)) continue
    told.add(key)
    undecided.push({ id: key, team_id, created_by, awards: batch?.awards ?? 1 })
    await tellAsker(work, { team_id, created_by, decision: 'expired', awardId: id, ...(batch && { batch }) })
  }
  await tellDeciders(work, undecided)
}

/** Ends an award whose row is held, and gives back to its grant what was not given out. */
export async function endAward(
  work: Work,
  award: AwardRecord,
  how: 'expired' | 'cancelled',
  reason: string,
): Promise<AwardRecord> {
  const isRequest = award.status === 'referred'
  await moveMoney(work, award, {
    ...(isRequest
      ? { kind: 'award-release', times: 1, entries: releaseEntries(award) }
      : { kind: 'award-return', times: award.issues, entries: returnEntries(award) }),
  })
  return writeAward(work, award, { status: how, expires_at: null }, reason)
}
