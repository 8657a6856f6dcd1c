import { type RawBuilder, sql } from 'kysely'
import type { ReturnPlace } from '#contract/core/return-place.ts'
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

/** Pence of the gift `alias` that were booked to another wallet than the one that paid for it: of a participant, to the budget. */
export const bookedElsewhere = (alias: string): RawBuilder<number> => sql`case
  when ${sql.ref(alias)}.refunded_pence + ${sql.ref(alias)}.change_pence = 0 then 0
  else (
    select coalesce(sum(entry.amount), 0)
    from ledger_transfer as transfer
    join ledger_entry as entry on entry.transfer_id = transfer.id
    join ledger_account as account on account.id = entry.account_id and account.kind = 'available'
    where transfer.reference_kind = 'huggg' and transfer.reference_id = ${sql.ref(alias)}.id::text and account.wallet_id <> ${sql.ref(alias)}.wallet_id
  ) end`

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
  const { rows } = await sql<RefundWallet & { id: string }>`
    select id, returns_to_wallet_id, period_started_at, earlier_returns_to_wallet_id from wallet
    where id = any(${wallets}::uuid[]) and automation_id is not null order by id for share`.execute(tx)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return gifts.map((gift) => returnsTo(gift, byId.get(gift.wallet_id)) ?? gift.wallet_id)
}

/** What a participant's wallet says of where money for gifts goes. */
export interface RefundWallet {
  returns_to_wallet_id: string | null
  period_started_at: Date | null
  earlier_returns_to_wallet_id: string | null
}

/** Where money that comes back for a gift goes, as it is booked and as it is said before. @param wallet of a participant; null of any other */
export const returnPlace = (gift: Pick<RefundedGift, 'purchased_at'>, wallet: RefundWallet | null): ReturnPlace =>
  wallet ? (returnsTo(gift, wallet) ? 'budget' : 'allowance') : 'wallet'

function returnsTo(gift: Pick<RefundedGift, 'purchased_at'>, wallet: RefundWallet | undefined): string | null {
  if (!wallet) return null
  if (wallet.returns_to_wallet_id) return wallet.returns_to_wallet_id
  const isEarlier = wallet.period_started_at !== null && gift.purchased_at < wallet.period_started_at
  return isEarlier ? wallet.earlier_returns_to_wallet_id : null
}
