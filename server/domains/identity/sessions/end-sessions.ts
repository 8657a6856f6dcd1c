import type { Work } from '#server/platform/posy.ts'
import { hashSecret, readAccessToken } from '../secrets/index.ts'

/** Ends a session at once: its access tokens are refused from the next request on, its refresh tokens permanently. */
export async function endSession(
  { tx, posy, audit }: Work,
  { sessionId, reason }: { sessionId: string; reason: string },
): Promise<void> {
  const ended = await tx
    .updateTable('session')
    .set({ revoked_at: new Date(posy.wall.nowMs()), revoked_reason: reason })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .returning(['user_id', 'client_id'])
    .executeTakeFirst()
  if (ended)
    await audit(
      'session.ended',
      ended.user_id ? { kind: 'user', id: ended.user_id } : { kind: 'client', id: ended.client_id ?? '' },
      { detail: { sessionId, reason } },
    )
}

/** Ends a user's sessions, but for the one they are using, and sign-ins that wait for a second step. @returns how many ended */
export async function endUserSessions(
  { tx, posy }: Work,
  { userId, exceptSessionId, reason }: { userId: string; exceptSessionId?: string | null; reason: string },
): Promise<number> {
  await tx.deleteFrom('sign_in_challenge').where('user_id', '=', userId).execute()
  const result = await tx
    .updateTable('session')
    .set({ revoked_at: new Date(posy.wall.nowMs()), revoked_reason: reason })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(Boolean(exceptSessionId), (query) => query.where('id', '<>', exceptSessionId!))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/**
 * Stops everything by which a user acts in one team: their refresh tokens for it, and the API keys that act as them or
 * that they issued (they know those). Access tokens stop because authentication asks for the membership.
 */
export async function endAccessToTeam(
  { tx, posy, at }: Work,
  { userId, teamId }: { userId: string; teamId: string },
): Promise<{ apiKeysRevoked: number }> {
  const sessions = tx.selectFrom('session').select('id').where('user_id', '=', userId)
  await tx.deleteFrom('refresh_token').where('team_id', '=', teamId).where('session_id', 'in', sessions).execute()
  await tx
    .updateTable('session')
    .set({ revoked_at: new Date(posy.wall.nowMs()), revoked_reason: 'left the team' })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refresh_token')
            .select('token_hash')
            .whereRef('refresh_token.session_id', '=', 'session.id')
            .where('used_at', 'is', null),
        ),
      ),
    )
    .execute()
  const revoked = await tx
    .updateTable('api_key')
    .set({ revoked_at: at })
    .where('team_id', '=', teamId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('created_by', '=', userId)]))
    .executeTakeFirst()
  return { apiKeysRevoked: Number(revoked.numUpdatedRows) }
}

/** The API keys that a user issued in these teams stop: they know them. @returns how many */
export async function revokeKeysIssuedBy(
  { tx, at }: Work,
  { userId, teamIds }: { userId: string; teamIds: readonly string[] },
): Promise<number> {
  const revoked = await tx
    .updateTable('api_key')
    .set({ revoked_at: at })
    .where('team_id', 'in', [...teamIds])
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(revoked.numUpdatedRows)
}

/**
 * Sign-out by whichever token the caller still has (RFC 7009).
 * @returns nothing, whether or not there was such a session
 */
export async function revokeByToken(work: Work, token: string, clientId: string | null): Promise<void> {
  const byRefresh = await work.tx
    .selectFrom('refresh_token')
    .innerJoin('session', 'session.id', 'refresh_token.session_id')
    .select(['session.id', 'session.client_id as clientId'])
    .where('token_hash', '=', hashSecret(token))
    .executeTakeFirst()
  const claims = byRefresh ? null : await readAccessToken(work.posy, token)
  const session = byRefresh ?? (claims && { id: claims.session, clientId: claims.client })
  if (!session || (clientId !== null && session.clientId !== clientId)) return
  await endSession(work, { sessionId: session.id, reason: 'signed out' })
}
