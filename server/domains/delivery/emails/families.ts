import type { EmailFamily } from '../messages/message-kind.ts'
import { allowanceEmails } from './allowances.ts'
import { approvalEmails } from './approvals.ts'
import { awardEmails } from './award.ts'
import { awardApprovalEmails } from './award-approvals.ts'
import { budgetEmails } from './budgets.ts'
import { celebrationEmails } from './celebrations.ts'
import { changeReturnedEmails } from './change-returned.ts'
import { claimCodeEmails } from './claim-code.ts'
import { contactChangeEmails } from './contact-changes.ts'
import { documentEmails } from './documents.ts'
import { domainEmails } from './domains.ts'
import { giftEmails } from './gift.ts'
import { giftCancelledEmails } from './gift-cancelled.ts'
import { giftLinkEmails } from './gift-links.ts'
import { giftTestEmails } from './gift-test.ts'
import { heldGiftEmails } from './held-gifts.ts'
import { joiningEmails } from './joining.ts'
import { leavingEmails } from './leaving.ts'
import { passwordEmails } from './passwords.ts'
import { planEmails } from './plans.ts'
import { purchaseEmails } from './purchases.ts'
import { reactionEmails } from './reaction-summary.ts'
import { refusedCodeEmails } from './refused-codes.ts'
import { ruleChangeEmails } from './rule-changes.ts'
import { signInEmails } from './sign-in.ts'
import { supportVisitEmails } from './support-visit.ts'
import { undeliveredEmails } from './undelivered.ts'
import { walletEmails } from './wallets.ts'
import { webhookEmails } from './webhooks.ts'

/** Every email and text that the outbox sends. */
export const families: readonly EmailFamily[] = [
  giftEmails,
  giftTestEmails,
  giftLinkEmails,
  giftCancelledEmails,
  awardEmails,
  awardApprovalEmails,
  claimCodeEmails,
  reactionEmails,
  purchaseEmails,
  undeliveredEmails,
  refusedCodeEmails,
  heldGiftEmails,
  changeReturnedEmails,
  passwordEmails,
  signInEmails,
  domainEmails,
  contactChangeEmails,
  joiningEmails,
  supportVisitEmails,
  walletEmails,
  allowanceEmails,
  budgetEmails,
  celebrationEmails,
  approvalEmails,
  ruleChangeEmails,
  documentEmails,
  planEmails,
  leavingEmails,
  webhookEmails,
]
