import type { Domain } from '#server/platform/http/domain.ts'
import { highballRoute } from './highball-meta.ts'
import { registerHugggs } from './jobs.ts'
import { recipientRoutes } from './recipient-routes.ts'
import { hugggRoutes } from './routes.ts'

export { assignRecipients } from './assign-recipients.ts'
export type { BulkResult, HugggSelection } from './bulk.ts'
export { cancelHugggs } from './cancel-hugggs.ts'
export { changeDates, scheduleHugggs } from './change-dates.ts'
export { correctRecipient } from './correct-recipient.ts'
export { createHugggs } from './create-hugggs.ts'
export {
  codesExhausted,
  EVENT_BATCH,
  hugggCancelled,
  hugggClaimed,
  hugggExpired,
  hugggFetched,
  hugggOpened,
  hugggRedeemed,
  hugggRedemptionUndone,
  reactionReceived,
  recipientCorrected,
  voucherRefused,
} from './events.ts'
export { Status, type StatusId, type StatusName, statusName } from './huggg.ts'
export { markSent } from './mark-sent.ts'
export { launchUrl, presentHuggg, presentHugggs } from './present.ts'
export {
  type HugggRecord,
  hugggInScope,
  hugggsByIds,
  hugggsDueToSend,
  hugggsOfTransaction,
  type StatusCount,
  statusCounts,
  type TimelineEntry,
  timelineOf,
} from './queries.ts'
export { redeemInline } from './redeem-inline.ts'
export { releaseScheduled } from './release-scheduled.ts'
export { releaseVoucher } from './release-voucher.ts'
export { isConnected } from './reveal-gift.ts'
export { printCodeStock, runCodeImport } from './run-codes.ts'
export { toggleSent } from './toggle-sent.ts'
export { type CodeStock, codeStock, openAttempts, type VoucherAttempt } from './voucher-queries.ts'

/** Single gifts: their states, their money after purchase, the recipient's page, the tills, expiry, reactions. */
export const hugggsDomain: Domain = {
  name: 'hugggs',
  routes: [...hugggRoutes, ...recipientRoutes, highballRoute],
  register: registerHugggs,
}
