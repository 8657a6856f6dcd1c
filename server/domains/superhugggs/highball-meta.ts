import { findHighballMeta, type HighballMeta } from '#contract/superhugggs/highball.ts'
import type { Look } from '#contract/themes/themes.ts'
import { toDate } from '#kit/time.ts'
import { type Guesser, guessedGift, launchUrl, limitGiftGuesses } from '#server/domains/hugggs/gifts/index.ts'
import { readShortcode } from '#server/domains/hugggs/links/index.ts'
import { serializeRecipientGift } from '#server/domains/hugggs/recipient/index.ts'
import { PREVIEW_SIZE } from '#server/domains/themes/index.ts'
import { type Route, read } from '#server/platform/http/route.ts'
import type { Posy } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { usedBy } from '#server/platform/throttle.ts'
import { superHugggByShortcode } from './queries.ts'
import { claimUrl, fromName, shareableLook } from './serialize.ts'

interface Link {
  shortcode: string
  url: string
  fromName: string
  look: Look
}

/** The same as the page itself says in its head (web/recipient/link-preview.tsx), for anyone who shows links elsewhere. */
function serializeHighballMeta(posy: Posy, { shortcode, url, fromName, look }: Link): HighballMeta {
  const title = `A gift from ${fromName}`
  return {
    shortcode,
    url,
    siteName: 'Posy',
    title,
    description: 'Someone is thinking of you. Open it to see what is inside.',
    image: {
      url: look.previewUrl ?? `${posy.config.publicUrl}/previews/${look.giftwrap}.jpg`,
      ...PREVIEW_SIZE,
      alt: title,
    },
    robots: 'noindex',
  }
}

/** What a code leads to: one person's gift, or one link for many. */
function findLink(posy: Posy, guesser: Guesser, given: string): Promise<Link> {
  const { buckets, times } = guesser
  return limitGiftGuesses(posy, guesser, 'gift', async () => {
    const shortcode = readShortcode(given)
    if (shortcode === null) return null
    const gift = await guessedGift(posy.db, { shortcode, buckets, times, now: new Date(posy.wall.nowMs()) })
    const at = toDate(posy.clock.now())
    if (gift) {
      const { fromName, theme } = await serializeRecipientGift(posy, posy.db, gift.seen, at)
      const url = launchUrl(posy, gift.seen.shortcode)
      return { seen: { shortcode: gift.seen.shortcode, url, fromName, look: theme }, used: gift.used }
    }
    const shared = await superHugggByShortcode(posy.db, shortcode, at)
    if (!shared) return null
    const url = claimUrl(posy, shared.shortcode)
    const seen = {
      shortcode: shared.shortcode,
      url,
      fromName: fromName(shared),
      look: shareableLook(posy, shared),
    }
    return { seen, used: await usedBy(posy, guesser) }
  })
}

/** Each code once, in the order asked. Misses are counted against the caller: codes could be guessed here too. */
export const highballRoute: Route = read(findHighballMeta, async ({ posy, body, caller }) => {
  const data: HighballMeta[] = []
  const name = `${caller.actor.kind}:${caller.actor.id}`
  const guesser = { clientId: name, buckets: [`gift:${name}`], times: [1] }
  for (const shortcode of new Set(body.filter.shortcode)) {
    const link = await findLink(posy, guesser, shortcode).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'not_found') return null
      throw error
    })
    if (link) data.push(serializeHighballMeta(posy, link))
  }
  return { data }
})
