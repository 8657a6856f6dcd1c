/** What every change of a gift does: lock it, ask for its state, write what happened, say it. */
export {
  type BulkResult,
  changedBy,
  type HugggSelection,
  type LockedHuggg,
  lockHugggs,
  recordHappening,
} from './bulk.ts'
export {
  choiceLeftOver,
  codeGivenUp,
  codeRefusalSettled,
  codeRefused,
  codesExhausted,
  EVENT_BATCH,
  hugggCancelled,
  hugggClaimed,
  hugggEndsSooner,
  hugggExpired,
  hugggFetched,
  hugggOpened,
  hugggRedeemed,
  hugggRedemptionUndone,
  reactionReceived,
  recipientCorrected,
  voucherRefused,
} from './events.ts'
export { lockGift, lockGiftById, requireState, writeGift } from './lock-gift.ts'
