import { leaveHomeTeam } from '#server/domains/identity/users/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { eventType } from '#server/platform/queue.ts'
import { loadRights } from '../team/index.ts'

/** Someone is out of the budget that made a team for them: what waits there to be bought stops. */
export const participationEnded = eventType<{ teamId: string; userId: string }>('team-participation-ended')

/**
 * Someone is out of the budget that made a team for them: of what they could do there they keep the gifts that they sent (decision 498).
 * Who has been removed from it has nothing there to keep.
 */
export async function endParticipation(
  work: Work,
  { teamId, userId }: { teamId: string; userId: string },
): Promise<void> {
  const { tx, at } = work
  const { numUpdatedRows } = await tx
    .updateTable('team_member')
    .set({ left_at: at })
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await work.emit(participationEnded, { teamId, userId })
  const [next] = await loadRights(tx, userId)
  if (next && !next.isFormer) await leaveHomeTeam(work, userId, { from: teamId, to: next.teamId })
}
