import { notFound, Problem } from '#server/kit/problem.ts'
import type { Principal } from '#server/platform/principal.ts'

/** Somebody who signed in, about their own account. */
export interface Self {
  userId: string
  sessionId: string
}

/** @throws forbidden (403) for keys and clients; not_found (404) for anyone else's account */
export function requireSelf(caller: Principal, userId: string): Self {
  if (caller.kind !== 'user' || !caller.sessionId)
    throw new Problem('forbidden', 'This is for people who signed in; a key or client does not.')
  if (caller.userId !== userId) throw notFound('user')
  return { userId, sessionId: caller.sessionId }
}
