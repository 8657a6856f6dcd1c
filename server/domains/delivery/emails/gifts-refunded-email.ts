import type { Copy } from './copy.en-GB.ts'
import type { EmailContent } from './gift-email.ts'
import { html, inline, lines, oneLine } from './html.ts'
import { button, emailPage, heading, paragraph, quotation, small } from './layout.ts'

export interface GiftsRefundedEmail {
  giftName: string
  /** For how many gifts. */
  gifts: number
  /** Where the money went, and how much: `£10.50`. */
  toWallet: string | null
  toInvoice: string | null
  /** Whom they were for, as far as that is known. */
  addresses: readonly string[]
  url: string
}

const SHOWN = 10

/** Tells a sender that gifts could not be made, and that their money is back. */
export function giftsRefundedEmail(
  copy: Copy,
  { giftName, gifts, toWallet, toInvoice, addresses, url }: GiftsRefundedEmail,
): EmailContent {
  const words = copy.giftsRefunded
  const subject = words.subject(gifts, inline(giftName))
  const shown = addresses.slice(0, SHOWN).map(oneLine)
  const hidden = addresses.length - shown.length
  const money = words.money(toWallet, toInvoice)
  const page = emailPage({
    locale: copy.locale,
    subject,
    preheader: money,
    body: html`${heading(words.heading(gifts))}${paragraph(words.intro(gifts))}${paragraph(money)}${shown.length > 0 && paragraph(words.forWhom)}${shown.length > 0 && quotation(lines(shown.join('\n')))}${hidden > 0 && paragraph(copy.giftsUndelivered.more(hidden))}${paragraph(words.whatToDo)}${button(words.action, url)}`,
    footer: html`${small(copy.giftsUndelivered.why)}${small(copy.sentWith)}`,
  })
  const text = [
    words.heading(gifts),
    words.intro(gifts),
    money,
    shown.length > 0 && `${words.forWhom}\n${shown.join('\n')}`,
    hidden > 0 && copy.giftsUndelivered.more(hidden),
    words.whatToDo,
    `${words.action}: ${url}`,
    copy.giftsUndelivered.why,
    copy.sentWith,
  ]
  return { subject, html: page, text: text.filter(Boolean).join('\n\n') }
}
