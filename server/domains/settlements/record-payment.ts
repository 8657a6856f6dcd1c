import { sql } from 'kysely'
import { isPosted, postTransfers } from '#server/domains/ledger/index.ts'
import { invoicePaymentKey } from '#server/domains/wallets/index.ts'
import { formatMoney, type Pence } from '#server/kit/money.ts'
import { found, invalidFields, Problem } from '#server/kit/problem.ts'
import type { Work } from '#server/platform/posy.ts'
import { merchantReference } from './numbers.ts'

/** A line of the bank's statement: money that went out. */
export interface MerchantPayment {
  /** What the line says: it names a statement (MST-…), or a payment file (MPF-…) that was paid as one sum. */
  reference: string
  amountPence: Pence
  /** The bank's own name of the line; each is booked once. */
  bankLine: string
  /** When it left; now unless told. */
  paidAt?: Date | undefined
}

export interface BookedMerchantPayment {
  statements: { id: string; number: string; amountPence: Pence; transferId: string }[]
  currency: string
}

interface Row {
  id: string
  number: string
  currency: string
  total: Pence
  transfer_id: string | null
  bank_line: string | null
  released_at: Date | null
}

/**
 * Books what the bank paid to merchants, once per statement and bank line: supplier-payable → bank clearing. The same line
 * again gives the first answer.
 * @throws not_found where the text names no statement and no file; wrong_state (409) before its file is released, or when
 *   it has been paid; conflict (409) when the line was booked for something else; invalid_fields (422) for another amount
 */
export async function recordMerchantPayment(work: Work, payment: MerchantPayment): Promise<BookedMerchantPayment> {
  const { tx, at } = work
  const { bankLine, amountPence, paidAt = at } = payment
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bank line ${bankLine}`}, 0))`.execute(tx)
  const named = found(merchantReference(payment.reference), 'merchant statement or payment file')
  const rows = await lockStatements(work, named)
  const before = await bookedBefore(work, rows, payment)
  if (before) return before
  const due = rows.filter((row) => !row.transfer_id)
  if (due.length === 0) throw new Problem('wrong_state', `${named} has been paid already.`)
  if (due.some((row) => !row.released_at))
    throw new Problem('wrong_state', `The payment file of ${named} has not been released.`)
  const [{ currency }] = due as [Row]
  const duePence = due.reduce((sum, row) => sum + row.total, 0)
  if (amountPence !== duePence)
    throw invalidFields([
      { path: 'amountPence', message: `must be ${duePence}: ${formatMoney(duePence, currency)} are due` },
    ])
  const transferIds = await postTransfers(
    tx,
    due.map((row) => ({
      kind: 'supplier-payment',
      key: `supplier-payment/${row.id}`,
      reference: { kind: 'merchant_statement', id: row.id },
      currency,
      at,
      entries: [
        { account: { platform: 'supplier-payable' }, amountPence: -row.total },
        { account: { platform: 'bank-clearing' }, amountPence: row.total },
      ],
    })),
  )
  for (const [index, { id, number }] of due.entries()) {
    await tx
      .updateTable('merchant_statement')
      .set({ transfer_id: transferIds[index]!, bank_line: bankLine, paid_at: paidAt })
      .where('id', '=', id)
      .execute()
    await work.audit('settlement.paid', { kind: 'merchant-statement', id }, { detail: { number, bankLine } })
  }
  return {
    currency,
    statements: due.map(({ id, number, total }, index) => ({
      id,
      number,
      amountPence: total,
      transferId: transferIds[index]!,
    })),
  }
}

/** The statement, or those of the file. */
async function lockStatements({ tx }: Work, named: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select statement.id, statement.number, statement.currency, statement.total, statement.transfer_id, statement.bank_line, file.released_at
    from merchant_statement as statement left join merchant_payment_file as file on file.id = statement.file_id
    where statement.number = ${named} or file.number = ${named}
    order by statement.id for no key update of statement`.execute(tx)
  if (rows.length === 0) found(null, 'merchant statement or payment file')
  return rows
}

async function bookedBefore(
  { tx }: Work,
  rows: readonly Row[],
  { bankLine, amountPence }: MerchantPayment,
): Promise<BookedMerchantPayment | null> {
  const elsewhere = new Problem('conflict', `The bank line ${bankLine} was booked before with other data.`)
  if ((await isPosted(tx, `bank-top-up/${bankLine}`)) || (await isPosted(tx, invoicePaymentKey(bankLine))))
    throw elsewhere
  const booked = await tx
    .selectFrom('merchant_statement')
    .select(['id', 'number', 'currency', 'total', 'transfer_id'])
    .where('bank_line', '=', bankLine)
    .orderBy('id')
    .execute()
  if (booked.length === 0) return null
  const ids = new Set(rows.map(({ id }) => id))
  const paidPence = booked.reduce((sum, { total }) => sum + total, 0)
  if (booked.some(({ id }) => !ids.has(id)) || paidPence !== amountPence) throw elsewhere
  return {
    currency: booked[0]!.currency,
    statements: booked.map(({ id, number, total, transfer_id }) => ({
      id,
      number,
      amountPence: total,
      transferId: transfer_id!,
    })),
  }
}
