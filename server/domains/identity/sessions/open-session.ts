import type { SignInMethod, Tokens } from '#contract/identity/auth.ts'
import { newId } from '#kit/ids.ts'
import type { Work } from '#server/platform/posy.ts'
import { ACCESS_TOKEN_SECONDS, hashSecret, randomSecret, signAccessToken } from '../secrets/index.ts'
import { rememberDevice } from './known-device.ts'
import { refreshTokenExpiry } from './session.ts'
import type { SignInOrigin } from './sign-in-origin.ts'

export interface SessionRef {
  id: string
  userId: string
  clientId: string
  method: SignInMethod
  /** Set where a team’s own provider vouched: good for that team and what is under it. */
  onlyTeamId: string | null
  createdAt: Date
}

/** Starts a session: one sign-in of a person through one client. Times are wall-clock times. */
export async function openSession(
  work: Work,
  {
    userId,
    clientId,
    method,
    onlyTeamId,
    origin,
  }: Pick<SessionRef, 'userId' | 'clientId' | 'method' | 'onlyTeamId'> & { origin: SignInOrigin },
): Promise<SessionRef> {
  const { tx, posy, audit } = work
  const session = { id: newId(), userId, clientId, method, onlyTeamId, createdAt: new Date(posy.wall.nowMs()) }
  await tx
    .insertInto('session')
    .values({
      id: session.id,
      user_id: userId,
      client_id: clientId,
      method,
      only_team_id: onlyTeamId,
      browser: origin.browser,
      address: origin.address,
      created_at: session.createdAt,
      last_used_at: session.createdAt,
    })
    .execute()
  await audit('session.opened', { kind: 'user', id: userId }, { detail: { sessionId: session.id, clientId, method } })
  await rememberDevice(work, { userId, sessionId: session.id, device: origin.device })
  return session
}

/** Tokens of a session for one of the user's teams. The refresh token is stored as a hash only. */
export async function issueTokens({ tx, posy }: Work, session: SessionRef, teamId: string | null): Promise<Tokens> {
  const nowMs = posy.wall.nowMs()
  const refreshToken = randomSecret()
  await tx
    .deleteFrom('refresh_token')
    .where('session_id', '=', session.id)
    .where('expires_at', '<', new Date(nowMs))
    .execute()
  await tx
    .insertInto('refresh_token')
    .values({
      token_hash: hashSecret(refreshToken),
      session_id: session.id,
      team_id: teamId,
      issued_at: new Date(nowMs),
      expires_at: refreshTokenExpiry(posy.config.sessions, session.createdAt, nowMs),
    })
    .execute()
  await tx
    .updateTable('session')
    .set({ last_used_at: new Date(nowMs) })
    .where('id', '=', session.id)
    .execute()
  const accessToken = await signAccessToken(posy, {
    sub: session.userId,
    session: session.id,
    team: teamId,
    client: session.clientId,
  })
  return {
    access_token: accessToken,
    expires_in: ACCESS_TOKEN_SECONDS,
    token_type: 'Bearer',
    refresh_token: refreshToken,
  }
}

/**
 * A token for a program: a session of its own that lasts as long as the token, without a refresh token. The program's
 * outlived sessions are cleared away on the occasion.
 */
export async function openClientSession(
  { tx, posy }: Work,
  client: { id: string; serviceUserId: string | null; teamId: string | null },
): Promise<Tokens> {
  const now = new Date(posy.wall.nowMs())
  const outlived = new Date(now.getTime() - 2 * ACCESS_TOKEN_SECONDS * 1000)
  await tx
    .deleteFrom('session')
    .where('client_id', '=', client.id)
    .where('user_id', 'is', null)
    .where('created_at', '<', outlived)
    .execute()
  const id = newId()
  await tx
    .insertInto('session')
    .values({ id, user_id: null, client_id: client.id, created_at: now, last_used_at: now })
    .execute()
  const accessToken = await signAccessToken(posy, {
    sub: client.serviceUserId ?? client.id,
    session: id,
    team: client.teamId,
    client: client.id,
  })
  return { access_token: accessToken, expires_in: ACCESS_TOKEN_SECONDS, token_type: 'Bearer' }
}
