import type { RemittanceAdvice, Wallet } from '#contract/wallets/wallets.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Advice } from './advise-remittance.ts'
import type { WalletRecord } from './wallet.ts'

const empty = { available: 0, committed: 0, locked: 0 }

/** Wallets as they travel, with their balances from the ledger, in the order given; one query for all. */
export async function serializeWallets(db: Db | Tx, records: readonly WalletRecord[]): Promise<Wallet[]> {
  const balances = records.length
    ? await loadBalances(
        db,
        records.map((record) => record.id),
      )
    : new Map<string, typeof empty>()
  return records.map(({ id, name, currency, teamId, reference, tags, isDefault, lowBalancePence, closedAt }) => {
    const { available, committed, locked } = balances.get(id) ?? empty
    const live = committed + locked
    return {
      id,
      name,
      currency,
      balance: available + live,
      available,
      live,
      teamId,
      referenceId: reference,
      tags,
      isDefault,
      lowBalanceAlert: lowBalancePence,
      dateClosed: isoOrNull(closedAt),
    }
  })
}

export const serializeRemittanceAdvice = ({
  id,
  wallet,
  amountPence,
  bankDetails,
  createdAt,
}: Advice): RemittanceAdvice => ({
  id,
  walletId: wallet.id,
  reference: wallet.reference,
  amount: amountPence,
  currency: wallet.currency,
  status: 'pending',
  bankDetails,
  dateCreated: iso(createdAt),
  dateReceived: null,
})
