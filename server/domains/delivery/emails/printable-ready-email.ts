import type { Copy } from './copy.en-GB.ts'
import type { EmailContent } from './gift-email.ts'
import { html, inline } from './html.ts'
import { button, emailPage, heading, paragraph, small } from './layout.ts'

/** Leads to the purchase, where anyone who signs in downloads the cards; the PDF itself is never sent. */
export function printableReadyEmail(copy: Copy, { giftName, url }: { giftName: string; url: string }): EmailContent {
  const words = copy.printableReady
  const gift = inline(giftName)
  const subject = words.subject(gift)
  const page = emailPage({
    locale: copy.locale,
    subject,
    preheader: words.preheader,
    body: html`${heading(words.heading)}${paragraph(words.what)}${paragraph(words.gift(gift))}${button(words.action, url)}`,
    footer: html`${small(words.why)}${small(copy.sentWith)}`,
  })
  const text = [words.heading, words.what, words.gift(gift), `${words.action}: ${url}`, words.why, copy.sentWith]
  return { subject, html: page, text: text.join('\n\n') }
}
