import { accentSchemes } from '#kit/accent.ts'
import type { Copy } from './copy.en-GB.ts'
import { giftBox } from './giftwrap.ts'
import { html, inline, lines } from './html.ts'
import { button, type EmailBrand, emailPage, heading, link, logoRow, paragraph, quotation, small } from './layout.ts'

export interface GiftEmail {
  /** Who gives it, as they sign. */
  from: string
  teamName: string
  recipientName: string | null
  message: string | null
  brand: EmailBrand
  url: string
  /** The last moment. */
  expiresAt: Date
  /** Where reminders end; null for the gift itself. */
  stopRemindersUrl?: string | null
}

export interface EmailContent {
  subject: string
  html: string
  text: string
}

export function giftEmail(copy: Copy, gift: GiftEmail): EmailContent {
  const words = gift.stopRemindersUrl ? { ...copy.gift, ...copy.giftReminder } : copy.gift
  const from = inline(gift.from)
  const team = inline(gift.teamName)
  const name = inline(gift.recipientName ?? '')
  const message = gift.message?.trim()
  const lastDay = copy.day(gift.expiresAt)
  const { giftwrap, accentHex, logoUrl } = gift.brand
  const stop = gift.stopRemindersUrl ?? ''
  const subject = words.subject(from)
  const accents = accentSchemes(accentHex)
  const page = emailPage({
    locale: copy.locale,
    subject,
    preheader: words.preheader(from, lastDay),
    header: html`${logoUrl && logoRow(logoUrl, team)}${giftBox(giftwrap, { isTop: !logoUrl, accent: accents?.light.accent })}`,
    accents,
    body: html`
${heading(words.heading(from))}
${name && paragraph(words.greeting(name))}
${message ? html`${small(words.messageFrom(from))}${quotation(lines(message), accents?.light.accent)}` : paragraph(words.intro)}
${button(words.action, gift.url, accents?.light)}
${paragraph(words.expiry(lastDay))}
${small(html`${words.linkHint}<br>${link(gift.url, gift.url, accents?.light.text)}`)}`,
    footer: html`${small(words.notExpected(from, team))}${stop && small(link(copy.giftReminder.stop, stop, accents?.light.text))}${small(copy.sentWith)}`,
  })
  const text = [
    words.heading(from),
    name && words.greeting(name),
    message ? `${words.messageFrom(from)}\n\n${quoted(message)}` : words.intro,
    `${words.action}:\n${gift.url}`,
    words.expiry(lastDay),
    words.notExpected(from, team),
    stop && `${copy.giftReminder.stop}: ${stop}`,
    copy.sentWith,
  ]
  return { subject, html: page, text: text.filter(Boolean).join('\n\n') }
}

/** Marked line by line, so that no one takes a sender's words for ours. */
export const quoted = (message: string): string =>
  message
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
