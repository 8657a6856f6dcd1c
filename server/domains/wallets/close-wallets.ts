import { toDate } from '#kit/time.ts'
import type { Work } from '#server/platform/posy.ts'

/**
 * From now on, money that still comes to these wallets (a gift cancelled, expired with a refund, or with change) goes to
 * another in the same transfer. To be done before their balances are locked: a refund under way holds the wallet's row
 * until its money is there, and one that comes later finds the wallet closed.
 */
export async function closeWallets({ tx, at }: Work, walletIds: readonly string[], toWalletId: string): Promise<void> {
  if (walletIds.length === 0) return
  await tx
    .updateTable('wallet')
    .set({ returns_to_wallet_id: toWalletId, updated_at: at })
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...walletIds]))))
    .execute()
}

/** The wallets of a budget's participants are called as it is. */
export async function renameWalletsOfBudget({ tx, at }: Work, automationId: string, name: string): Promise<void> {
  await tx
    .updateTable('wallet')
    .set({ name, updated_at: at })
    .where('automation_id', '=', automationId)
    .where('name', '<>', name)
    .execute()
}

/** Closed wallets of a budget's participants pass on what still comes to another wallet than before. */
export async function redirectClosedWallets({ tx }: Work, automationId: string, toWalletId: string): Promise<void> {
  await tx
    .updateTable('wallet')
    .set({ returns_to_wallet_id: toWalletId })
    .where('automation_id', '=', automationId)
    .where('returns_to_wallet_id', 'is not', null)
    .where('returns_to_wallet_id', '<>', toWalletId)
    .execute()
  await tx
    .updateTable('wallet')
    .set({ earlier_returns_to_wallet_id: toWalletId })
    .where('automation_id', '=', automationId)
    .where('earlier_returns_to_wallet_id', '<>', toWalletId)
    .execute()
}

/** Nothing comes back to these wallets until the transaction ends. Taken before their balances, as refunds do. */
export async function holdWallets({ tx }: Work, walletIds: readonly string[]): Promise<void> {
  if (walletIds.length === 0) return
  await tx
    .selectFrom('wallet')
    .select('id')
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...walletIds]))))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * An allowance that does not roll over begins again in these wallets, with their balances held: what still comes back for
 * gifts bought before goes to another, or cancelling them would be a way to keep more than one allowance.
 */
export async function startPeriod({ tx, posy }: Work, walletIds: readonly string[], toWalletId: string): Promise<void> {
  if (walletIds.length === 0) return
  await tx
    .updateTable('wallet')
    .set({ period_started_at: toDate(posy.clock.now()), earlier_returns_to_wallet_id: toWalletId })
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...walletIds]))))
    .execute()
}
