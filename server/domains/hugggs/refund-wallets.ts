import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import type { GiftMoney } from './settlement.ts'

/**
 * Where money that comes back for these gifts goes, for gifts of budgets' participants: a wallet that is closed (its
 * budget has ended, its participant has left) passes everything on to the budget's, in the same transfer. The wallets'
 * rows are held: one that is being closed is closed when we go on, and one that is open stays so until the money is there.
 */
export async function withRefundWallets<G extends GiftMoney>(tx: Tx, gifts: readonly G[]): Promise<G[]> {
  const wallets = [...new Set(gifts.map((gift) => gift.wallet_id))]
  const { rows } = await sql<{ id: string; returns_to_wallet_id: string | null }>`
    select id, returns_to_wallet_id from wallet
    where id = any(${wallets}::uuid[]) and automation_id is not null order by id for share`.execute(tx)
  const returnsTo = new Map(rows.map((row) => [row.id, row.returns_to_wallet_id]))
  return gifts.map((gift) => ({ ...gift, returns_to_wallet_id: returnsTo.get(gift.wallet_id) ?? null }))
}
