import { sql } from 'kysely'
import { type BankMatcher, SAME_BOOKING_MS } from '#server/domains/bank/index.ts'
import { documentNumber } from '#server/domains/documents/index.ts'
import { settleInvoices } from '#server/domains/hugggs/money/index.ts'
import { reverseTransfer } from '#server/domains/ledger/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { holdInvoiced, payInvoice } from './pay-invoice.ts'

const NUMBERS = /INV(?:OICE)?[\s.:#/-]*(?:NO|NR|NUMBER)?[\s.:#/-]*0*(\d{1,9})(?!\d)/gi

/** Every invoice number that a bank's words may hold, as it is printed. */
const invoiceNumbersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(NUMBERS)].map(([, count]) => documentNumber('invoice', Number(count)))),
]

/** Payments of invoices: a line that names one's number. */
export const invoiceMatcher: BankMatcher = {
  kind: 'invoice',
  direction: 'in',
  named: async (db, text) => {
    const numbers = invoiceNumbersIn(text)
    if (numbers.length === 0) return []
    const rows = await db
      .selectFrom('document')
      .select(['id', 'number'])
      .where('number', 'in', numbers)
      .where('kind', '=', 'invoice')
      .orderBy('number')
      .execute()
    return rows.map(({ id, number }) => ({ kind: 'invoice', id, label: number }))
  },
  owner: async (db, { id }) => {
    const { name } = await db
      .selectFrom('document')
      .innerJoin('team', 'team.id', 'document.team_id')
      .select('team.name')
      .where('document.id', '=', id)
      .executeTakeFirstOrThrow()
    return name
  },
  book: async (work, { label }, money) => (await payInvoice(work, { number: label, ...money })).transferId,
  undo: reverseInvoicePayment,
  booked: async (db, { id }, { amountPence, receivedAt }) => {
    const { rows } = await sql<{ id: string }>`
      select transfer_id as id from invoice_payment as payment
      where document_id = ${id} and amount + surplus = ${amountPence} and reversed_at is null
        and abs(extract(epoch from received_at - ${receivedAt})) * 1000 <= ${SAME_BOOKING_MS}
        and not exists (select from bank_act_transfer where transfer_id = payment.transfer_id)
      order by abs(extract(epoch from received_at - ${receivedAt})), payment.id limit 1`.execute(db)
    return rows[0]?.id ?? null
  },
}

/**
 * Takes a payment back, by one reversing transfer: what it paid is owed again.
 * @throws not_found (404), wrong_state (409) when it was undone before, insufficient_funds (402) when its surplus has been spent
 */
async function reverseInvoicePayment(work: Work, transferId: string): Promise<string> {
  const { tx, at } = work
  const payment = found(
    await tx
      .selectFrom('invoice_payment')
      .innerJoin('document', 'document.id', 'invoice_payment.document_id')
      .select([
        'invoice_payment.id',
        'document_id',
        'invoice_payment.team_id',
        'number',
        'document.transaction_id',
        'amount',
        'surplus',
      ])
      .where('transfer_id', '=', transferId)
      .executeTakeFirst(),
    'invoice payment',
  )
  const transactionId = payment.transaction_id
  // What its payment started cannot be stopped by taking it back.
  if (!transactionId) throw new Problem('wrong_state', `The payment of ${payment.number} cannot be taken back.`)
  await holdInvoiced(tx, transactionId)
  const key = `invoice-payment-reversal/${payment.id}`
  const reversalId = await reverseTransfer(tx, { transferId, kind: 'correction', key, at })
  await tx.updateTable('invoice_payment').set({ reversed_at: at }).where('id', '=', payment.id).execute()
  await settleInvoices(work, [transactionId])
  await work.audit(
    'invoice.payment-reversed',
    { kind: 'document', id: payment.document_id },
    {
      teamId: payment.team_id,
      detail: { number: payment.number, debtPence: payment.amount, surplusPence: payment.surplus },
    },
  )
  return reversalId
}
