import { copyFor } from './copy.ts'
import type { EmailContent } from './gift-email.ts'
import { html, inline, oneLine } from './html.ts'
import { emailPage, heading, paragraph, small } from './layout.ts'

export interface MerchantStatementEmail {
  number: string
  merchant: string
  currency: string
  totalPence: number
  /** The last day of what is on it. */
  lastDay: Date
  /** When and under what reference the bank pays, where anything is due. */
  payment: { on: Date; reference: string } | null
}

/** To a merchant: what it is paid for. Its papers are attached by anyone who sends it. */
export function merchantStatementEmail(email: MerchantStatementEmail): EmailContent {
  const copy = copyFor('en-GB')
  const words = copy.merchantStatement
  const { number, merchant, currency, totalPence, lastDay, payment } = email
  const total = copy.money(Math.abs(totalPence), currency)
  const subject = words.subject(number, copy.money(totalPence, currency))
  const due = totalPence < 0 ? words.carried(total) : words.nothing
  const paragraphs = [
    words.period(copy.day(lastDay)),
    payment ? words.paid(total, copy.day(payment.on), payment.reference) : due,
    words.attached,
  ]
  const page = emailPage({
    locale: copy.locale,
    subject: oneLine(subject),
    preheader: words.preheader,
    body: html`${heading(words.heading(inline(merchant)))}${paragraphs.map(paragraph)}`,
    footer: html`${small(words.why)}${small(copy.sentWith)}`,
  })
  const text = [words.heading(inline(merchant)), ...paragraphs, words.why, copy.sentWith].join('\n\n')
  return { subject: oneLine(subject), html: page, text }
}
