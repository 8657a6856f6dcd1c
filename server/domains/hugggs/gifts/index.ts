/** Reading gifts, and how they are serialized. */
export { expiredCodes } from './given-codes.ts'
export { findGift, findVoucher, type Guesser, giftGuesser, limitGiftGuesses } from './guesses.ts'
export {
  areOfTransaction,
  countExpiring,
  type DueToSend,
  firstHugggsOfTransaction,
  type GiftRecord,
  type GiftsOfTransaction,
  giftByShortcode,
  giftsOfTransactions,
  guessedGift,
  type HugggRecord,
  hugggIdByVoucherKey,
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
