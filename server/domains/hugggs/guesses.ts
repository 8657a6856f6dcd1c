import { notFound } from '#server/kit/problem.ts'
import type { Posy } from '#server/platform/posy.ts'
import { countAttempt, refuseWhenExhausted } from '#server/platform/throttle.ts'
import { readShortcode, readVoucherKey, type VoucherKey } from './codes.ts'
import { type GiftRecord, giftByShortcode, hugggIdByVoucherKey } from './queries.ts'

const WINDOW_SECONDS = 60

/**
 * Looks something up that could be guessed. Only misses count, per whoever is asking; too many, and even a right guess is
 * refused until the minute is over. Unknown, retired and malformed give the same answer.
 */
async function guarded<T>(
  posy: Posy,
  bucket: string,
  what: string,
  look: () => Promise<T | null | undefined>,
): Promise<T> {
  const attempts = posy.config.limits.guessesPerMinute
  await refuseWhenExhausted(posy, bucket, attempts)
  const seen = await look()
  if (seen) return seen
  await countAttempt(posy, bucket, { attempts, windowSeconds: WINDOW_SECONDS })
  throw notFound(what)
}

/** The gift behind a link's code. @throws not_found, too_many_requests */
export const findGift = (posy: Posy, address: string, given: string): Promise<GiftRecord> =>
  guarded(posy, `gift:${address}`, 'gift', async () => {
    const shortcode = readShortcode(given)
    return shortcode === null ? null : giftByShortcode(posy.db, shortcode)
  })

/** What a till scanned, known to name a gift. @throws not_found, too_many_requests */
export const findVoucher = (posy: Posy, clientId: string, given: string): Promise<VoucherKey> =>
  guarded(posy, `voucher:${clientId}`, 'huggg', async () => {
    const key = readVoucherKey(given)
    return key && (await hugggIdByVoucherKey(posy.db, key)) ? key : null
  })
