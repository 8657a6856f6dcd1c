import type { SignInMethod } from '#contract/identity/auth.ts'
import type { Work } from '#server/platform/posy.ts'
import { hashSecret } from '../secrets/index.ts'
import { endSession } from './end-sessions.ts'
import type { SessionRef } from './open-session.ts'
import { judgeRefresh } from './session.ts'

/**
 * Takes a refresh token: marks it used and tells whose session and team it was for. Null where it is unknown, expired,
 * of another client, or used before; the last ends the whole session, which the caller must let commit.
 */
export async function takeRefreshToken(
  work: Work,
  { refreshToken, clientId }: { refreshToken: string; clientId: string },
): Promise<{ session: SessionRef; teamId: string | null } | null> {
  const { tx, posy } = work
  const nowMs = posy.wall.nowMs()
  const tokenHash = hashSecret(refreshToken)
  const token = await tx
    .selectFrom('refresh_token')
    .innerJoin('session', 'session.id', 'refresh_token.session_id')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select([
      'session.id as sessionId',
      'session.user_id as userId',
      'refresh_token.team_id as teamId',
      'refresh_token.issued_at as issuedAt',
      'refresh_token.expires_at as expiresAt',
      'refresh_token.used_at as usedAt',
      'session.method',
      'session.only_team_id as onlyTeamId',
      'session.created_at as sessionCreatedAt',
      'session.revoked_at as sessionRevokedAt',
    ])
    .$narrowType<{ method: SignInMethod | null }>()
    .where('refresh_token.token_hash', '=', tokenHash)
    .where('session.client_id', '=', clientId)
    .where('app_user.deactivated_at', 'is', null)
    .forUpdate(['refresh_token', 'session'])
    .executeTakeFirst()
  if (!token) return null
  const verdict = judgeRefresh(token, nowMs)
  if (verdict === 'reused') await endSession(work, { sessionId: token.sessionId, reason: 'refresh token reused' })
  if (verdict !== 'rotate') return null
  if (!token.usedAt)
    await tx
      .updateTable('refresh_token')
      .set({ used_at: new Date(nowMs) })
      .where('token_hash', '=', tokenHash)
      .execute()
  return {
    session: {
      id: token.sessionId,
      userId: token.userId!,
      clientId,
      method: token.method ?? 'password',
      onlyTeamId: token.onlyTeamId,
      createdAt: token.sessionCreatedAt,
    },
    teamId: token.teamId,
  }
}
