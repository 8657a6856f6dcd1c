import type { Pence } from '#kit/money.ts'
import { type AccountRef, accountId } from './accounts.ts'

/** Why money moved. The table checks the same list. */
export const transferKinds = [
  'bank-top-up',
  'card-top-up',
  'purchase',
  'redemption',
  'redemption-undo',
  'issuer-fetch',
  'change',
  'cancellation',
  'expiry',
  'breakage',
  'refund',
  'wallet-transfer',
  'budget-lock',
  'budget-unlock',
  'budget-run',
  'chargeback',
  'chargeback-reversal',
  'invoice-payment',
  'supplier-payment',
  'correction',
  'unmatched-receipt',
  'customer-payout',
  'plan-invoice',
  'plan-credit',
  'grant-funding',
  'award-hold',
  'award-release',
  'award',
  'award-paid',
  'award-return',
] as const
export type TransferKind = (typeof transferKinds)[number]

/** What caused a transfer, for example `{ kind: 'transaction', id }`. */
export interface Reference {
  kind: string
  id: string
}

/** A signed amount: positive adds to what we owe the account's owner (or have earned), negative takes from it. */
export interface Entry {
  account: AccountRef
  amountPence: Pence
}

export interface TransferDraft {
  kind: TransferKind
  /** Unique for all time: what makes a retry post nothing twice. For example `purchase/<transaction id>`. */
  key: string
  reference: Reference
  currency: string
  /** Business time. */
  at: Date
  /** Sum to zero. Several entries for one account are added up, zeros are left out. */
  entries: readonly Entry[]
  /** The transfer this one undoes; prefer `reverseTransfer`, which copies its entries. */
  reverses?: string
}

/**
 * A draft's entries as the ledger stores them: one for each account, none of them zero.
 * @throws RangeError for what only a bug can produce: amounts that are not whole, do not sum to zero or move nothing
 */
export function netEntries({ key, currency, entries }: TransferDraft): Map<string, Pence> {
  const net = new Map<string, Pence>()
  let sum = 0
  for (const { account, amountPence } of entries) {
    if (!Number.isSafeInteger(amountPence)) throw new RangeError(`Transfer ${key}: ${amountPence} is not whole pence.`)
    const id = accountId(account, currency)
    net.set(id, (net.get(id) ?? 0) + amountPence)
    sum += amountPence
  }
  if (sum !== 0) throw new RangeError(`Transfer ${key}: its entries sum to ${sum}, not to zero.`)
  for (const [id, amount] of net) if (amount === 0) net.delete(id)
  if (net.size === 0) throw new RangeError(`Transfer ${key} moves nothing.`)
  return net
}
