const DAY_MS = 86_400_000

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

/** A refresh token works for the idle days after it was issued, and no session longer than its own, however often it is refreshed. */
export const refreshTokenExpiry = (
  { idleDays, days }: { idleDays: number; days: number },
  sessionCreatedAt: Date,
  nowMs: number,
): Date => new Date(Math.min(nowMs + idleDays * DAY_MS, sessionCreatedAt.getTime() + days * DAY_MS))
