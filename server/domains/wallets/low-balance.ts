import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import { toDate } from '#kit/time.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import type { DueSource } from '#server/platform/due-source.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { eventType } from '#server/platform/queue.ts'
import { managedWallet } from './queries.ts'
import type { WalletRecord } from './wallet.ts'

/** The available money of a wallet fell below what its team wants to know of. `fallId` is of this fall alone. */
export interface WalletRanLow {
  fallId: string
  walletId: string
  teamId: string
  availablePence: number
  alertPence: number
}
export const walletRanLow = eventType<WalletRanLow>('wallets.ran-low')

/**
 * Anyone who sets the amount has the balance before them: a wallet that is below it already is not told of.
 * @throws not_found (404), wrong_state (409) for a closed one
 */
export async function setLowBalanceAlert(
  work: Work,
  caller: Principal,
  { walletId, amountPence }: { walletId: string; amountPence: number | null },
): Promise<WalletRecord> {
  const { tx, at } = work
  const wallet = await managedWallet(tx, caller, walletId)
  const available = (await loadBalances(tx, [wallet.id])).get(wallet.id)?.available ?? 0
  await tx
    .updateTable('wallet')
    .set({
      low_balance_alert: amountPence,
      is_low: amountPence !== null && available < amountPence,
      updated_at: at,
    })
    .where('id', '=', wallet.id)
    .execute()
  const detail = { amountPence }
  await work.audit('wallet.alert-set', { kind: 'wallet', id: wallet.id }, { teamId: wallet.teamId, detail })
  return { ...wallet, lowBalancePence: amountPence }
}

/** Watched wallets that have crossed their amount, downwards or upwards, since it was last looked. */
const crossed = sql`
  wallet.low_balance_alert is not null and account.wallet_id = wallet.id and account.kind = 'available'
  and (account.balance < wallet.low_balance_alert) <> wallet.is_low`

/** The ledger knows nothing of alerts, and whatever moves money need not: balances are compared between times. */
export const lowBalanceSource = (posy: Posy): DueSource => ({
  name: 'wallets.low-balance',
  nextDueAt: async () => {
    const { rows } = await sql`select from wallet, ledger_account as account where ${crossed} limit 1`.execute(posy.db)
    return rows.length ? toDate(posy.clock.now()) : null
  },
  run: () => asSystem(posy, noteCrossings),
})

async function noteCrossings(work: Work): Promise<void> {
  const { rows } = await sql<{ walletId: string; teamId: string; isLow: boolean; available: number; alert: number }>`
    update wallet set is_low = not is_low from ledger_account as account where ${crossed}
    returning wallet.id as "walletId", wallet.team_id as "teamId", wallet.is_low as "isLow",
      account.balance as available, wallet.low_balance_alert as alert`.execute(work.tx)
  for (const { walletId, teamId, isLow, available, alert } of rows)
    if (isLow)
      await work.emit(walletRanLow, { fallId: newId(), walletId, teamId, availablePence: available, alertPence: alert })
}
