import type { Copy } from './copy.en-GB.ts'
import type { EmailContent } from './gift-email.ts'
import { html, oneLine } from './html.ts'
import { button, emailPage, heading, link, paragraph, small } from './layout.ts'

export interface WebhookDisabledEmail {
  host: string
  reason: 'gone' | 'failing'
  /** The team's webhooks on screen. */
  url: string
}

export function webhookDisabledEmail(copy: Copy, { host, reason, url }: WebhookDisabledEmail): EmailContent {
  const words = copy.webhookDisabled
  const what = words.what(oneLine(host))
  const page = emailPage({
    locale: copy.locale,
    subject: words.subject,
    preheader: words.preheader,
    body: html`${heading(words.heading)}${paragraph(what)}${paragraph(words.why[reason])}${paragraph(words.next)}${button(words.action, url)}`,
    footer: html`${small(html`${words.linkHint} ${link(url, url)}`)}${small(copy.sentWith)}`,
  })
  const text = [words.heading, what, words.why[reason], words.next, `${words.action}: ${url}`, copy.sentWith].join(
    '\n\n',
  )
  return { subject: words.subject, html: page, text }
}
