import type { TopUp } from '#contract/payments/payments.ts'
import { newId } from '#kit/ids.ts'
import { iso } from '#kit/time.ts'
import {
  moneyReceived,
  receivingWallet,
  requireOpenWallet,
  type WalletRecord,
  walletInScope,
} from '#server/domains/wallets/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { invalidFields, notFound } from '#server/platform/problem/problem.ts'
import type { ChargeRecord } from './charge.ts'
import { lockCharge, type TopUpRecord } from './queries.ts'
import { spendLocked } from './spend-charge.ts'

export interface NewTopUp {
  walletId: string
  chargeId: string
  amountPence: number
  /** Must be the caller, where given. */
  userId?: string | undefined
  metadata?: Record<string, unknown>
}

/**
 * Puts the money of a charge into a wallet. The same charge, wallet and amount again gives the first top-up.
 * @throws what spendCharge refuses; invalid_fields (422) when `userId` is someone else, wrong_state (409) for a closed wallet
 */
export async function topUpWallet(work: Work, caller: Principal, wanted: NewTopUp): Promise<TopUpRecord> {
  const { userId, teamId } = member(caller)
  if (wanted.userId && wanted.userId !== userId)
    throw invalidFields([{ path: 'userId', message: 'must be the caller', code: 'not_caller' }])
  const wallet = await receivingWallet(work.tx, await walletInScope(work.tx, caller, wanted.walletId))
  requireOpenWallet(wallet)
  const charge = await lockCharge(work.tx, wanted.chargeId)
  if (charge.user_id !== userId || charge.team_id !== teamId) throw notFound('charge')
  return topUpLocked(work, charge, wallet, {
    amountPence: wanted.amountPence,
    planId: caller.planId,
    clientId: caller.clientId,
    metadata: wanted.metadata ?? {},
  })
}

/** As topUpWallet, for a charge that is locked and a wallet that its owner may fill. */
export async function topUpLocked(
  work: Work,
  charge: ChargeRecord,
  wallet: WalletRecord,
  details: {
    amountPence: number
    planId: string | null
    clientId: string | null
    metadata: Record<string, unknown>
  },
): Promise<TopUpRecord> {
  const { tx, at } = work
  const { amountPence } = details
  const use = {
    chargeId: charge.id,
    amountPence,
    walletId: wallet.id,
    transactionId: newId(),
    key: `top-up/${charge.id}/${wallet.id}`,
    walletCurrency: wallet.currency,
  }
  const spent = await spendLocked(work, charge, use)
  if (spent.repeated)
    return tx.selectFrom('card_top_up').selectAll().where('charge_id', '=', charge.id).executeTakeFirstOrThrow()
  const topUp = await tx
    .insertInto('card_top_up')
    .values({
      id: use.transactionId,
      team_id: wallet.teamId,
      user_id: charge.user_id,
      plan_id: details.planId,
      client_id: details.clientId,
      wallet_id: wallet.id,
      charge_id: charge.id,
      amount: amountPence,
      currency: charge.currency,
      transfer_id: spent.transferId,
      metadata: JSON.stringify(details.metadata),
      created_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await work.audit(
    'wallet.topped-up',
    { kind: 'wallet', id: wallet.id },
    {
      teamId: wallet.teamId,
      detail: { amountPence, currency: charge.currency, chargeId: charge.id, topUpId: topUp.id },
    },
  )
  await work.emit(moneyReceived, {
    ...{ id: topUp.id, walletId: wallet.id, teamId: wallet.teamId, userId: charge.user_id },
    ...{ amountPence, currency: charge.currency, by: 'card', at: iso(at) },
  })
  return topUp
}

/** A top-up on the wire: the transaction it is. */
export const serializeTopUp = (row: TopUpRecord): TopUp => ({
  id: row.id,
  notes: null,
  processing: null,
  reason_code: null,
  delivery_method: null,
  topup_type: 'charge',
  team_id: row.team_id,
  user_id: row.user_id,
  plan_id: row.plan_id,
  client_id: row.client_id,
  wallet_id: row.wallet_id,
  charge_id: row.charge_id,
  currency: row.currency,
  sale_per_item: row.amount,
  sale_total: row.amount,
  status: 'successful',
  metadata: row.metadata as Record<string, unknown>,
  created_at: iso(row.created_at),
  updated_at: iso(row.created_at),
})
