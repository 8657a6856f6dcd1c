import type { ReturnPlace } from '#contract/core/return-place.ts'
import { type RefundWallet, returnPlace } from '#server/domains/hugggs/money/index.ts'

/** What the wallet of a gift says of where its money goes. */
export interface ReturnColumns extends RefundWallet {
  isAllowance: boolean | null
}

export const returnColumns: Record<keyof ReturnColumns, string> = {
  isAllowance: 'wallet.automation_id is not null',
  returns_to_wallet_id: 'wallet.returns_to_wallet_id',
  period_started_at: 'wallet.period_started_at',
  earlier_returns_to_wallet_id: 'wallet.earlier_returns_to_wallet_id',
}

export const serializeReturnPlace = (wallet: ReturnColumns, purchasedAt: Date): ReturnPlace =>
  returnPlace({ purchased_at: purchasedAt }, wallet.isAllowance ? wallet : null)
