import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import { formatMoney, type Pence } from '#kit/money.ts'
import { isPosted, postTransfer, reverseTransfer } from '#server/domains/ledger/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { found, invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { merchantReferencesIn } from './numbers.ts'

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
  transferId: string
  currency: string
  statements: { id: string; number: string; amountPence: Pence }[]
}

interface Row {
  id: string
  number: string
  brand_id: string
  currency: string
  total: Pence
  transfer_id: string | null
  bank_line: string | null
  released_at: Date | null
}

/** A payment is posted once per statement, and once per line of the bank. */
const returnKey = (statementId: string): string => `merchant-return/${statementId}`

/**
 * Books what the bank paid to merchants, once per statement and bank line, in one transfer: supplier-payable → bank
 * clearing. The same line again gives the first answer.
 * @throws not_found where the text names no statement and no file; wrong_state (409) before its file is released, or when
 *   it has been paid; conflict (409) when the line was booked for something else; invalid_fields (422) for another amount
 */
export async function recordMerchantPayment(work: Work, payment: MerchantPayment): Promise<BookedMerchantPayment> {
  const { tx, at } = work
  const { bankLine, amountPence, paidAt = at } = payment
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bank line ${bankLine}`}, 0))`.execute(tx)
  const [named = ''] = merchantReferencesIn(payment.reference)
  const rows = await lockStatements(work, named)
  const before = bookedBefore(rows, await bookedUnder(work, bankLine), payment)
  if (before) return before
  const due = rows.filter((row) => !row.transfer_id)
  if (due.length === 0) throw new Problem('wrong_state', `${named} has been paid already.`)
  if (due.some((row) => !row.released_at))
    throw new Problem('wrong_state', `The payment file of ${named} has not been released.`)
  const { currency } = due[0]!
  const duePence = due.reduce((sum, row) => sum + row.total, 0)
  if (amountPence !== duePence)
    throw invalidFields([
      { path: 'amountPence', message: `must be ${duePence}: ${formatMoney(duePence, currency)} are due` },
    ])
  const id = newId()
  const transferId = await postTransfer(tx, {
    kind: 'supplier-payment',
    key: `supplier-payment/${id}`,
    reference: { kind: 'merchant_payment', id },
    currency,
    at,
    entries: [
      { account: { platform: 'supplier-payable' }, amountPence: -duePence },
      { account: { platform: 'bank-clearing' }, amountPence: duePence },
    ],
  })
  const paid = { transfer_id: transferId, bank_line: bankLine, paid_at: paidAt }
  for (const { id, number } of due) {
    await tx.updateTable('merchant_statement').set(paid).where('id', '=', id).execute()
    await work.audit('settlement.paid', { kind: 'merchant-statement', id }, { detail: { number, bankLine } })
  }
  return answer(due, { transferId, currency })
}

const answer = (
  rows: readonly Pick<Row, 'id' | 'number' | 'total'>[],
  booked: { transferId: string; currency: string },
): BookedMerchantPayment => ({
  ...booked,
  statements: rows.map(({ id, number, total }) => ({ id, number, amountPence: total })),
})

/** The statement, or those of the file. */
async function lockStatements({ tx }: Work, named: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select statement.id, statement.number, statement.brand_id, statement.currency, statement.total, statement.transfer_id, statement.bank_line, file.released_at
    from merchant_statement as statement left join merchant_payment_file as file on file.id = statement.file_id
    where statement.number = ${named} or file.number = ${named}
    order by statement.id for no key update of statement`.execute(tx)
  if (rows.length === 0) found(null, 'merchant statement or payment file')
  return rows
}

const bookedUnder = ({ tx }: Work, bankLine: string) =>
  tx
    .selectFrom('merchant_statement')
    .select(['id', 'number', 'currency', 'total', 'transfer_id'])
    .where('bank_line', '=', bankLine)
    .orderBy('id')
    .execute()

function bookedBefore(
  rows: readonly Row[],
  booked: Awaited<ReturnType<typeof bookedUnder>>,
  { bankLine, amountPence }: MerchantPayment,
): BookedMerchantPayment | null {
  const [first] = booked
  if (!first) return null
  const ids = new Set(rows.map(({ id }) => id))
  const paidPence = booked.reduce((sum, { total }) => sum + total, 0)
  if (booked.some(({ id }) => !ids.has(id)) || paidPence !== amountPence)
    throw new Problem('conflict', `The bank line ${bankLine} was booked before with other data.`)
  return answer(booked, { transferId: first.transfer_id!, currency: first.currency })
}

/**
 * Takes a booking back that was a mistake: its statements are to be paid again. What the payee's bank sent back is
 * another thing: see recordReturnedPayment.
 * @returns the reversing transfer
 * @throws wrong_state (409) where any of it came back, or it was taken back before
 */
export async function undoMerchantPayment(work: Work, transferId: string): Promise<string> {
  const { tx, at } = work
  const { rows } = await sql<{ id: string; number: string }>`
    select id, number from merchant_statement where transfer_id = ${transferId} order by id for no key update`.execute(
    tx,
  )
  for (const { id, number } of rows)
    if (await isPosted(tx, returnKey(id)))
      throw new Problem('wrong_state', `The payment of ${number} was returned: it is on the merchant’s next statement.`)
  const reversalId = await reverseTransfer(tx, {
    transferId,
    kind: 'supplier-payment',
    key: `supplier-payment-reversal/${transferId}`,
    at,
  })
  await tx
    .updateTable('merchant_statement')
    .set({ transfer_id: null, bank_line: null, paid_at: null })
    .where('transfer_id', '=', transferId)
    .execute()
  for (const { id, number } of rows)
    await work.audit('settlement.payment-undone', { kind: 'merchant-statement', id }, { detail: { number } })
  return reversalId
}

/**
 * The payee's bank sent a payment back: bank clearing (or what was parked) → supplier-payable, and a line on the merchant's next statement.
 * @returns the transfer
 * @throws not_found; wrong_state (409) for one that was not paid, or came back before; invalid_fields (422) for another amount
 */
export async function recordReturnedPayment(
  work: Work,
  { number, amountPence, from }: { number: string; amountPence: Pence; from: 'bank-clearing' | 'unmatched-receipts' },
): Promise<string> {
  const { tx, at } = work
  const [statement] = await lockStatements(work, number)
  const { id, brand_id, currency, total, transfer_id } = statement!
  if (!transfer_id || statement!.number !== number) throw new Problem('wrong_state', `${number} has not been paid.`)
  if (await isPosted(tx, returnKey(id)))
    throw new Problem('wrong_state', `The payment of ${number} was returned before.`)
  if (amountPence !== total) throw invalidFields([{ path: 'amountPence', message: `must be ${total}` }])
  const correctionId = newId()
  const transferId = await postTransfer(tx, {
    kind: 'correction',
    key: returnKey(id),
    reference: { kind: 'merchant_correction', id: correctionId },
    currency,
    at,
    entries: [
      { account: { platform: from }, amountPence: -total },
      { account: { platform: 'supplier-payable' }, amountPence: total },
    ],
  })
  await tx
    .insertInto('merchant_correction')
    .values({
      id: correctionId,
      brand_id,
      currency,
      amount: total,
      reason: `Our payment of ${number} was returned`,
      made_by: 'bank',
      transfer_id: transferId,
      created_at: at,
    })
    .execute()
  await work.audit('settlement.payment-returned', { kind: 'merchant-statement', id }, { detail: { number } })
  return transferId
}
