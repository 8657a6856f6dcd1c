import { cancelHugggs } from '#server/domains/hugggs/sender/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { lockSuperHuggg, superHugggInScope, unclaimedGifts } from './queries.ts'

/**
 * Stops claims for a while, or lets people claim again; again changes nothing.
 * @throws not_found; wrong_state once it has ended
 */
export async function pauseSuperHuggg(
  work: Work,
  caller: Principal,
  { id, isPaused }: { id: string; isPaused: boolean },
): Promise<void> {
  const { team_id } = await superHugggInScope(work.tx, caller, id, work.at)
  const row = await lockSuperHuggg(work.tx, id)
  if (row.ended_at) throw hasEnded()
  if (Boolean(row.paused_at) === isPaused) return
  await work.tx
    .updateTable('superhuggg')
    .set({ paused_at: isPaused ? work.at : null, updated_at: work.at })
    .where('id', '=', id)
    .execute()
  await work.audit(
    isPaused ? 'superhuggg.paused' : 'superhuggg.resumed',
    { kind: 'superhuggg', id },
    { teamId: team_id },
  )
}

/**
 * Lets people ask for codes again although many are open: those no longer count, and stay good.
 * @throws not_found; wrong_state once it has ended
 */
export async function clearClaimCodes(work: Work, caller: Principal, id: string): Promise<void> {
  const { team_id } = await superHugggInScope(work.tx, caller, id, work.at)
  const row = await lockSuperHuggg(work.tx, id)
  if (row.ended_at) throw hasEnded()
  await work.tx
    .updateTable('superhuggg')
    .set({ codes_cleared_at: new Date(work.posy.wall.nowMs()), codes_refused_at: null, updated_at: work.at })
    .where('id', '=', id)
    .execute()
  await work.audit('superhuggg.codes-cleared', { kind: 'superhuggg', id }, { teamId: team_id })
}

/**
 * Ends claims for good and cancels what no one has claimed: all that was paid for those gifts comes back.
 * @throws not_found; wrong_state while gifts are still being made; once it has ended, says so with nothing changed
 */
export async function endSuperHuggg(
  work: Work,
  caller: Principal,
  id: string,
): Promise<{ cancelled: number; refundedPence: number }> {
  await superHugggInScope(work.tx, caller, id, work.at)
  const row = await lockSuperHuggg(work.tx, id)
  if (row.ended_at) throw hasEnded()
  const { made, limit } = await superHugggInScope(work.tx, caller, id, work.at)
  if (made < limit)
    throw new Problem('wrong_state', 'The gifts of this link are still being made.', { help: 'Try again in a moment.' })
  const unclaimed = await unclaimedGifts(work.tx, id)
  const { changed, refundedPence } = await cancelHugggs(work, caller, { hugggIds: unclaimed.map((gift) => gift.id) })
  await work.tx.updateTable('superhuggg').set({ ended_at: work.at, updated_at: work.at }).where('id', '=', id).execute()
  await work.audit(
    'superhuggg.ended',
    { kind: 'superhuggg', id },
    { teamId: row.team_id, detail: { cancelled: changed, refundedPence } },
  )
  return { cancelled: changed, refundedPence }
}

const hasEnded = () =>
  new Problem('wrong_state', 'Claims at this link have ended.', { help: 'Buy a new shareable gift.' })
