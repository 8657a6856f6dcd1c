import { measureText, type TextLength } from '#kit/text-segments.ts'
import { launchUrl } from '#server/domains/hugggs/gifts/index.ts'
import { SHORTCODE_LENGTH } from '#server/domains/hugggs/links/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { OPT_OUT_CODE_LENGTH } from '../messages/contact-address.ts'

interface GiftText {
  /** Who gives it, as they sign. */
  from: string
  url: string
  optOutUrl: string
  /** It can be answered with STOP. */
  canReply: boolean
}

const LONGEST_NAME = 40
/** Marks that word processors set and that would make a text twice as dear. */
const PLAIN: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
}

/** One line, plain marks, cut where it would fill a segment alone. */
export function signature(name: string): string {
  const plain = name.replace(/[‘’“”–—…\u00a0]/g, (mark) => PLAIN[mark]!).replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
  const letters = [...plain.trim()]
  return letters.length <= LONGEST_NAME ? letters.join('') : `${letters.slice(0, LONGEST_NAME - 3).join('')}...`
}

const enGB = {
  gift: (from: string, url: string, optOut: string) => `${from} has sent you a gift. Open it: ${url}\n${optOut}`,
  optOut: (url: string, canReply: boolean) => `No more texts: ${canReply ? 'reply STOP or ' : ''}${url}`,
}

/** The end of every text. */
export const optOutText = (url: string, canReply: boolean): string => enGB.optOut(url, canReply)

export const giftText = ({ from, url, ...stop }: GiftText): string =>
  enGB.gift(signature(from), url, enGB.optOut(stop.optOutUrl, stop.canReply))

export const optOutUrl = ({ config }: Posy, code: string): string => `${config.publicUrl}/t/${code}`

/** A gift's text with other codes in its links, and how long it will be: all codes have one length. */
export function measureGiftText(posy: Posy, from: string): TextLength & { sample: string } {
  const sample = giftText({
    from,
    url: launchUrl(posy, 'x'.repeat(SHORTCODE_LENGTH)),
    optOutUrl: optOutUrl(posy, 'x'.repeat(OPT_OUT_CODE_LENGTH)),
    canReply: Boolean(posy.providers.sms?.replyNumber),
  })
  return { ...measureText(sample), sample }
}
