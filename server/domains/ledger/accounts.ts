import { v5 } from 'uuid'

/** Per wallet: free to spend · paid for vouchers that are still alive · held for requests of awards; 0 but for grants (decision 412). Never negative. */
export const walletAccountKinds = ['available', 'committed', 'locked'] as const
export type WalletAccountKind = (typeof walletAccountKinds)[number]

/** Ours, one of each per currency; summed from entries. */
export const platformAccountKinds = [
  'card-clearing',
  'bank-clearing',
  'supplier-payable',
  'fees',
  'vat',
  'breakage',
  'unmatched-receipts',
  'plan-income',
] as const
export type PlatformAccountKind = (typeof platformAccountKinds)[number]

/** An account as callers name it; the currency is the transfer's. `receivable` is negative while the team owes us. */
export type AccountRef =
  | { wallet: string; kind: WalletAccountKind }
  | { team: string; kind: 'receivable' }
  | { platform: PlatformAccountKind }

/** Ids are derived from this, so it never changes. */
const NAMESPACE = '6f0c2e2a-1f0b-4f5e-9a57-5d0f4a7f6b1d'

/** The id of an account, without asking the database. A wallet has one currency; teams and the platform have several. */
export function accountId(account: AccountRef, currency: string): string {
  if ('wallet' in account) return v5(`wallet/${account.wallet}/${account.kind}`, NAMESPACE)
  if ('team' in account) return v5(`team/${account.team}/receivable/${currency}`, NAMESPACE)
  return v5(`platform/${account.platform}/${currency}`, NAMESPACE)
}
