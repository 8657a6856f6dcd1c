import { newId } from '#kit/ids.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { type BankDetails, bankDetails } from './bank-details.ts'
import { remittanceAdvised } from './events.ts'
import { walletInScope } from './queries.ts'
import { requireOpenWallet, type WalletRecord } from './wallet.ts'

/** Who has not paid by then has thought better of it. */
const AWAITED_DAYS = 60
const MOST_AWAITED = 50

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
  await work.emit(remittanceAdvised, {
    adviceId: advice.id,
    walletId: wallet.id,
    teamId: wallet.teamId,
    userId: member(caller).userId,
    amountPence,
  })
  await work.audit(
    'wallet.remittance-advised',
    { kind: 'wallet', id: wallet.id },
    { teamId: wallet.teamId, detail: { adviceId: advice.id, amountPence } },
  )
  return advice
}

/**
 * Payments that were announced for a wallet and have not arrived, newest first.
 * @throws not_found (404), unavailable (503) when the installation has no bank account
 */
export async function loadAwaitedPayments(
  { posy, db }: { posy: Posy; db: Db },
  caller: Principal,
  walletId: string,
): Promise<Advice[]> {
  const wallet = await walletInScope(db, caller, walletId)
  const since = new Date(posy.clock.now().subtract({ hours: 24 * AWAITED_DAYS }).epochMilliseconds)
  const rows = await db
    .selectFrom('remittance_advice')
    .select(['id', 'amount as amountPence', 'created_at as createdAt'])
    .where('wallet_id', '=', wallet.id)
    .where('status', '=', 'pending')
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_AWAITED)
    .execute()
  const details = bankDetails(posy.config)
  return rows.map((row) => ({ ...row, wallet, bankDetails: details }))
}
