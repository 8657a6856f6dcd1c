/** Reading gifts, and how they are serialized. */
export { expiredCodes } from './given-codes.ts'
export { findGift, findVoucher, type Guesser, giftGuesser, limitGiftGuesses } from './guesses.ts'
export {
  areOfTransaction,
  countExpiring,
  type DueToSend,
  type GiftRecord,
  giftByShortcode,
  guessedGift,
  type HugggRecord,
  hugggIdByVoucherKey,
  hugggIdsOfTransactions,
  hugggInScope,
  hugggsByIds,
  hugggsDueToSend,
  hugggsInScope,
  hugggsOfTransaction,
  hugggWithKeyInScope,
  listRedemptions,
  listScheduledGifts,
  loadTimeline,
  nextExpiryAt,
  reactionsInScope,
  refundsOfTransactions,
  type StatusCount,
  statusCounts,
} from './queries.ts'
export {
  type GiftWish,
  launchUrl,
  serializeGifts,
  serializeProducts,
  serializeReaction,
  serializeRedemption,
  serializeTimeline,
  spendableBalance,
} from './serialize.ts'
