import type { SignInMethod, Tokens } from '#contract/identity/auth.ts'
import { issueTokens } from '#server/domains/identity/sessions/index.ts'
import { rememberTeam } from '#server/domains/identity/users/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found, notFound, Problem } from '#server/platform/problem/problem.ts'
import { loadPermissions } from '../team/index.ts'
import { opens, otherWayIn } from './auth-methods.ts'

/**
 * Tokens of the caller's own session for another of their teams. Those for the team left stay valid, so that a second
 * tab continues; signing out ends both, for they share the session.
 * @throws forbidden (403) without a session of a person, not_found (404) for another user or a team they cannot act
 * in, restricted (403) where that team asks for another way of signing in
 */
export async function switchTeam(
  work: Work,
  caller: Principal,
  { userId, teamId }: { userId: string; teamId: string },
): Promise<Tokens> {
  const { tx } = work
  if (caller.kind !== 'user' || !caller.sessionId)
    throw new Problem('forbidden', 'Only someone who signed in can switch team; a key or client acts in one.')
  if (caller.userId !== userId) throw notFound('user')
  const rights = found(await loadPermissions(tx, { userId, teamId }), 'team')
  const session = await tx
    .selectFrom('session')
    .select(['id', 'client_id', 'method', 'only_team_id as onlyTeamId', 'created_at'])
    .$narrowType<{ method: SignInMethod | null }>()
    .where('id', '=', caller.sessionId)
    .executeTakeFirstOrThrow()
  const method = session.method ?? 'password'
  const { onlyTeamId } = session
  if (!opens({ method, onlyTeamId }, rights)) throw otherWayIn(rights.authMethods, onlyTeamId)
  await rememberTeam(work, userId, teamId)
  await work.audit('session.team-switched', { kind: 'user', id: userId }, { teamId, detail: { sessionId: session.id } })
  return issueTokens(
    work,
    { id: session.id, userId, clientId: session.client_id!, method, onlyTeamId, createdAt: session.created_at },
    teamId,
  )
}
