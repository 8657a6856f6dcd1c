import { newId } from '#kit/ids.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { endImpersonationsBy } from './end-impersonation.ts'

const HOUR_MS = 3_600_000

/**
 * Lets operators change things for some hours from now. An earlier permission goes, and visits by it with it.
 * @throws forbidden (403) for a key: someone of the team says so, signed in
 */
export async function allowChanges(
  work: Work,
  caller: Principal,
  { teamId, hours }: { teamId: string; hours: number },
): Promise<void> {
  if (caller.kind !== 'user' || !caller.sessionId || !caller.userId)
    throw new Problem('forbidden', 'This is for people who signed in; a key or client does not.')
  await endChanges(work, teamId)
  const nowMs = work.posy.wall.nowMs()
  const id = newId()
  await work.tx
    .insertInto('impersonation_permission')
    .values({
      id,
      team_id: teamId,
      allowed_by: caller.userId,
      allowed_at: new Date(nowMs),
      ends_at: new Date(nowMs + hours * HOUR_MS),
    })
    .execute()
  await work.audit('impersonation.changes-allowed', { kind: 'team', id: teamId }, { teamId, detail: { id, hours } })
}

/** Takes the permission back, and ends the visits by it. Without one it changes nothing. */
export async function endChanges(work: Work, teamId: string): Promise<void> {
  const now = new Date(work.posy.wall.nowMs())
  // Two admins at once: one permission stands in the end.
  await work.tx.selectFrom('team').select('id').where('id', '=', teamId).forUpdate().execute()
  const ended = await work.tx
    .updateTable('impersonation_permission')
    .set({ ended_at: now })
    .where('team_id', '=', teamId)
    .where('ended_at', 'is', null)
    .returning(['id', 'ends_at'])
    .executeTakeFirst()
  if (!ended) return
  await endImpersonationsBy(work, ended.id)
  if (ended.ends_at > now)
    await work.audit('impersonation.changes-ended', { kind: 'team', id: teamId }, { teamId, detail: { id: ended.id } })
}
