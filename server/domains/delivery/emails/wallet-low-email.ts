import type { Copy } from './copy.en-GB.ts'
import type { EmailContent } from './gift-email.ts'
import { html, inline, oneLine } from './html.ts'
import { button, emailPage, heading, link, paragraph, small } from './layout.ts'

export interface WalletLowEmail {
  walletName: string
  currency: string
  availablePence: number
  /** What the team asked to be told of. */
  alertPence: number
  /** Where it is topped up. */
  url: string
}

export function walletLowEmail(copy: Copy, email: WalletLowEmail): EmailContent {
  const words = copy.walletLow
  const [available, alert] = [email.availablePence, email.alertPence].map((pence) => copy.money(pence, email.currency))
  const subject = words.subject(oneLine(email.walletName), available!)
  const paragraphs = [words.what(inline(email.walletName), available!, alert!), words.next]
  const page = emailPage({
    locale: copy.locale,
    subject,
    preheader: words.preheader,
    body: html`${heading(words.heading)}${paragraphs.map(paragraph)}${button(words.action, email.url)}`,
    footer: html`${small(words.why)}${small(html`${words.linkHint} ${link(email.url, email.url)}`)}${small(copy.sentWith)}`,
  })
  const text = [words.heading, ...paragraphs, `${words.action}: ${email.url}`, words.why, copy.sentWith].join('\n\n')
  return { subject, html: page, text }
}
