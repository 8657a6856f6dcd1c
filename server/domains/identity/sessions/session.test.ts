import { expect, test } from 'vitest'
import { HONEST_RETRY_MS, judgeRefresh, refreshTokenExpiry } from './session.ts'

const startMs = Date.parse('2026-03-02T10:00:00Z')
const DAY_MS = 86_400_000
const REFRESH_TOKEN_MS = 30 * DAY_MS
const token = (changes: Partial<Parameters<typeof judgeRefresh>[0]> = {}) => ({
  issuedAt: new Date(startMs),
  expiresAt: new Date(startMs + REFRESH_TOKEN_MS),
  usedAt: null,
  sessionCreatedAt: new Date(startMs),
  sessionRevokedAt: null,
  ...changes,
})

test('a refresh rotates an unused token until it expires', () => {
  expect(judgeRefresh(token(), startMs)).toBe('rotate')
  expect(judgeRefresh(token(), startMs + REFRESH_TOKEN_MS - 1)).toBe('rotate')
  expect(judgeRefresh(token(), startMs + REFRESH_TOKEN_MS)).toBe('refuse')
})

test('a refresh treats a retry within moments as honest, and a later one as theft', () => {
  const used = token({ usedAt: new Date(startMs) })
  expect(judgeRefresh(used, startMs + HONEST_RETRY_MS)).toBe('rotate')
  expect(judgeRefresh(used, startMs + HONEST_RETRY_MS + 1)).toBe('reused')
  expect(judgeRefresh(used, startMs + REFRESH_TOKEN_MS + 1)).toBe('reused')
})

test('a refresh refuses every token of an ended session', () => {
  expect(judgeRefresh(token({ sessionRevokedAt: new Date(startMs) }), startMs)).toBe('refuse')
})

test('a refresh lets no session outlast its longest life, nor lie unused for longer than the operator has set', () => {
  const lasts = { idleDays: 2, days: 7 }
  const expiry = (nowMs: number) => refreshTokenExpiry(lasts, new Date(startMs), nowMs).getTime()
  expect(expiry(startMs)).toBe(startMs + 2 * DAY_MS)
  expect(expiry(startMs + 7 * DAY_MS - 1000)).toBe(startMs + 7 * DAY_MS)
})
