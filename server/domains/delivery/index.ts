import type { Domain } from '#server/platform/http/domain.ts'
import { registerDelivery } from './jobs.ts'
import { deliveryPersonalData } from './personal-data.ts'
import { deliveryRoutes } from './routes.ts'

export { allowAddress } from './allow-address.ts'
export { type ApprovalDecision, registerApprovalDecisions } from './approval-decisions.ts'
export { type BlockReason, blockedAddresses, type Channel } from './contact-address.ts'
export { deliverDue } from './deliver-due.ts'
export { merchantStatementEmail } from './emails/merchant-statement-email.ts'
export { ownerNoticeEmail } from './emails/owner-notice-email.ts'
export { deliveryFailed } from './events.ts'
export { measureGiftText } from './gift-text.ts'
export { requireMayLeave } from './leave-rules.ts'
export { MAIL_JOB_RETRIES } from './message.ts'
export { clearReminders } from './personal-data.ts'
export { printableReadyMessage } from './printable-ready-message.ts'
export { deriveDeliveryStatus } from './queries.ts'
export { queueGiftMessages } from './queue-gift-messages.ts'
export { queueUserMessages } from './queue-user-messages.ts'
export { transactionCompletedMessage } from './transaction-completed-message.ts'
export { listUndeliveredMessages, type UndeliveredMessage } from './undelivered-messages.ts'

/** Every email and text that leaves: one row each, sent once, tried again for three days. */
export const deliveryDomain: Domain = {
  name: 'delivery',
  routes: deliveryRoutes,
  personalData: deliveryPersonalData,
  register: registerDelivery,
}
