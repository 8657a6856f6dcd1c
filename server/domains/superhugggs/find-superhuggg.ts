import { toDate } from '#kit/time.ts'
import { giftGuesser, limitGiftGuesses } from '#server/domains/hugggs/gifts/index.ts'
import { readShortcode } from '#server/domains/hugggs/links/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { usedBy } from '#server/platform/throttle.ts'
import { type SuperHugggRecord, superHugggByShortcode } from './queries.ts'

/** The shareable gift behind a link's code, looked up as a gift is: guessing is slow. @throws not_found, too_many_requests */
export function findSuperHuggg(posy: Posy, address: string, given: string): Promise<SuperHugggRecord> {
  const guesser = giftGuesser(address)
  return limitGiftGuesses(posy, guesser, 'gift', async () => {
    const shortcode = readShortcode(given)
    const seen = shortcode && (await superHugggByShortcode(posy.db, shortcode, toDate(posy.clock.now())))
    return seen ? { seen, used: await usedBy(posy, guesser) } : null
  })
}
