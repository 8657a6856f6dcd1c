import { sql } from 'kysely'
import { type BankMatcher, type BankTarget, SAME_BOOKING_MS } from '#server/domains/bank/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { merchantReferencesIn } from './numbers.ts'
import { recordMerchantPayment, recordReturnedPayment, undoMerchantPayment } from './record-payment.ts'

const KIND = 'merchant-payment'

async function named(db: Db | Tx, text: string): Promise<BankTarget[]> {
  const numbers = merchantReferencesIn(text)
  if (numbers.length === 0) return []
  const { rows } = await sql<{ id: string; label: string }>`
    select id, number as label from merchant_statement where number = any(${numbers}::text[])
    union all select id, number from merchant_payment_file where number = any(${numbers}::text[]) order by label`.execute(
    db,
  )
  return rows.map((row) => ({ kind: KIND, ...row }))
}

/** The merchant of a statement; a file pays several. */
async function owner(db: Db | Tx, { id }: BankTarget): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select merchant.name from merchant_statement as statement join merchant on merchant.id = statement.merchant_id
    where statement.id = ${id}`.execute(db)
  return rows[0]?.name ?? 'Merchants of this payment file'
}

/** The bank paid a statement, or a whole file: a line that names it. */
export const merchantPaymentMatcher: BankMatcher = {
  kind: KIND,
  direction: 'out',
  named,
  owner,
  book: async (work, { label }, { amountPence, bankLine, receivedAt }) =>
    (await recordMerchantPayment(work, { reference: label, amountPence, bankLine, paidAt: receivedAt })).transferId,
  undo: undoMerchantPayment,
  booked: async (db, { id }, { amountPence, receivedAt }) => {
    const { rows } = await sql<{ transfer_id: string }>`
      select transfer_id from merchant_statement as statement
      where transfer_id in (select transfer_id from merchant_statement where id = ${id} or file_id = ${id})
        and not exists (select from bank_act_transfer where transfer_id = statement.transfer_id)
        and abs(extract(epoch from paid_at - ${receivedAt})) * 1000 <= ${SAME_BOOKING_MS}
      group by transfer_id having sum(total) = ${amountPence} limit 1`.execute(db)
    return rows[0]?.transfer_id ?? null
  },
}

/** A payment that the payee's bank sent back. */
export const merchantReturnMatcher: BankMatcher = {
  kind: 'merchant-return',
  direction: 'in',
  named: async (db, text) => (await named(db, text)).map((target) => ({ ...target, kind: 'merchant-return' })),
  owner,
  book: (work, { label }, { amountPence, from }) => recordReturnedPayment(work, { number: label, amountPence, from }),
  undo: async () => {
    throw new Problem('wrong_state', 'A returned payment is a line on the merchant’s next statement: correct that.')
  },
}
