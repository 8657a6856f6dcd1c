import type { SignInMethod } from '#contract/identity/auth.ts'
import type { Session } from '#contract/identity/sessions.ts'
import { iso } from '#kit/time.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { notFound } from '#server/platform/problem/problem.ts'
import type { Self } from '../users/index.ts'
import { endSession, endUserSessions } from './end-sessions.ts'

const SHOWN = 100
const DAY_MS = 86_400_000

/** Where someone is signed in: sessions that can still be carried on, the last used first. */
export async function ownSessions({ db, wall, config }: Posy, { userId, sessionId }: Self): Promise<Session[]> {
  const daysAgo = (days: number) => new Date(wall.nowMs() - days * DAY_MS)
  const sessions = await db
    .selectFrom('session')
    .select(['id', 'method', 'browser', 'address', 'created_at', 'last_used_at'])
    .$narrowType<{ method: SignInMethod | null }>()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('last_used_at', '>', daysAgo(config.sessions.idleDays))
    .where('created_at', '>', daysAgo(config.sessions.days))
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .limit(SHOWN)
    .execute()
  return sessions.map((session) => ({
    id: session.id,
    isCurrent: session.id === sessionId,
    method: session.method ?? 'password',
    browser: session.browser,
    address: session.address,
    openedAt: iso(session.created_at),
    lastUsedAt: iso(session.last_used_at),
  }))
}

/** @throws not_found (404) for a session that is someone else's or over */
export async function endOwnSession(work: Work, { userId }: Self, sessionId: string): Promise<void> {
  const open = await work.tx
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!open) throw notFound('session')
  await endSession(work, { sessionId, reason: 'ended by its user' })
}

/** @returns how many ended */
export async function endOtherSessions(work: Work, { userId, sessionId }: Self): Promise<number> {
  const ended = await endUserSessions(work, { userId, exceptSessionId: sessionId, reason: 'ended by its user' })
  await work.audit('user.other-sessions-ended', { kind: 'user', id: userId }, { detail: { ended } })
  return ended
}
