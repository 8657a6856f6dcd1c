import type { Copy } from './copy.en-GB.ts'
import type { EmailContent } from './gift-email.ts'
import { html, inline, lines, oneLine } from './html.ts'
import { button, emailPage, heading, paragraph, quotation, small } from './layout.ts'

export interface GiftsHeldEmail {
  giftName: string
  gifts: readonly { address: string | null; why: keyof Copy['heldBy'] }[]
  /** When the first of them goes back; null once they have. */
  until: Date | null
  url: string
}

const SHOWN = 10

/** Tells a sender that the team's rules hold gifts back, or that they went back for it. */
export function giftsHeldEmail(copy: Copy, { giftName, gifts, until, url }: GiftsHeldEmail): EmailContent {
  const many = gifts.length
  const words = until
    ? { ...copy.giftsHeld, intro: copy.giftsHeld.intro(many), whatToDo: copy.giftsHeld.whatToDo(copy.day(until)) }
    : copy.giftsGivenBack
  const subject = words.subject(many, inline(giftName))
  const shown = gifts
    .slice(0, SHOWN)
    .map(({ address, why }) => [address && oneLine(address), copy.heldBy[why]].filter(Boolean).join(': '))
  const hidden = many - shown.length
  const more = hidden > 0 && copy.giftsUndelivered.more(hidden)
  const page = emailPage({
    locale: copy.locale,
    subject,
    preheader: words.whatToDo,
    body: html`${heading(words.heading(many))}${paragraph(words.intro)}${quotation(lines(shown.join('\n')))}${more && paragraph(more)}${paragraph(words.whatToDo)}${button(words.action, url)}`,
    footer: html`${small(copy.giftsUndelivered.why)}${small(copy.sentWith)}`,
  })
  const text = [
    words.heading(many),
    words.intro,
    shown.join('\n'),
    more,
    words.whatToDo,
    `${words.action}: ${url}`,
    copy.giftsUndelivered.why,
    copy.sentWith,
  ]
  return { subject, html: page, text: text.filter(Boolean).join('\n\n') }
}
