import type { Domain } from '#server/platform/http/domain.ts'
import { registerBank } from './jobs.ts'
import { bankOperatorRoutes } from './operator-routes.ts'

export { allocateLine, allocation } from './lines/allocate-line.ts'
export { bookNewLines, type LineRecord, type SignedBooking } from './lines/book-line.ts'
export { confirmStatement, importOrAsk } from './lines/confirm-statement.ts'
export { previewStatement } from './lines/import-statement.ts'
export { type BankMatcher, type BankTarget, SAME_BOOKING_MS } from './lines/matchers.ts'
export { linesSought, waitingLines } from './lines/queries.ts'
export {
  bankReceive,
  type HandBooking,
  type Receipt,
  receiveOrAsk,
  refuseKnownPayment,
  walletReceipt,
} from './lines/receive-by-hand.ts'
export { setLineAside, undoLine } from './lines/solve-line.ts'
export { refuseStaged, stagedStatement, stageStatement, waitingStatements } from './lines/stage-statement.ts'
export { walletMatcher } from './lines/wallet-matcher.ts'
export { refusePayout, releasePayout, requestPayout } from './payouts/change-payout.ts'
export { isOwnName, type Payee, readPayee, unsealPayment } from './payouts/payout.ts'
export { makePayoutFile } from './payouts/payout-file.ts'
export { payoutMatchers } from './payouts/payout-matchers.ts'
export { payouts } from './payouts/queries.ts'
export { layoutNames, MAX_STATEMENT_BYTES } from './statements/read-statement.ts'
export { waitingAtBank } from './waiting.ts'

/** What the bank says moved: statements, their lines, and what is paid out. */
export const bankDomain: Domain = { name: 'bank', routes: bankOperatorRoutes, register: registerBank }
