import type { Domain } from '#server/platform/http/domain.ts'
import { registerBank } from './jobs.ts'
import { bankOperatorRoutes } from './operator-routes.ts'

export { bookNewLines, type LineRecord, type Signed } from './lines/book-line.ts'
export { importStatement, previewStatement, type StatementFile } from './lines/import-statement.ts'
export {
  type BankMatcher,
  type BankMoney,
  type BankTarget,
  provideBankMatcher,
  SAME_BOOKING_MS,
} from './lines/matchers.ts'
export { waitingLineOf, waitingLines } from './lines/queries.ts'
export { allocateLine, setLineAside, undoLine } from './lines/solve-line.ts'
export { type PayoutWish, refusePayout, releasePayout, requestPayout } from './payouts/change-payout.ts'
export { makePayoutFile, type PayoutFile, payoutFile } from './payouts/payout-file.ts'
export { payouts } from './payouts/queries.ts'
export { layoutNames, MAX_STATEMENT_BYTES, type StatementLayout } from './statements/read-statement.ts'

/** What the bank says moved: statements, their lines, and what is paid out. */
export const bankDomain: Domain = { name: 'bank', routes: bankOperatorRoutes, register: registerBank }
