import type { Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { operatorActor } from './operator.ts'
import { findOpenSession } from './queries.ts'

/** Told to the minute: a write on every request would be dear. */
const USE_RECORDED_MS = 60_000

/**
 * Which operator is calling, as the database has them now: an ended session, a changed role and a deactivated operator
 * count from the next request on.
 * @throws unauthenticated (401)
 */
export async function authenticateOperator(posy: Posy, headers: Headers): Promise<Principal> {
  const token = headers.get('authorization')?.match(/^Bearer +([\w-]{40,60})$/i)?.[1]
  const nowMs = posy.wall.nowMs()
  const session = token ? await findOpenSession(posy.db, token, nowMs) : null
  if (!session) throw new Problem('unauthenticated', 'This needs an operator who is signed in.')
  const { id, email, name, role, sessionId, lastUsedAt } = session
  if (nowMs - lastUsedAt.getTime() > USE_RECORDED_MS)
    await posy.db
      .updateTable('operator_session')
      .set({ last_used_at: new Date(nowMs) })
      .where('id', '=', sessionId)
      .execute()
  return {
    kind: 'operator',
    actor: operatorActor(id),
    operator: { id, email, name, role },
    sessionId,
    ...{ userId: null, clientId: null, brandId: null, apiKey: null },
    ...{ teamId: null, teamIds: [], planId: null, ownOnly: false, role: null, permissions: {} },
  }
}
