import type { Copy } from './copy.en-GB.ts'
import type { EmailContent } from './gift-email.ts'
import { inline, oneLine } from './html.ts'
import { noticeEmail } from './notice-email.ts'

interface Reader {
  firstName: string
  url: string
}

/** What the person who issues a document says of it. */
export interface IssuedDocument {
  kind: 'receipt' | 'invoice' | 'supplementary-invoice' | 'plan-invoice' | 'period-invoice' | 'period-credit-note'
  number: string
  /** What was bought, or the budget. */
  about: string
  totalPence: number
  vatPence: number
  currency: string
  /** Where it is on screen. */
  path: string
}

/** A receipt or an invoice is there. */
export function documentIssuedEmail(copy: Copy, email: Reader & IssuedDocument): EmailContent {
  const words = copy.documentIssued
  const { kind, number, currency } = email
  const total = copy.money(email.totalPence, currency)
  return noticeEmail(copy, email, {
    ...words,
    subject: words.subject[kind](number, total),
    heading: words.heading[kind](total),
    paragraphs: [words.intro[kind](inline(email.about), number, copy.money(email.vatPence, currency))],
    action: words.action[kind],
  })
}

/** What came into a wallet from outside. */
export interface ReceivedMoney {
  walletId: string
  walletName: string
  amountPence: number
  currency: string
  by: 'bank' | 'card'
  /** What the payer knows it by. */
  reference: string
  /** ISO instant. */
  at: string
}

/** A top-up has arrived: its receipt. */
export function moneyReceivedEmail(copy: Copy, email: Reader & ReceivedMoney): EmailContent {
  const words = copy.moneyReceived
  const [amount, wallet] = [copy.money(email.amountPence, email.currency), inline(email.walletName)]
  return noticeEmail(copy, email, {
    ...words,
    subject: words.subject(amount, oneLine(email.walletName)),
    heading: words.heading(amount),
    paragraphs: [
      words.intro[email.by](amount, wallet, copy.day(new Date(email.at))),
      words.reference(inline(email.reference)),
    ],
  })
}

/** What was put right for a team, after a mistake of ours. */
export interface Repaired {
  kind: 'given-codes' | 'stranded-money' | 'choice-remainders'
  count: number
  pence: number
  currency: string
}

export function repairedEmail(
  copy: Copy,
  { kind, count, pence, currency, teamName, ...reader }: Reader & Repaired & { teamName: string },
): EmailContent {
  const words = copy.repaired
  const amount = copy.money(pence, currency)
  const isCodes = kind === 'given-codes'
  const subject = isCodes ? words.subject[kind](count) : words.subject[kind](amount)
  return noticeEmail(copy, reader, {
    ...words,
    subject,
    heading: subject,
    paragraphs: isCodes ? words.paragraphs[kind](count) : words.paragraphs[kind](amount),
    action: words.action[kind],
    why: words.why(inline(teamName)),
  })
}

/** To who was removed from a team. */
export function membershipEndedEmail(copy: Copy, email: Reader & { teamName: string }): EmailContent {
  const words = copy.membershipEnded
  const team = inline(email.teamName)
  return noticeEmail(copy, email, {
    ...words,
    subject: words.subject(oneLine(email.teamName)),
    heading: words.heading(team),
    paragraphs: [words.intro(team), words.gifts],
  })
}
