import type { Domain } from '#server/platform/http/domain.ts'
import { registerHugggs } from './jobs.ts'
import { hugggsPersonalData } from './personal-data.ts'
import { recipientRoutes } from './recipient/routes.ts'
import { hugggRoutes } from './states/routes.ts'
import { tillOperatorRoutes } from './till/operator-routes.ts'
import { tillRoutes } from './till/routes.ts'
import { stockRoutes } from './vouchers/operator-routes.ts'

export { isAnyLive, listLiveGifts } from './personal-data.ts'
export { type ChangesOfDay, markChangesCredited, nextChangeCreditAt, uncreditedChanges } from './recipient/changes.ts'
export { type ChoiceRemainder, choiceRemainders, giveBackRemainder } from './recipient/choice-remainders.ts'
export { serializeRecipientGift } from './recipient/gift-page.ts'
export { isConnected } from './recipient/reveal-gift.ts'
export { assignRecipients } from './states/assign-recipients.ts'
export { type BulkResult, recordHappening } from './states/bulk.ts'
export { cancelHugggs } from './states/cancel-hugggs.ts'
export { changeDates, scheduleHugggs } from './states/change-dates.ts'
export { rewordGifts } from './states/change-message.ts'
export { changePeople } from './states/change-people.ts'
export { newShortcodes, printedCode, readShortcode, SHORTCODE_LENGTH } from './states/codes.ts'
export { createHugggs } from './states/create-hugggs.ts'
export {
  choiceLeftOver,
  codeGivenUp,
  hugggCancelled,
  hugggExpired,
  reactionReceived,
  recipientCorrected,
} from './states/events.ts'
export { expiredCodes } from './states/given-codes.ts'
export { findGift, type Guesser, giftGuesser, limitGiftGuesses } from './states/guesses.ts'
export { Status, type StatusId, statusName } from './states/huggg.ts'
export { linkRule, recordLinksShown } from './states/links.ts'
export { lockGiftById } from './states/lock-gift.ts'
export { markSent } from './states/mark-sent.ts'
export { type InvoicePayments, invoiceDebts, provideInvoicePayments, settleInvoices } from './states/owed.ts'
export { passScheduledOn } from './states/pass-scheduled-on.ts'
export {
  giftByShortcode,
  guessedGift,
  type HugggRecord,
  hugggIdsOfTransactions,
  hugggInScope,
  hugggsByIds,
  hugggsDueToSend,
  hugggsInScope,
  hugggsOfTransaction,
  hugggWithKeyInScope,
  loadTimeline,
  refundsOfTransactions,
  type StatusCount,
  statusCounts,
} from './states/queries.ts'
export { redeemInline } from './states/redeem-inline.ts'
export { reissueCodes } from './states/reissue-codes.ts'
export { releaseNow, releaseScheduled } from './states/release-scheduled.ts'
export { askForReversal, expiryBatches, reverseExpiry, takeBackExpiry } from './states/reverse-expiry.ts'
export { launchUrl, serializeGifts, serializeProducts } from './states/serialize.ts'
export {
  capMessage,
  capReason,
  holdSpendCap,
  isOverCap,
  requireWithinCap,
  type SpendCapFacts,
  spendCapFacts,
} from './states/spend-cap.ts'
export { toggleSent } from './states/toggle-sent.ts'
export { freezeOwed, type OwedItem, openBalances } from './till/freeze-owed.ts'
export { hugggToRedeem } from './till/huggg-to-redeem.ts'
export { openIdTries } from './till/ids.ts'
export { issuerFloats } from './vouchers/issuer-float.ts'
export { codeStock, openAttempts } from './vouchers/queries.ts'
export { releaseVoucher } from './vouchers/release-voucher.ts'
export { printCodeStock, runCodeImport } from './vouchers/run-codes.ts'

/** Single gifts: their states, their money after purchase, the recipient's page, the tills, expiry, reactions. */
export const hugggsDomain: Domain = {
  name: 'hugggs',
  personalData: hugggsPersonalData,
  routes: [...hugggRoutes, ...recipientRoutes, ...tillRoutes, ...tillOperatorRoutes, ...stockRoutes],
  register: registerHugggs,
}
