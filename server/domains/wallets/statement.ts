import type { Movement } from '#contract/search/movements.ts'
import type { BalanceExplanation, StatementLine, StatementPeriod } from '#contract/wallets/wallets.ts'
import { iso } from '#kit/time.ts'
import {
  balancesBefore,
  explainBalance,
  type LedgerCharges,
  type LedgerLine,
  loadLatestMovements,
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
  'grant-funding': 'Moved between a wallet and a grant',
  'award-hold': 'Held for an award that waits for approval',
  'award-release': 'Award not approved, money released',
  award: 'Award made',
  'award-paid': 'Award cashed',
  'award-return': 'Award ended, money returned to the grant',
}

/** The same, where an invoice has a part in it. */
function describeMovement({ kind, invoiced, effect }: Pick<LedgerLine, 'kind' | 'invoiced' | 'effect'>): string {
  if (kind === 'purchase' && invoiced > 0) return 'Gifts bought by invoice'
  if (kind === 'invoice-payment' && effect.available > 0) return 'Paid too much on an invoice, added to the wallet'
  if (invoiced >= 0 || (kind !== 'cancellation' && kind !== 'expiry' && kind !== 'change')) return descriptions[kind]
  const what = { cancellation: 'Gift cancelled', expiry: 'Gift expired', change: 'Left over from a choice' }[kind]
  return effect.available > 0 ? `${what}, off its invoice and returned` : `${what}, off its invoice`
}

/** A movement as the ledger has it, without what it was for. */
export type StatementMovement = Omit<StatementLine, 'counterpart' | 'person' | 'documents'>

const live = ({ committed, locked }: WalletBalances) => committed + locked
const balance = (balances: WalletBalances) => balances.available + live(balances)

export interface WalletStatementQuery {
  from?: string | undefined
  to?: string | undefined
  next?: string | undefined
  previous?: string | undefined
  /** Nothing that was recorded after the transfer of this number. */
  last?: number | undefined
  limit: number
}

/**
 * One page of a wallet's statement, newest first.
 * @throws bad_request (400) for a cursor that is none of ours
 */
export async function statementPage(
  db: Db,
  wallet: WalletRecord,
  { from, to, next, previous, last, limit }: WalletStatementQuery,
) {
  const page = await loadStatement(db, {
    walletId: wallet.id,
    limit,
    ...(from && { from: new Date(from) }),
    ...(to && { to: new Date(to) }),
    ...(next && { cursor: next }),
    ...(previous && { cursor: previous, back: true }),
    ...(last !== undefined && { last }),
  })
  return {
    data: page.lines.map(serializeStatementRow),
    hasNext: page.next !== null,
    hasPrevious: page.previous !== null,
    next: page.next,
    previous: page.previous,
  }
}

const serializeStatementRow = (line: LedgerLine): StatementMovement => ({
  id: line.transferId,
  at: iso(line.at),
  kind: line.kind,
  reference: line.reference,
  description: describeMovement(line),
  effect: line.effect,
  charged: line.charged,
  invoiced: line.invoiced,
  balance: balance(line.balances),
  available: line.balances.available,
})

/** The latest movements of several wallets together, newest first, without their balances. */
export async function latestMovements(
  db: Db,
  wallets: readonly Pick<WalletRecord, 'id'>[],
  limit: number,
): Promise<Movement[]> {
  const lines = await loadLatestMovements(db, { walletIds: wallets.map(({ id }) => id), limit })
  return lines.map((line) => ({
    id: line.transferId,
    walletId: line.walletId,
    at: iso(line.at),
    kind: line.kind,
    reference: line.reference,
    description: describeMovement(line),
    effect: line.effect,
  }))
}

/**
 * What a period opened and closed with, and its sums: opening plus movements is closing, in each column.
 * @param last nothing that was recorded after the transfer of this number
 */
export async function statementPeriod(
  db: Db,
  walletId: string,
  { from, to, last }: { from?: string | undefined; to?: string | undefined; last?: number },
): Promise<StatementPeriod> {
  const nothing = { available: 0, committed: 0, locked: 0 }
  const [before, moved] = await Promise.all([
    from ? balancesBefore(db, walletId, new Date(from)) : nothing,
    explainBalance(db, walletId, {
      ...(from && { from: new Date(from) }),
      ...(to && { before: new Date(to) }),
      ...(last !== undefined && { last }),
    }),
  ])
  const after = {
    available: before.available + moved.balances.available,
    committed: before.committed + moved.balances.committed,
    locked: before.locked + moved.balances.locked,
  }
  const edge = (balances: WalletBalances) => ({
    available: balances.available,
    live: live(balances),
    balance: balance(balances),
  })
  return {
    opening: edge(before),
    closing: edge(after),
    totals: {
      available: moved.balances.available,
      live: live(moved.balances),
      ...sumCharges(moved.lines),
      movements: moved.lines.reduce((sum, { transfers }) => sum + transfers, 0),
    },
  }
}

function sumCharges(lines: readonly { charges: LedgerCharges }[]): LedgerCharges {
  const sum = { fees: 0, vat: 0, invoiced: 0 }
  for (const { charges } of lines) {
    sum.fees += charges.fees
    sum.vat += charges.vat
    sum.invoiced += charges.invoiced
  }
  return sum
}

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
    kinds: lines.map(({ kind, transfers, effect, charges }) => ({
      kind,
      description: descriptions[kind],
      movements: transfers,
      ...effect,
      balance: balance(effect),
      ...charges,
    })),
    totals: { ...balances, balance: balance(balances), ...sumCharges(lines) },
  }
}
