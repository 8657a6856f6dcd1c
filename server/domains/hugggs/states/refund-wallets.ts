import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import type { GiftMoney } from './settlement.ts'

/**
 * Where money that comes back for these gifts goes, for gifts of budgets' participants: a wallet that is closed (its
 * budget has ended, its participant has left) passes everything on to the budget's, in the same transfer; and one whose
 * allowance starts anew with each run, what was bought in an earlier period. The wallets'
 * rows are held: one that is being closed is closed when we go on, and one that is open stays so until the money is there.
 */
export async function withRefundWallets<G extends GiftMoney & { purchased_at: Date }>(
  tx: Tx,
  gifts: readonly G[],
): Promise<G[]> {
  const wallets = [...new Set(gifts.map((gift) => gift.wallet_id))]
  const { rows } = await sql<RefundWallet>`
    select id, returns_to_wallet_id, period_started_at, earlier_returns_to_wallet_id from wallet
    where id = any(${wallets}::uuid[]) and automation_id is not null order by id for share`.execute(tx)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return gifts.map((gift) => ({ ...gift, returns_to_wallet_id: returnsTo(gift, byId.get(gift.wallet_id)) }))
}

interface RefundWallet {
  id: string
  returns_to_wallet_id: string | null
  period_started_at: Date | null
  earlier_returns_to_wallet_id: string | null
}

function returnsTo(gift: { purchased_at: Date }, wallet: RefundWallet | undefined): string | null {
  if (!wallet) return null
  if (wallet.returns_to_wallet_id) return wallet.returns_to_wallet_id
  const isEarlier = wallet.period_started_at !== null && gift.purchased_at < wallet.period_started_at
  return isEarlier ? wallet.earlier_returns_to_wallet_id : null
}
