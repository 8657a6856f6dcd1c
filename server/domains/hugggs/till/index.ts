/** Tills: redeeming, undoing, and what merchants are owed for it. */
export { freezeOwed, type OwedItem, openBalances } from './freeze-owed.ts'
export { hugggToRedeem } from './huggg-to-redeem.ts'
export { waitingIdTries } from './ids.ts'
export { tillOperatorRoutes } from './operator-routes.ts'
export { lookFingerprint, pageTill, tillRefusalRetention } from './refused-looks.ts'
export { tillRoutes } from './routes.ts'
export { readTillCode } from './till-code.ts'
