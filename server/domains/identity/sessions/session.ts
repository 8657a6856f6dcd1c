/** A refresh token works this long after it was issued… */
export const REFRESH_TOKEN_MS = 30 * 86_400_000
/** …and no session lasts longer than this, however often it is refreshed. */
export const SESSION_MS = 180 * 86_400_000
/**
 * Two parallel requests, or a retry after a lost answer, present the same refresh token within moments. Within this
 * time after its first use a token is answered with a fresh pair; later it is taken for stolen and the session ends.
 */
export const HONEST_RETRY_MS = 10_000

export interface RefreshTokenState {
  issuedAt: Date
  expiresAt: Date
  usedAt: Date | null
  sessionCreatedAt: Date
  sessionRevokedAt: Date | null
}

/** What to do with a refresh token that someone presents. */
export function judgeRefresh(token: RefreshTokenState, nowMs: number): 'rotate' | 'refuse' | 'reused' {
  if (token.sessionRevokedAt) return 'refuse'
  if (token.usedAt && nowMs - token.usedAt.getTime() > HONEST_RETRY_MS) return 'reused'
  return nowMs >= token.expiresAt.getTime() ? 'refuse' : 'rotate'
}

export const refreshTokenExpiry = (sessionCreatedAt: Date, nowMs: number): Date =>
  new Date(Math.min(nowMs + REFRESH_TOKEN_MS, sessionCreatedAt.getTime() + SESSION_MS))
