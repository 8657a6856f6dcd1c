import { createHash } from 'node:crypto'
import type { Posy } from '#server/platform/posy.ts'
import { clearAttempts, countAttempt, refuseWhenExhausted } from '#server/platform/throttle.ts'

const QUARTER_HOUR_SECONDS = 900

/** Buckets carry a hash, so that no address or name lies in the table. */
const bucket = (kind: string, value: string) =>
  `sign-in:${kind}:${createHash('sha256').update(value.toLowerCase()).digest('base64url')}`

export interface Guess {
  /** Whose secret: an email address, or a client id at an address. */
  account: string
  /** Where the request comes from. */
  address: string
}

/**
 * Lets somebody try a secret, counting failures by account and by address. Also a right secret is refused once too many
 * were wrong, and that is looked at again after the check: of many guesses sent at once only as many learn anything.
 * @param attempt answers null for a wrong secret
 * @throws too_many_requests (429) with Retry-After
 */
export async function guarded<T>(
  posy: Posy,
  { account, address }: Guess,
  attempt: () => Promise<T | null>,
): Promise<T | null> {
  const { signInFailuresPerQuarterHour, signInFailuresPerQuarterHourAndAddress } = posy.config.limits
  const limits = [
    { bucket: bucket('account', account), attempts: signInFailuresPerQuarterHour },
    { bucket: bucket('address', address), attempts: signInFailuresPerQuarterHourAndAddress },
  ]
  const refuse = async () => {
    for (const limit of limits) await refuseWhenExhausted(posy, limit.bucket, limit.attempts)
  }
  await refuse()
  const result = await attempt()
  if (result === null) {
    for (const limit of limits)
      await countAttempt(posy, limit.bucket, { attempts: limit.attempts, windowSeconds: QUARTER_HOUR_SECONDS })
    return null
  }
  await refuse()
  // Only the account starts afresh: one known password must not buy an address more guesses at others.
  await clearAttempts(posy, limits[0]!.bucket)
  return result
}

/** An account starts afresh: who it belongs to has been shown in another way. */
export const forgetFailures = (posy: Posy, email: string): Promise<void> =>
  clearAttempts(posy, bucket('account', `user ${email.trim()}`))
