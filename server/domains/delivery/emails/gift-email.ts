import type { Copy } from './copy.en-GB.ts'
import { present } from './giftwrap.ts'
import { html, inline, lines } from './html.ts'
import { button, emailPage, heading, link, paragraph, quotation, small } from './layout.ts'

export interface GiftEmail {
  /** Who gives it, as they sign. */
  from: string
  teamName: string
  recipientName: string | null
  message: string | null
  giftwrap: string
  url: string
  /** The last moment. */
  expiresAt: Date
}

export interface EmailContent {
  subject: string
  html: string
  text: string
}

export function giftEmail(copy: Copy, gift: GiftEmail): EmailContent {
  const words = copy.gift
  const from = inline(gift.from)
  const team = inline(gift.teamName)
  const name = inline(gift.recipientName ?? '')
  const message = gift.message?.trim()
  const lastDay = copy.day(gift.expiresAt)
  const subject = words.subject(from)
  const page = emailPage({
    locale: copy.locale,
    subject,
    preheader: words.preheader(from, lastDay),
    header: present(gift.giftwrap),
    body: html`
${heading(words.heading(from))}
${name && paragraph(words.greeting(name))}
${message ? html`${small(words.messageFrom(from))}${quotation(lines(message))}` : paragraph(words.intro)}
${button(words.action, gift.url)}
${paragraph(words.expiry(lastDay))}
${small(html`${words.linkHint}<br>${link(gift.url, gift.url)}`)}`,
    footer: html`${small(words.notExpected(from, team))}${small(copy.sentWith)}`,
  })
  const text = [
    words.heading(from),
    name && words.greeting(name),
    message ? `${words.messageFrom(from)}\n\n${quoted(message)}` : words.intro,
    `${words.action}:\n${gift.url}`,
    words.expiry(lastDay),
    words.notExpected(from, team),
    copy.sentWith,
  ]
  return { subject, html: page, text: text.filter(Boolean).join('\n\n') }
}

/** Marked line by line, so that nobody takes a sender's words for ours. */
export const quoted = (message: string): string =>
  message
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
