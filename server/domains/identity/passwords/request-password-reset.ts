import { createHash } from 'node:crypto'
import type { Posy, Work } from '#server/platform/posy.ts'
import { countAttempt, countFrom } from '#server/platform/throttle.ts'
import { passwordResetRequested, userByEmail } from '../users/index.ts'
import { issuePasswordLink } from './issue-password-link.ts'
import { RESET_TOKEN_MS } from './reset-token.ts'

const PER_ACCOUNT = { attempts: 5, windowSeconds: 3600 }
/** Whole offices ask from one address. */
const PER_ADDRESS = { attempts: 50, windowSeconds: 3600 }
const KEPT_MS = 24 * 3_600_000

const bucket = (kind: string, value: string) =>
  `password-reset:${kind}:${createHash('sha256').update(value.trim().toLowerCase()).digest('base64url')}`

/** No one's inbox is flooded, and no one tries many addresses. @throws too_many_requests (429), also for unknown addresses */
export async function countResetRequest(posy: Posy, username: string, address: string): Promise<void> {
  await countAttempt(posy, bucket('account', username), PER_ACCOUNT)
  await countFrom(posy, address, PER_ADDRESS, (network) => bucket('address', network))
}

/**
 * Notes the wish and has the link sent. For an address without an account the same is written, so that neither the
 * answer nor its time tells who has one.
 */
export async function requestPasswordReset(work: Work, username: string): Promise<void> {
  const { tx, posy } = work
  const nowMs = posy.wall.nowMs()
  const user = await userByEmail(tx, username)
  const userId = user && !user.deactivatedAt ? user.id : null
  await tx
    .deleteFrom('password_reset')
    .where('expires_at', '<', new Date(nowMs - KEPT_MS))
    .execute()
  const id = await issuePasswordLink(work, { userId, validMs: RESET_TOKEN_MS })
  if (!userId) return
  await work.audit('user.password-reset-requested', { kind: 'user', id: userId })
  await work.emit(passwordResetRequested, { resetId: id, userId })
}
