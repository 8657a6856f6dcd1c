import type { BalanceExplanation, StatementLine } from '#contract/wallets/wallets.ts'
import { iso } from '#kit/time.ts'
import {
  explainBalance,
  type LedgerLine,
  loadStatement,
  type TransferKind,
  type WalletBalances,
} from '#server/domains/ledger/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { WalletRecord } from './wallet.ts'

/** What a customer reads for each kind of movement. */
const descriptions: Record<TransferKind, string> = {
  'bank-top-up': 'Bank payment received',
  'card-top-up': 'Top-up by card',
  purchase: 'Gifts bought',
  redemption: 'Gift redeemed',
  'redemption-undo': 'Redemption undone by the merchant',
  'issuer-fetch': 'Voucher code fetched from its issuer',
  change: 'Left over from a choice, money returned',
  cancellation: 'Gift cancelled, money returned',
  expiry: 'Gift expired, money returned',
  breakage: 'Gift expired',
  refund: 'Refund',
  'wallet-transfer': 'Moved between wallets',
  'budget-lock': 'Held for a budget run',
  'budget-unlock': 'Unspent money of a budget returned',
  'budget-run': 'Budget run',
  chargeback: 'Card payment charged back',
  'chargeback-reversal': 'Chargeback reversed',
  'invoice-payment': 'Invoice paid',
  'supplier-payment': 'Supplier paid',
  'unmatched-receipt': 'Bank payment received',
  'customer-payout': 'Paid out to your bank account',
  correction: 'Correction',
  'plan-invoice': 'Plan invoiced',
  'plan-credit': 'Plan credited',
}

const live = ({ committed, locked }: WalletBalances) => committed + locked
const balance = (balances: WalletBalances) => balances.available + live(balances)

export interface WalletStatementQuery {
  from?: string | undefined
  to?: string | undefined
  next?: string | undefined
  previous?: string | undefined
  limit: number
}

/**
 * One page of a wallet's statement, newest first.
 * @throws bad_request (400) for a cursor that is none of ours
 */
export async function statementPage(
  db: Db,
  wallet: WalletRecord,
  { from, to, next, previous, limit }: WalletStatementQuery,
) {
  const page = await loadStatement(db, {
    walletId: wallet.id,
    limit,
    ...(from && { from: new Date(from) }),
    ...(to && { to: new Date(to) }),
    ...(next && { cursor: next }),
    ...(previous && { cursor: previous, back: true }),
  })
  return {
    data: page.lines.map(serializeStatementRow),
    hasNext: page.next !== null,
    hasPrevious: page.previous !== null,
    next: page.next,
    previous: page.previous,
  }
}

const serializeStatementRow = (line: LedgerLine): StatementLine => ({
  id: line.transferId,
  at: iso(line.at),
  kind: line.kind,
  reference: line.reference,
  description: descriptions[line.kind],
  effect: line.effect,
  charged: line.charged,
  balance: balance(line.balances),
  available: line.balances.available,
})

/** What the balance at a moment is made of, by kind, or how it changed since `from`; from the ledger's entries alone. */
export async function loadBalanceExplanation(
  db: Db,
  wallet: WalletRecord,
  at: Date,
  from?: Date,
): Promise<BalanceExplanation> {
  const { lines, balances } = await explainBalance(db, wallet.id, { at, ...(from && { from }) })
  return {
    walletId: wallet.id,
    currency: wallet.currency,
    at: iso(at),
    balance: balance(balances),
    available: balances.available,
    live: live(balances),
    kinds: lines.map(({ kind, transfers, effect }) => ({
      kind,
      description: descriptions[kind],
      movements: transfers,
      ...effect,
      balance: balance(effect),
    })),
    totals: { ...balances, balance: balance(balances) },
  }
}
