import { callerAs } from '#server/domains/teams/sign-in/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { openImpersonation } from './queries.ts'
import { isImpersonationToken, readImpersonation } from './token.ts'

/**
 * The member of a team with whose eyes an operator looks, or null where no operator asks. Everything is as the database has
 * it now: what ended the visit, the permission, the membership or the team counts from the next request on.
 * @throws unauthenticated (401)
 */
export async function authenticateImpersonation(posy: Posy, headers: Headers): Promise<Principal | null> {
  const token = headers.get('authorization')?.match(/^Bearer +([\w.-]+)$/i)?.[1]
  if (!token || !isImpersonationToken(token)) return null
  const id = await readImpersonation(posy, token)
  const visit = id === null ? null : await openImpersonation(posy.db, id, new Date(posy.wall.nowMs()))
  if (!visit) throw new Problem('unauthenticated', 'This visit is over.')
  const { operatorId, operator, userId, teamId, reason, endsAt, mayChange } = visit
  const impersonation = { id: visit.id, userId, reason }
  const caller = await callerAs(posy, { userId, teamId, actor: { kind: 'operator', id: operatorId, impersonation } })
  return { ...caller, impersonation: { id: visit.id, operator, reason, endsAt, mayChange } }
}
