import type { EmailContent } from '../messages/message-kind.ts'
import { copy } from './copy.en-GB.ts'
import { inline, oneLine } from './html.ts'
import { renderLetter } from './letter.ts'

const enGB = {
  merchantStatement: {
    subject: (number: string, total: string) => `Statement ${number}: ${total}`,
    preheader: 'The statement and a list of every redemption are attached.',
    heading: (merchant: string) => `Statement for ${merchant}`,
    period: (day: string) => `It covers gifts redeemed with you up to ${day} that were not on an earlier statement.`,
    paid: (total: string, payOn: string, reference: string) =>
      `We pay ${total} by bank transfer on ${payOn}. Look for the reference ${reference}.`,
    carried: (total: string) => `You owe us ${total}. We take it off your next statement.`,
    nothing: 'There is nothing to pay.',
    attached: 'The statement is attached as a PDF, with every redemption in a CSV file.',
    why: 'You get this because people redeem gifts from Posy with you.',
  },
}

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

/** To a merchant: what it is paid for. Sent by a job of its own, which attaches the papers. */
export function merchantStatementEmail(email: MerchantStatementEmail): EmailContent {
  const words = enGB.merchantStatement
  const { number, merchant, currency, totalPence, lastDay, payment } = email
  const total = copy.money(Math.abs(totalPence), currency)
  const due = totalPence < 0 ? words.carried(total) : words.nothing
  return renderLetter({
    ...words,
    subject: oneLine(words.subject(number, copy.money(totalPence, currency))),
    heading: words.heading(inline(merchant)),
    body: [
      words.period(copy.day(lastDay)),
      payment ? words.paid(total, copy.day(payment.on), payment.reference) : due,
      words.attached,
    ],
  })
}
