import type { Copy } from './copy.en-GB.ts'
import type { EmailContent } from './gift-email.ts'
import { html, inline, lines, oneLine } from './html.ts'
import { button, emailPage, heading, paragraph, quotation, small } from './layout.ts'

export interface GiftsUndeliveredEmail {
  giftName: string
  /** At least one. */
  addresses: readonly string[]
  url: string
}

const SHOWN = 10

/** Tells a sender which of their emails did not arrive, and what they can do. */
export function giftsUndeliveredEmail(copy: Copy, { giftName, addresses, url }: GiftsUndeliveredEmail): EmailContent {
  const words = copy.giftsUndelivered
  const many = addresses.length
  const subject = words.subject(many, inline(giftName))
  const shown = addresses.slice(0, SHOWN).map(oneLine)
  const hidden = many - shown.length
  const page = emailPage({
    locale: copy.locale,
    subject,
    preheader: words.preheader,
    body: html`${heading(words.heading(many))}${paragraph(words.intro(many))}${quotation(lines(shown.join('\n')))}${hidden > 0 && paragraph(words.more(hidden))}${paragraph(words.whatToDo)}${button(words.action, url)}`,
    footer: html`${small(words.why)}${small(copy.sentWith)}`,
  })
  const text = [
    words.heading(many),
    words.intro(many),
    shown.join('\n'),
    hidden > 0 && words.more(hidden),
    words.whatToDo,
    `${words.action}: ${url}`,
    words.why,
    copy.sentWith,
  ]
  return { subject, html: page, text: text.filter(Boolean).join('\n\n') }
}
