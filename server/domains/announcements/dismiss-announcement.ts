import type { Work } from '#server/platform/posy.ts'
import { notFound } from '#server/platform/problem/problem.ts'
import { isToldTo } from './queries.ts'

/** Again, it changes nothing. @throws not_found (404) for one that the team is not told now */
export async function dismissAnnouncement(
  { tx, at }: Work,
  { id, teamId, userId }: { id: string; teamId: string; userId: string },
): Promise<void> {
  if (!(await isToldTo(tx, { id, teamId }, at))) throw notFound('announcement')
  await tx
    .insertInto('announcement_dismissal')
    .values({ announcement_id: id, user_id: userId, dismissed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
