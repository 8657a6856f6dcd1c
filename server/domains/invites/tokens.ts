import { createHmac } from 'node:crypto'
import type { Posy } from '#server/platform/posy.ts'

const DAY_MS = 86_400_000

/** How long an invite can be accepted after it was last sent. Wall clock, like every token. */
export const INVITE_MS = 14 * DAY_MS
/** How long a link that proves an address works. */
export const VERIFICATION_MS = 2 * DAY_MS

type Signing = Pick<Posy, 'secret'>

const derive = ({ secret }: Signing, what: string): string =>
  createHmac('sha256', secret.current).update(what).digest('base64url')

/**
 * The token of one sending of an invite. It is worked out from our secret whenever it is needed, for the mail that
 * carries it, and so is stored nowhere but as a hash: neither the queue nor the outbox knows it. Sending again counts
 * the version up, which makes another token and ends the old one.
 */
export const deriveInviteToken = (posy: Signing, { id, version }: { id: string; version: number }): string =>
  derive(posy, `invite ${id} ${version}`)

/** As above, for a link that proves an address. */
export const deriveVerificationToken = (posy: Signing, verificationId: string): string =>
  derive(posy, `verification ${verificationId}`)
