/** The ledger: the only truth about money. Accounts, transfers between them, statements, and its own reconciliation. */
export { type AccountRef, accountId, walletAccountKinds } from './accounts.ts'
export { openTeamReceivable, openWalletAccounts } from './open-accounts.ts'
export { postTransfer, postTransfers, reverseTransfer } from './post-transfer.ts'
export {
  isPosted,
  loadBalances,
  lockBalances,
  lockedTeamsAreSettled,
  receivablePence,
  type WalletBalances,
} from './queries.ts'
export { ledgerChecks } from './recompute.ts'
export { type HandReversal, type PostedTransfer, reverseByHand } from './reverse-by-hand.ts'
export {
  balancesBefore,
  explainBalance,
  type LedgerCharges,
  type LedgerLine,
  loadLatestMovements,
  loadStatement,
} from './statement.ts'
export type { Entry, TransferDraft, TransferKind } from './transfer.ts'
