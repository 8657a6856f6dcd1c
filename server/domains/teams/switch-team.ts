import type { Tokens } from '#contract/auth.ts'
import { issueTokens } from '#server/domains/identity/index.ts'
import { notFound, Problem } from '#server/kit/problem.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { permissionsOf } from './queries.ts'
import { rememberTeam } from './remember-team.ts'

/**
 * Tokens of the caller's own session for another of their teams. Those for the team left stay valid, so that a second
 * tab goes on; signing out ends both, for they share the session.
 * @throws forbidden (403) without a session of a person, not_found (404) for another user or a team they cannot act in
 */
export async function switchTeam(
  work: Work,
  caller: Principal,
  { userId, teamId }: { userId: string; teamId: string },
): Promise<Tokens> {
  const { tx } = work
  if (caller.kind !== 'user' || !caller.sessionId)
    throw new Problem('forbidden', 'Only somebody who signed in can switch team; a key or client acts in one.')
  if (caller.userId !== userId) throw notFound('user')
  if (!(await permissionsOf(tx, { userId, teamId }))) throw notFound('team')
  const session = await tx
    .selectFrom('session')
    .select(['id', 'client_id', 'created_at'])
    .where('id', '=', caller.sessionId)
    .executeTakeFirstOrThrow()
  await rememberTeam(work, userId, teamId)
  await work.audit('session.team-switched', { kind: 'user', id: userId }, { teamId, detail: { sessionId: session.id } })
  return issueTokens(
    work,
    { id: session.id, userId, clientId: session.client_id!, createdAt: session.created_at },
    teamId,
  )
}
