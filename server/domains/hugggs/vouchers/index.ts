/** Codes of others: asked of issuers, taken from what they sent, waited for. */
export { awaitCode, giveUpCode, NoCode, nextAwaitedAt, takeAwaited } from './awaited-code.ts'
export { askAgain, askIssuer, waitForAnswer } from './fetch-voucher.ts'
export { giftsWithCode } from './find-supplied.ts'
export { issuerFloats, lowFloats } from './issuer-float.ts'
export { type Lease, notYet, openAttempt } from './lease-attempt.ts'
export { stockRoutes } from './operator-routes.ts'
export {
  codeStock,
  hasPool,
  isGivenUp,
  issuersLastDays,
  loadVoucher,
  lowPools,
  nextAttemptAt,
  openAttempts,
  waitingForCodes,
} from './queries.ts'
export { freeVoucher, releaseVoucher } from './release-voucher.ts'
export { type NewCode, replaceCode } from './replace-code.ts'
export { printCodeStock, runCodeImport } from './run-codes.ts'
export { PoolIsEmpty, reportEmptyPool, takeSuppliedCode } from './take-supplied-code.ts'
