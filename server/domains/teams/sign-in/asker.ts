import type { RoleGroup } from '#contract/core/permissions.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { callerAs, callerInSession } from './authenticate.ts'

/** Who was given a link, as the link can say it. */
export type Asker =
  | { kind: 'person'; sessionId: string; userId: string; teamId: string | null; role: RoleGroup | null }
  | { kind: 'visit'; visitId: string; userId: string; teamId: string; role: RoleGroup | null }
  | { kind: 'operator'; sessionId: string }

declare module '#server/platform/posy.ts' {
  interface Hooks {
    isVisitOpen(db: Db | Tx, visitId: string, now: Date): Promise<boolean>
    isOperatorSignedIn(db: Db | Tx, sessionId: string, now: Date): Promise<boolean>
  }
}

/** Null for a program, which fetches in its own time: its key or client is no one at a screen. */
export function toAsker({ kind, sessionId, userId, teamId, role, impersonation }: Principal): Asker | null {
  const where = { teamId, role: role?.groupId ?? null }
  if (impersonation)
    return userId && teamId ? { kind: 'visit', visitId: impersonation.id, userId, ...where, teamId } : null
  if (kind === 'operator' && sessionId) return { kind, sessionId }
  return kind === 'user' && sessionId && userId ? { kind: 'person', sessionId, userId, ...where } : null
}

/** Whether who was given a link is signed in still, and acts in that team as what they were then. */
export async function isStillThere(posy: Posy, asker: Asker): Promise<boolean> {
  const now = new Date(posy.wall.nowMs())
  if (asker.kind === 'operator') return posy.hooks.isOperatorSignedIn(posy.db, asker.sessionId, now)
  if (asker.kind === 'visit' && !(await posy.hooks.isVisitOpen(posy.db, asker.visitId, now))) return false
  try {
    const { role } =
      asker.kind === 'visit'
        ? await callerAs(posy, { ...asker, actor: { kind: 'user', id: asker.userId } })
        : await callerInSession(posy, asker)
    return (role?.groupId ?? null) === asker.role
  } catch (error) {
    if (error instanceof Problem && error.code === 'unauthenticated') return false
    throw error
  }
}
