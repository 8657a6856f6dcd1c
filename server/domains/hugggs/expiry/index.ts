/** Gifts that expire, and expiries that are taken back. */
export { expireDue, settleExpiry } from './expire-hugggs.ts'
export { askForReversal, type ExpiryBatch, expiryBatches, reverseExpiry, takeBackExpiry } from './reverse-expiry.ts'
