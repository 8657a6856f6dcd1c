import type { Copy } from './copy.en-GB.ts'
import type { EmailContent } from './gift-email.ts'
import { html, inline, lines, oneLine } from './html.ts'
import { button, emailPage, heading, paragraph, quotation, small } from './layout.ts'

export interface GiftAskedForEmail {
  giftName: string
  /** The address or number that the gift was sent to. */
  askedFrom: string
  /** It was sent there again. */
  isSent: boolean
  url: string
}

/** Tells a sender that a gift did not reach its recipient. */
export function giftAskedForEmail(copy: Copy, { giftName, askedFrom, isSent, url }: GiftAskedForEmail): EmailContent {
  const words = copy.giftAskedFor
  const subject = words.subject(inline(giftName))
  const done = isSent ? words.sent : words.notSent
  const page = emailPage({
    locale: copy.locale,
    subject,
    preheader: done,
    body: html`${heading(words.heading)}${paragraph(words.intro)}${quotation(lines(oneLine(askedFrom)))}${paragraph(done)}${paragraph(words.whatToDo)}${button(words.action, url)}`,
    footer: html`${small(copy.giftsUndelivered.why)}${small(copy.sentWith)}`,
  })
  const text = [
    words.heading,
    words.intro,
    oneLine(askedFrom),
    done,
    words.whatToDo,
    `${words.action}: ${url}`,
    copy.giftsUndelivered.why,
    copy.sentWith,
  ]
  return { subject, html: page, text: text.join('\n\n') }
}
