import { sql } from 'kysely'
import { z } from 'zod'
import type { Posy } from '#server/platform/posy.ts'
import { cancelled, type EmailFamily } from '../messages/message-kind.ts'
import { accountStatementEmail } from './account-statement.ts'
import { copy, count } from './copy.en-GB.ts'
import { recipientNamed } from './gift-sender.ts'
import { inline } from './html.ts'
import { hello } from './letter.ts'
import { loadTeamNames, userEmail } from './user-email.ts'

const enGB = {
  documentIssued: {
    subject: {
      receipt: (number: string, total: string) => `Receipt ${number}: ${total}`,
      invoice: (number: string, total: string) => `Invoice ${number}: ${total} to pay`,
      'supplementary-invoice': (number: string, total: string) => `Invoice ${number}: ${total} charged again`,
      'plan-invoice': (number: string, total: string) => `Invoice ${number}: ${total} to pay`,
      'period-invoice': (number: string, total: string) => `Invoice ${number}: ${total}`,
      'period-credit-note': (number: string, total: string) => `Credit note ${number}: ${total}`,
      'credit-note': (number: string, total: string) => `Credit note ${number}: ${total} credited`,
      'plan-credit-note': (number: string, total: string) => `Credit note ${number}: ${total} credited`,
    },
    preheader: 'Sign in to download the PDF.',
    heading: {
      receipt: (total: string) => `Receipt for ${total}`,
      invoice: (total: string) => `Invoice for ${total}`,
      'supplementary-invoice': (total: string) => `Invoice for ${total}`,
      'plan-invoice': (total: string) => `Invoice for ${total}`,
      'period-invoice': (total: string) => `Invoice for ${total}`,
      'period-credit-note': (total: string) => `Credit note for ${total}`,
      'credit-note': (total: string) => `Credit note for ${total}`,
      'plan-credit-note': (total: string) => `Credit note for ${total}`,
    },
    intro: {
      receipt: (about: string, number: string, vat: string) =>
        `Thank you for buying ${about}. Receipt ${number}, of which VAT ${vat}.`,
      invoice: (about: string, number: string, vat: string) =>
        `You bought ${about} on invoice. Invoice ${number}, of which VAT ${vat}. It says how to pay, and by when.`,
      'supplementary-invoice': (about: string, number: string, vat: string) =>
        `We had let ${about} expire that should not have, and credited the price. The gifts can be used again, so it is charged again. Invoice ${number}, of which VAT ${vat}. It says where the money came from.`,
      'plan-invoice': (about: string, number: string, vat: string) =>
        `This is the invoice for ${about}. Invoice ${number}, of which VAT ${vat}. It says how to pay, and by when.`,
      'period-invoice': (about: string, number: string, vat: string) =>
        `The invoice for a month of ${about} is ready. Invoice ${number}, of which VAT ${vat}.`,
      'period-credit-note': (about: string, number: string, vat: string) =>
        `Money from gifts of ${about} came back. It is in the wallets that paid for them. Credit note ${number}, of which VAT ${vat}.`,
      'credit-note': (about: string, number: string, vat: string) =>
        `Money came back from ${about} Credit note ${number}, of which VAT ${vat}. It says where the money went.`,
      'plan-credit-note': (about: string, number: string, vat: string) =>
        `We credited ${about}. Credit note ${number}, of which VAT ${vat}. It says where the money went.`,
    },
    /** Whose gifts they were, and why the money came back. */
    credited: (about: string, whose: string, why: string) => `${about}${whose && `, for ${whose}`}.${why && ` ${why}`}`,
    reasons: {
      one: {
        cancelled: 'The gift was cancelled.',
        expired: 'The gift was not used before it ended.',
        cheaper: 'Its recipient chose something that costs less.',
      },
      many: {
        cancelled: 'The gifts were cancelled.',
        expired: 'The gifts were not used before they ended.',
        cheaper: 'Their recipients chose something that costs less.',
      },
    },
    others: (many: number) => (many === 1 ? '1 other' : `${count(many)} others`),
    action: {
      receipt: 'See the purchase',
      invoice: 'See the purchase',
      'supplementary-invoice': 'See the purchase',
      'plan-invoice': 'See the invoice',
      'period-invoice': 'See the invoice',
      'period-credit-note': 'See the credit note',
      'credit-note': 'See the purchase',
      'plan-credit-note': 'See the invoice',
    },
    why: 'You can switch receipts, invoices and credit notes by email off in your profile.',
  },
  invoiceOverdue: {
    subject: (number: string, amount: string) => `${number} is overdue: ${amount}`,
    preheader: 'The invoice says how to pay.',
    heading: (amount: string) => `${amount} is overdue`,
    intro: (number: string, amount: string, day: string) =>
      `${amount} of invoice ${number} is still to pay. It was due on ${day}.`,
    pay: 'Please pay by bank transfer and quote the number of the invoice. Your gifts are not affected. If you have paid, thank you: it will show soon.',
    action: 'See the invoice',
    why: 'You get this because you look after the team.',
  },
  invoicePayment: {
    subject: (number: string, amount: string) => `${amount} received for ${number}`,
    preheader: 'Thank you.',
    heading: (amount: string) => `${amount} received`,
    intro: {
      bank: (number: string, amount: string) => `Your bank transfer of ${amount} for invoice ${number} has arrived.`,
      card: (number: string, amount: string) => `Invoice ${number} was paid by card: ${amount}.`,
    },
    left: (amount: string) => (amount ? `${amount} is still to pay.` : 'Nothing is left to pay.'),
    surplus: (amount: string) => `${amount} more than was owed is in your wallet.`,
    action: 'See the invoice',
    why: 'You can switch receipts, invoices and credit notes by email off in your profile.',
  },
  repaired: {
    subject: {
      'given-codes': (count: number) =>
        count === 1 ? 'A gift code is back on its page' : `${count} gift codes are back on their pages`,
      'stranded-money': (amount: string) => `${amount} is back in your wallet`,
      'choice-remainders': (amount: string) => `${amount} has come back from gifts whose recipients chose for less`,
    },
    preheader: 'We have put it right. There is nothing for you to do.',
    paragraphs: {
      'given-codes': (count: number) => [
        `We ended ${count === 1 ? 'one of your gifts' : `${count} of your gifts`} on our own date although the code had been shown to its recipient. That was our mistake.`,
        `${count === 1 ? 'It counts' : 'They count'} as redeemed again, and the code is on the gift’s page as before. The shop decides until when it takes the code. You pay nothing new: only what came back when we ended ${count === 1 ? 'it' : 'them'}, if anything did, is taken back.`,
      ],
      'stranded-money': (amount: string) => [
        `Money that came back for gifts on a part-paid invoice was set against that invoice although less was still owed on it. That was our mistake.`,
        `${amount} more than you owed is in the wallet that you bought them with, and can be spent at once. Your credit notes stay as they are.`,
      ],
      'choice-remainders': (amount: string) => [
        `Some recipients chose something that cost less than the gift you had paid for. We kept the difference then, and have decided to give it back.`,
        `${amount} has gone where a refund of those gifts goes: first against what you still owe on their invoice, the rest to the wallet that paid for them. Credit notes follow.`,
      ],
    },
    action: {
      'given-codes': 'See your gifts',
      'stranded-money': 'See your wallets',
      'choice-remainders': 'See your wallets',
    },
    why: (team: string) => `You get this because you are an admin of ${team}.`,
  },
}

const keys = <K extends string>(words: Record<K, unknown>) => z.enum(Object.keys(words) as [K, ...K[]])

interface Credited {
  why: 'cancelled' | 'expired' | 'cheaper'
  gifts: number
  hugggIds: readonly string[]
}

/** What was bought, whose it was as far as that is known, and why money came back from it. */
function aboutCredit(about: string, credited: Credited | undefined, names: ReadonlyMap<string, string>): string {
  const words = enGB.documentIssued
  if (!credited) return words.credited(about, '', '')
  const { why, gifts, hugggIds } = credited
  const named = hugggIds.flatMap((id) => names.get(id) ?? [])
  const others = gifts - named.length
  const whose = named.length ? [...named, ...(others > 0 ? [words.others(others)] : [])] : []
  return words.credited(
    about,
    new Intl.ListFormat('en-GB').format(whose),
    words.reasons[gifts === 1 ? 'one' : 'many'][why],
  )
}

/** Names, or else addresses, of those whose gifts were credited, as the purchase's page has them. */
async function loadCreditedNames(
  { db }: Posy,
  messages: readonly { detail: { credited?: Credited | undefined } }[],
): Promise<Map<string, string>> {
  const ids = messages.flatMap(({ detail }) => detail.credited?.hugggIds ?? [])
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string | null }>`
    select huggg.id, ${recipientNamed} as name from huggg join recipient on recipient.id = huggg.recipient_id
    left join app_user as colleague on colleague.id = recipient.user_id and colleague.deactivated_at is null
    where huggg.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.flatMap(({ id, name }) => (name ? [[id, name] as const] : [])))
}

/** A receipt, an invoice or a credit note is there. */
export const documentIssuedEmail = userEmail({
  template: 'document-issued',
  detail: z.object({
    kind: keys(enGB.documentIssued.subject),
    number: z.string(),
    /** What was bought, or the budget. */
    about: z.string(),
    totalPence: z.number(),
    vatPence: z.number(),
    currency: z.string(),
    /** Where it is on screen. */
    path: z.string(),
    /** Of a credit note of a purchase: why the money came back, and from which gifts. */
    credited: z
      .object({
        why: z.enum(['cancelled', 'expired', 'cheaper']),
        gifts: z.number(),
        /** The first of them. */
        hugggIds: z.array(z.string()),
      })
      .optional(),
  }),
  load: loadCreditedNames,
  write({ reader, detail: { kind, number, about, totalPence, vatPence, currency, path, credited } }, names) {
    if (!reader.wantsReceipts) return cancelled('receipts are not wanted')
    const words = enGB.documentIssued
    const said = kind === 'credit-note' ? aboutCredit(about, credited, names) : about
    const total = copy.money(totalPence, currency)
    return {
      ...words,
      subject: words.subject[kind](number, total),
      heading: words.heading[kind](total),
      body: [hello(reader), words.intro[kind](inline(said), number, copy.money(vatPence, currency))],
      action: words.action[kind],
      path,
    }
  },
})

/** An invoice for gifts is overdue. Money that is owed is asked for whatever receipts someone wants. */
const invoiceOverdueEmail = userEmail({
  template: 'invoice-overdue',
  detail: z.object({
    number: z.string(),
    outstandingPence: z.number(),
    currency: z.string(),
    /** The last day to pay on. */
    dueDate: z.string(),
    path: z.string(),
  }),
  write({ reader, detail: { number, outstandingPence, currency, dueDate, path } }) {
    const words = enGB.invoiceOverdue
    const amount = copy.money(outstandingPence, currency)
    return {
      ...words,
      subject: words.subject(number, amount),
      heading: words.heading(amount),
      // At noon it is that day in every zone of this country.
      body: [hello(reader), words.intro(number, amount, copy.day(new Date(`${dueDate}T12:00:00Z`))), words.pay],
      path,
    }
  },
})

/** Money has come in for an invoice. */
const invoicePaymentEmail = userEmail({
  template: 'invoice-payment',
  detail: z.object({
    by: z.enum(['bank', 'card']),
    number: z.string(),
    /** What lessened the debt, and what was more and went to a wallet. */
    paidPence: z.number(),
    surplusPence: z.number(),
    outstandingPence: z.number(),
    currency: z.string(),
    path: z.string(),
  }),
  write({ reader, detail: { by, number, paidPence, surplusPence, outstandingPence, currency, path } }) {
    if (!reader.wantsReceipts) return cancelled('receipts are not wanted')
    const words = enGB.invoicePayment
    const money = (pence: number) => copy.money(pence, currency)
    const amount = money(paidPence + surplusPence)
    return {
      ...words,
      subject: words.subject(number, amount),
      heading: words.heading(amount),
      body: [
        hello(reader),
        words.intro[by](number, amount),
        words.left(outstandingPence > 0 ? money(outstandingPence) : ''),
        ...(surplusPence > 0 ? [words.surplus(money(surplusPence))] : []),
      ],
      path,
    }
  },
})

/** To the admins: what was corrected for their team, after a mistake of ours. */
export const repairedEmail = userEmail({
  template: 'repaired',
  detail: z.object({
    kind: keys(enGB.repaired.subject),
    count: z.number(),
    pence: z.number(),
    currency: z.string(),
  }),
  load: loadTeamNames,
  write({ reader, teamId, detail: { kind, count, pence, currency } }, teamNames) {
    const words = enGB.repaired
    const isCodes = kind === 'given-codes'
    const amount = copy.money(pence, currency)
    const subject = isCodes ? words.subject[kind](count) : words.subject[kind](amount)
    return {
      ...words,
      subject,
      heading: subject,
      body: [hello(reader), ...(isCodes ? words.paragraphs[kind](count) : words.paragraphs[kind](amount))],
      action: words.action[kind],
      path: isCodes ? '/activity' : '/wallets',
      why: words.why(inline(teamNames.get(teamId) ?? '')),
    }
  },
})

/** What teams are told of money that they owe, as `planInvoiceEmails` are for plans. */
export const invoiceEmails = {
  overdue: invoiceOverdueEmail,
  payment: invoicePaymentEmail,
  statement: accountStatementEmail,
}

export const documentEmails: EmailFamily = {
  kinds: [documentIssuedEmail, invoiceOverdueEmail, invoicePaymentEmail, accountStatementEmail, repairedEmail],
}
