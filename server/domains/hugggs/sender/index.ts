/** What senders do with their gifts. */
export { assignRecipients } from './assign-recipients.ts'
export { cancelHugggs } from './cancel-hugggs.ts'
export { changeDates, scheduleHugggs } from './change-dates.ts'
export { rewordGifts } from './change-message.ts'
export { changePeople } from './change-people.ts'
export { createHugggs } from './create-hugggs.ts'
export { markSent } from './mark-sent.ts'
export { passScheduledOn } from './pass-scheduled-on.ts'
export { whyUnreachable } from './reachable.ts'
export { redeemInline } from './redeem-inline.ts'
export { reissueCodes } from './reissue-codes.ts'
export { releaseNow, releaseScheduled } from './release-scheduled.ts'
export { hugggRoutes } from './routes.ts'
export {
  capMessage,
  capReason,
  holdSpendCap,
  isOverCap,
  requireWithinCap,
  type SpendCapFacts,
  spendCapFacts,
} from './spend-cap.ts'
export { toggleSent } from './toggle-sent.ts'
