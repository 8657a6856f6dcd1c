import { notFound } from '#server/kit/problem.ts'
import type { Posy } from '#server/platform/posy.ts'
import { countAttempt, refuseUsedUp, refuseWhenExhausted, type Used, usedBy } from '#server/platform/throttle.ts'
import { readShortcode, readVoucherKey, type VoucherKey } from './codes.ts'
import { type GiftRecord, guessedGift, hugggIdByVoucherKey } from './queries.ts'

const WINDOW_SECONDS = 60

/**
 * Looks something up that could be guessed. Only misses count, per whoever is asking; too many, and even a right guess is
 * refused until the minute is over. Unknown, retired and malformed give the same answer.
 */
export async function guarded<T>(
  posy: Posy,
  bucket: string,
  what: string,
  look: () => Promise<{ seen: T; used: Used | null } | null>,
): Promise<T> {
  const attempts = posy.config.limits.guessesPerMinute
  const found = await look()
  if (found) {
    refuseUsedUp(posy, found.used, attempts)
    return found.seen
  }
  await refuseWhenExhausted(posy, bucket, attempts)
  await countAttempt(posy, bucket, { attempts, windowSeconds: WINDOW_SECONDS })
  throw notFound(what)
}

/** The gift behind a link's code. @throws not_found, too_many_requests */
export function findGift(posy: Posy, address: string, given: string): Promise<GiftRecord> {
  const bucket = `gift:${address}`
  return guarded(posy, bucket, 'gift', async () => {
    const shortcode = readShortcode(given)
    return shortcode === null ? null : guessedGift(posy.db, { shortcode, bucket, now: new Date(posy.wall.nowMs()) })
  })
}

/** What a till scanned, known to name a gift. @throws not_found, too_many_requests */
export function findVoucher(posy: Posy, clientId: string, given: string): Promise<VoucherKey> {
  const bucket = `voucher:${clientId}`
  return guarded(posy, bucket, 'huggg', async () => {
    const key = readVoucherKey(given)
    const names = key && (await hugggIdByVoucherKey(posy.db, key))
    return names ? { seen: key, used: await usedBy(posy, bucket) } : null
  })
}
