import { newId } from '#kit/ids.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { type BankDetails, bankDetails } from './bank-details.ts'
import { walletInScope } from './queries.ts'
import { requireOpenWallet, type WalletRecord } from './wallet.ts'

export interface Advice {
  id: string
  wallet: WalletRecord
  amountPence: number
  bankDetails: BankDetails
  createdAt: Date
}

/**
 * Announces a bank payment; nothing moves until it arrives.
 * @throws not_found (404), wrong_state (409) for a closed wallet, unavailable (503) when the installation has no bank account
 */
export async function adviseRemittance(
  work: Work,
  caller: Principal,
  { walletId, amountPence }: { walletId: string; amountPence: number },
): Promise<Advice> {
  const wallet = await walletInScope(work.tx, caller, walletId)
  requireOpenWallet(wallet)
  const advice: Advice = {
    id: newId(),
    wallet,
    amountPence,
    bankDetails: bankDetails(work.posy.config),
    createdAt: work.at,
  }
  await work.tx
    .insertInto('remittance_advice')
    .values({
      id: advice.id,
      wallet_id: wallet.id,
      team_id: wallet.teamId,
      user_id: member(caller).userId,
      amount: amountPence,
      created_at: work.at,
    })
    .execute()
  await work.audit(
    'wallet.remittance-advised',
    { kind: 'wallet', id: wallet.id },
    { teamId: wallet.teamId, detail: { adviceId: advice.id, amountPence } },
  )
  return advice
}
