import type { Posy } from '#server/platform/posy.ts'
import { notFound, type Problem } from '#server/platform/problem/problem.ts'
import { type Buckets, bucketsFrom, countEach, refuseUsedUp, type Used, usedBy } from '#server/platform/throttle.ts'
import { readShortcode, readVoucherKey, type VoucherKey } from '../links/index.ts'
import { type GiftRecord, guessedGift, hugggIdByVoucherKey } from './queries.ts'

const WINDOW_SECONDS = 60

/** Anyone who looks something up that could be guessed: where they come from, or which program. */
export type Guesser = Buckets & { address?: string; clientId?: string }

/** Someone without an account, by their address. */
export const giftGuesser = (address: string): Guesser => ({
  address,
  ...bucketsFrom(address, (network) => `gift:${network}`),
})

/**
 * Looks something up that could be guessed. Only misses count, per caller; too many, and even a right guess is
 * refused until the minute is over. Unknown, retired and malformed give the same answer.
 */
export async function limitGiftGuesses<T>(
  posy: Posy,
  guesser: Guesser,
  what: string,
  look: () => Promise<{ seen: T; used: Used | null } | null>,
  refuse = () => notFound(what),
): Promise<T> {
  const attempts = posy.config.limits.guessesPerMinute
  const found = await look()
  if (found) {
    refuseUsedUp(posy, found.used, attempts)
    return found.seen
  }
  const { address, clientId } = guesser
  posy.security.note('gift-guessed', { reason: `no such ${what}`, address, ...(clientId && { caller: clientId }) })
  refuseUsedUp(posy, await usedBy(posy, guesser), attempts)
  await countEach(posy, guesser, { attempts, windowSeconds: WINDOW_SECONDS })
  throw refuse()
}

/** The gift behind a link's code. @throws not_found, too_many_requests */
export function findGift(posy: Posy, address: string, given: string): Promise<GiftRecord> {
  const guesser = giftGuesser(address)
  return limitGiftGuesses(posy, guesser, 'gift', async () => {
    const shortcode = readShortcode(given)
    if (shortcode === null) return null
    const { buckets, times } = guesser
    return guessedGift(posy.db, { shortcode, buckets, times, now: new Date(posy.wall.nowMs()) })
  })
}

/**
 * What a till scanned, known to name a gift.
 * @param isSeen what this till may learn of; another gift is refused, and counts, as one that does not exist
 * @throws not_found, too_many_requests
 */
export function findVoucher(
  posy: Posy,
  clientId: string,
  given: string,
  refuse: () => Problem = () => notFound('huggg'),
  isSeen: (hugggId: string) => Promise<boolean> = async () => true,
): Promise<VoucherKey> {
  const guesser = { clientId, buckets: [`voucher:${clientId}`], times: [1] }
  const look = async () => {
    const key = readVoucherKey(given)
    const id = key && (await hugggIdByVoucherKey(posy.db, key))
    return id && (await isSeen(id)) ? { seen: key, used: await usedBy(posy, guesser) } : null
  }
  return limitGiftGuesses(posy, guesser, 'huggg', look, refuse)
}
