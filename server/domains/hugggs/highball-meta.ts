import { findHighballMeta, type HighballMeta } from '#contract/highball.ts'
import { Problem } from '#server/kit/problem.ts'
import { toDate } from '#server/kit/time.ts'
import { type Route, read } from '#server/platform/http/route.ts'
import type { Posy } from '#server/platform/posy.ts'
import { presentGift } from './gift-page.ts'
import { findGift } from './guesses.ts'
import { launchUrl } from './present.ts'
import type { GiftRecord } from './queries.ts'

/** The size of the pictures in web/static/previews. */
const PICTURE = { width: 1200, height: 630 }

/** The same as the page itself says in its head (web/public/link-preview.tsx), for whoever shows links elsewhere. */
async function presentMeta(posy: Posy, gift: GiftRecord): Promise<HighballMeta> {
  const { fromName, theme } = await presentGift(posy, posy.db, gift, toDate(posy.clock.now()))
  const title = `A gift from ${fromName}`
  return {
    shortcode: gift.shortcode,
    url: launchUrl(posy, gift.shortcode),
    siteName: 'Posy',
    title,
    description: 'Somebody is thinking of you. Open it to see what is inside.',
    image: { url: `${posy.config.publicUrl}/previews/${theme.giftwrap}.jpg`, ...PICTURE, alt: title },
    robots: 'noindex',
  }
}

/** Each code once, in the order asked. Misses are counted against the caller: codes could be guessed here too. */
export const highballRoute: Route = read(findHighballMeta, async ({ posy, body, caller }) => {
  const data: HighballMeta[] = []
  for (const shortcode of new Set(body.filter.shortcode)) {
    const gift = await findGift(posy, `${caller.actor.kind}:${caller.actor.id}`, shortcode).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'not_found') return null
      throw error
    })
    if (gift) data.push(await presentMeta(posy, gift))
  }
  return { data }
})
