import { createHmac } from 'node:crypto'
import type { Posy } from '#server/platform/posy.ts'

/** How long a link to choose a new password with works. */
export const RESET_TOKEN_MS = 3_600_000

/**
 * The token of a wish for a new password. It is worked out from our secret whenever it is needed, for the mail that
 * carries it, and so is stored nowhere but as a hash: neither the queue nor the outbox knows it.
 */
export const deriveResetToken = ({ secret }: Pick<Posy, 'secret'>, resetId: string): string =>
  createHmac('sha256', secret.current).update(`password-reset ${resetId}`).digest('base64url')
