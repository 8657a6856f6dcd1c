import { sql } from 'kysely'
import type { Pence } from '#kit/money.ts'
import type { AccountRef, Entry } from '#server/domains/ledger/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { invoiceDebts } from './owed.ts'
import { type GiftMoney, splitRefund } from './settlement.ts'

/** What a gift must tell for its money to find its way back. */
export type RefundedGift = Pick<GiftMoney, 'team_id' | 'wallet_id' | 'payment_method'> & {
  transaction_id: string
  purchased_at: Date
}

/**
 * Where money that comes back for gifts goes now, in the order given: against what is still owed on its invoice, and no
 * more than that; the rest to the wallet. The purchases (lockInvoiced) and the gifts are held. Once it is posted, settleInvoices.
 * @returns the entries of each; none for nothing
 */
export async function placeRefunds<G extends RefundedGift>(
  { tx, posy }: Work,
  refunds: readonly { gift: G; amountPence: Pence }[],
): Promise<Entry[][]> {
  if (refunds.every(({ amountPence }) => amountPence === 0)) return refunds.map(() => [])
  const gifts = refunds.map(({ gift }) => gift)
  const wallets = await refundWallets(tx, gifts)
  const debts = await invoiceDebts(
    posy,
    tx,
    purchaseIds(gifts.filter(({ payment_method }) => payment_method === 'invoice')),
  )
  const owed = new Map([...debts].map(([id, { owedPence }]) => [id, owedPence]))
  return refunds.map(({ gift, amountPence }, index) => {
    const owedPence = owed.get(gift.transaction_id) ?? 0
    const { toDebtPence, entries } = splitRefund(gift, { amountPence, owedPence, walletId: wallets[index]! })
    owed.set(gift.transaction_id, owedPence - toDebtPence)
    return entries
  })
}

/** Every account that money of a gift may come back to now. */
export async function refundAccounts(tx: Tx, gift: RefundedGift): Promise<AccountRef[]> {
  const [wallet] = await refundWallets(tx, [gift])
  return [
    { wallet: wallet!, kind: 'available' },
    ...(gift.payment_method === 'invoice' ? [{ team: gift.team_id, kind: 'receivable' as const }] : []),
  ]
}

const purchaseIds = (gifts: readonly RefundedGift[]) => gifts.map((gift) => gift.transaction_id)

/**
 * The wallets that money for gifts comes back to: a participant's that is closed (its budget has ended, its participant
 * has left) passes everything on to the budget's, in the same transfer; and one whose allowance starts again with each run,
 * what was bought in an earlier period. The wallets' rows are held: one that is being closed is closed when we continue, and
 * one that is open stays so until the money is there.
 */
async function refundWallets(tx: Tx, gifts: readonly RefundedGift[]): Promise<string[]> {
  const wallets = [...new Set(gifts.map((gift) => gift.wallet_id))]
  const { rows } = await sql<RefundWallet>`
    select id, returns_to_wallet_id, period_started_at, earlier_returns_to_wallet_id from wallet
    where id = any(${wallets}::uuid[]) and automation_id is not null order by id for share`.execute(tx)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return gifts.map((gift) => returnsTo(gift, byId.get(gift.wallet_id)) ?? gift.wallet_id)
}

interface RefundWallet {
  id: string
  returns_to_wallet_id: string | null
  period_started_at: Date | null
  earlier_returns_to_wallet_id: string | null
}

function returnsTo(gift: RefundedGift, wallet: RefundWallet | undefined): string | null {
  if (!wallet) return null
  if (wallet.returns_to_wallet_id) return wallet.returns_to_wallet_id
  const isEarlier = wallet.period_started_at !== null && gift.purchased_at < wallet.period_started_at
  return isEarlier ? wallet.earlier_returns_to_wallet_id : null
}
