import { sql } from 'kysely'
import {
  bookBankPayment,
  reverseBankPayment,
  walletReferencesIn,
  walletsByReferences,
} from '#server/domains/wallets/index.ts'
import { type BankMatcher, SAME_BOOKING_MS } from './matchers.ts'

/** Top-ups by bank: a line that names a wallet's reference (HG…). */
export const walletMatcher: BankMatcher = {
  kind: 'wallet',
  direction: 'in',
  named: async (db, text) =>
    (await walletsByReferences(db, walletReferencesIn(text))).map(({ id, reference }) => ({
      kind: 'wallet',
      id,
      label: reference,
    })),
  owner: async (db, { id }) => {
    const { wallet, team } = await db
      .selectFrom('wallet')
      .innerJoin('team', 'team.id', 'wallet.team_id')
      .select(['wallet.name as wallet', 'team.name as team'])
      .where('wallet.id', '=', id)
      .executeTakeFirstOrThrow()
    return `${wallet}, ${team}`
  },
  book: async (work, { label }, money) => (await bookBankPayment(work, { reference: label, ...money })).transferId,
  undo: (work, transferId) => reverseBankPayment(work, transferId),
  booked: async (db, { id }, { amountPence, receivedAt }) => {
    const { rows } = await sql<{ id: string }>`
      select receipt.transfer_id as id from bank_receipt as receipt
      join wallet on wallet.id = receipt.wallet_id or wallet.returns_to_wallet_id = receipt.wallet_id
      where wallet.id = ${id} and receipt.amount = ${amountPence} and receipt.reversed_at is null
        and abs(extract(epoch from receipt.received_at - ${receivedAt})) * 1000 <= ${SAME_BOOKING_MS}
        and not exists (select from bank_act_transfer where transfer_id = receipt.transfer_id)
      order by abs(extract(epoch from receipt.received_at - ${receivedAt})), receipt.id limit 1`.execute(db)
    return rows[0]?.id ?? null
  },
}
