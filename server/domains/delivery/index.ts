import type { Domain } from '#server/platform/http/domain.ts'
import { registerDelivery } from './jobs.ts'
import { deliveryPersonalData } from './personal-data.ts'
import { deliveryRoutes } from './routes.ts'

export { letAddressAgain } from './allow-address.ts'
export { awardMessages } from './award-messages.ts'
export { notDelivered, ofLatestMessage } from './delivery-status.ts'
export { allowanceMessages } from './emails/allowances.ts'
export { type ApprovalDecision, approvalMessages } from './emails/approvals.ts'
export {
  budgetEndedEmail,
  budgetFeedHeldEmail,
  budgetFundsLowEmail,
  budgetPeopleMessages,
  budgetRunFailedEmail,
} from './emails/budgets.ts'
export { celebrationNotices } from './emails/celebrations.ts'
export { documentIssuedEmail, invoiceEmails, repairedEmail } from './emails/documents.ts'
export { draftGiftEmail, giftTestEmail } from './emails/gift-test.ts'
export { measureGiftText } from './emails/gift-text.ts'
export { teamLeavingEmails } from './emails/leaving.ts'
export { merchantStatementEmail } from './emails/merchant-statement.ts'
export { operatorEmails } from './emails/operators.ts'
export { planInvoiceEmails, planNoticeEmail } from './emails/plans.ts'
export { notifyOrderComplete, notifyPrintableReady } from './emails/purchases.ts'
export { webhookNotices } from './emails/webhooks.ts'
export { requireMayLeave } from './leave-rules.ts'
export { type BlockReason, blockedAddresses, type Channel } from './messages/contact-address.ts'
export type { MessageKind } from './messages/message-kind.ts'
export { queueMessage, queueUserMessages } from './messages/queue-message.ts'
export { MAIL_JOB_RETRIES } from './messages/retry.ts'
export { clearReminders } from './personal-data.ts'
export { queueGiftMessages } from './queue-gift-messages.ts'
export { listUndeliveredMessages, type UndeliveredMessage } from './undelivered-messages.ts'

/** Every email and text that leaves: one row each, sent once, tried again for three days. */
export const deliveryDomain: Domain = {
  name: 'delivery',
  routes: deliveryRoutes,
  personalData: deliveryPersonalData,
  register: registerDelivery,
}
