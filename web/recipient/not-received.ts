import { askForGifts } from '#contract/delivery/delivery.ts'
import { paths } from '#web/paths.ts'
import { askPage } from './ask-page.tsx'
import { copy } from './copy.en-GB.ts'

/** A gift has not arrived: it is sent again, and its sender told. */
export const notReceived = askPage({
  endpoint: askForGifts,
  address: paths.giftNotReceived,
  words: copy.notReceived,
  otherwise: { hint: copy.page.lost, label: copy.findGifts.link, href: paths.findGifts },
})
