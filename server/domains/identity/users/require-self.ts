import type { Principal } from '#server/platform/principal.ts'
import { notFound, Problem } from '#server/platform/problem/problem.ts'

/** Someone who signed in, about their own account. */
export interface Self {
  userId: string
  sessionId: string
}

/**
 * What touches the whole account is not for a session that one team’s provider vouched for: the account may be in teams
 * which never trusted it. @throws restricted (403)
 */
export function requireWholeAccount({ onlyTeamId }: Principal): void {
  if (!onlyTeamId) return
  throw new Problem('restricted', 'Your organisation’s provider signed you in, for its team alone.', {
    help: 'Sign in another way to change how you sign in.',
  })
}

/** @throws forbidden (403) for keys and clients; not_found (404) for anyone else's account */
export function requireSelf(caller: Principal, userId: string): Self {
  if (caller.kind !== 'user' || !caller.sessionId)
    throw new Problem('forbidden', 'This is for people who signed in; a key or client does not.')
  if (caller.userId !== userId) throw notFound('user')
  return { userId, sessionId: caller.sessionId }
}

/** As requireSelf, for what changes the account. @throws restricted (403) too */
export function requireSelfForChange(caller: Principal, userId: string): Self {
  requireWholeAccount(caller)
  return requireSelf(caller, userId)
}
