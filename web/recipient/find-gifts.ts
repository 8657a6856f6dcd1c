import { findGifts as endpoint } from '#contract/delivery/delivery.ts'
import { paths } from '#web/paths.ts'
import { askPage } from './ask-page.tsx'
import { copy } from './copy.en-GB.ts'

/** A way back to gifts whose links are lost. */
export const findGifts = askPage({
  endpoint,
  address: paths.findGifts,
  words: copy.findGifts,
  otherwise: { hint: copy.findGifts.hint, label: copy.notReceived.link, href: paths.giftNotReceived },
})
