import type { Domain } from '#server/platform/http/domain.ts'
import { hugggRoutes } from './gifts/routes.ts'
import { registerHugggs } from './jobs.ts'
import { hugggsPersonalData } from './personal-data.ts'
import { recipientRoutes } from './recipient/routes.ts'
import { tillOperatorRoutes } from './till/operator-routes.ts'
import { tillRoutes } from './till/routes.ts'
import { stockRoutes } from './vouchers/operator-routes.ts'

export { assignRecipients } from './gifts/assign-recipients.ts'
export { type BulkResult, recordHappening } from './gifts/bulk.ts'
export { cancelHugggs } from './gifts/cancel-hugggs.ts'
export { changeDates, scheduleHugggs } from './gifts/change-dates.ts'
export { rewordGifts } from './gifts/change-message.ts'
export { changePeople } from './gifts/change-people.ts'
export { newShortcodes, printedCode, readShortcode, SHORTCODE_LENGTH } from './gifts/codes.ts'
export { createHugggs } from './gifts/create-hugggs.ts'
export {
  choiceLeftOver,
  codeGivenUp,
  hugggCancelled,
  hugggExpired,
  reactionReceived,
  recipientCorrected,
} from './gifts/events.ts'
export { expiredCodes } from './gifts/given-codes.ts'
export { findGift, type Guesser, giftGuesser, limitGiftGuesses } from './gifts/guesses.ts'
export { Status, type StatusId, statusName } from './gifts/huggg.ts'
export { linkRule, recordLinksRead, recordLinksShown, shownLinks } from './gifts/links.ts'
export { lockGiftById } from './gifts/lock-gift.ts'
export { markSent } from './gifts/mark-sent.ts'
export { type InvoicePayments, invoiceDebts, settleInvoices } from './gifts/owed.ts'
export { passScheduledOn } from './gifts/pass-scheduled-on.ts'
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
} from './gifts/queries.ts'
export { redeemInline } from './gifts/redeem-inline.ts'
export { reissueCodes } from './gifts/reissue-codes.ts'
export { releaseNow, releaseScheduled } from './gifts/release-scheduled.ts'
export { askForReversal, expiryBatches, reverseExpiry, takeBackExpiry } from './gifts/reverse-expiry.ts'
export { launchUrl, serializeGifts, serializeProducts } from './gifts/serialize.ts'
export {
  capMessage,
  capReason,
  holdSpendCap,
  isOverCap,
  requireWithinCap,
  type SpendCapFacts,
  spendCapFacts,
} from './gifts/spend-cap.ts'
export { toggleSent } from './gifts/toggle-sent.ts'
export { isAnyLive, listLiveGifts } from './personal-data.ts'
export { type ChangesOfDay, markChangesCredited, nextChangeCreditAt, uncreditedChanges } from './recipient/changes.ts'
export { type ChoiceRemainder, choiceRemainders, giveBackRemainder } from './recipient/choice-remainders.ts'
export { serializeRecipientGift } from './recipient/gift-page.ts'
export { isConnected } from './recipient/reveal-gift.ts'
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
