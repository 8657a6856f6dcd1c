/** The ledger: the only truth about money. Accounts, transfers between them, statements, and its own reconciliation. */
export {
  type AccountRef,
  accountId,
  type Currency,
  type PlatformAccountKind,
  type WalletAccountKind,
  walletAccountKinds,
} from './accounts.ts'
export { openTeamReceivable, openWalletAccounts } from './open-accounts.ts'
export { postTransfer, postTransfers, type Reversal, reverseTransfer } from './post-transfer.ts'
export {
  balancesOf,
  isPosted,
  lockBalances,
  lockedTeamsAreSettled,
  platformBalance,
  receivableOf,
  type WalletBalances,
} from './queries.ts'
export { type LedgerCheck, ledgerChecks, recomputeLedger, type Violation } from './recompute.ts'
export { type HandReversal, type PostedTransfer, reverseByHand } from './reverse-by-hand.ts'
export {
  type BalanceExplanation,
  explainBalance,
  type StatementLine,
  type StatementQuery,
  statementOf,
} from './statement.ts'
export type { Entry, Reference, TransferDraft, TransferKind } from './transfer.ts'
