import { announcementEndpoints } from './announcements/announcements.ts'
import { awardBatchEndpoints } from './awards/award-batches.ts'
import { awardEndpoints } from './awards/awards.ts'
import { grantEndpoints } from './awards/grants.ts'
import { letterEndpoints } from './awards/letters.ts'
import { helpedPersonEndpoints } from './awards/people.ts'
import { personPageEndpoints } from './awards/person-page.ts'
import { allowanceLimitEndpoints } from './budgets/allowance-limit.ts'
import { allowanceStatementEndpoints } from './budgets/allowance-statement.ts'
import { budgetFeedEndpoints } from './budgets/budget-feeds.ts'
import { budgetRunEndpoints } from './budgets/budget-runs.ts'
import { budgetEndpoints } from './budgets/budgets.ts'
import { participantListEndpoints } from './budgets/participant-list.ts'
import { participantEndpoints } from './budgets/participants.ts'
import { runCalendarEndpoints } from './budgets/run-calendar.ts'
import { catalogueEndpoints } from './catalogue/catalogue.ts'
import { configurationEndpoints } from './catalogue/configuration.ts'
import { taxonomyEndpoints } from './catalogue/taxonomies.ts'
import { celebrationEndpoints } from './celebrations/celebrations.ts'
import type { Endpoint } from './core/endpoint.ts'
import { deliveryEndpoints } from './delivery/delivery.ts'
import { codeRefusalEndpoints } from './hugggs/code-refusals.ts'
import { hugggEndpoints } from './hugggs/hugggs.ts'
import { recipientEndpoints } from './hugggs/recipient.ts'
import { tillPageEndpoints } from './hugggs/till-page.ts'
import { authEndpoints } from './identity/auth.ts'
import { emailChangeEndpoints } from './identity/email-changes.ts'
import { passkeyEndpoints } from './identity/passkeys.ts'
import { phoneEndpoints } from './identity/phone-verification.ts'
import { secondFactorEndpoints } from './identity/second-factor.ts'
import { sessionEndpoints } from './identity/sessions.ts'
import { userEndpoints } from './identity/users.ts'
import { impersonationEndpoints } from './impersonation/impersonation.ts'
import { integrationEndpoints } from './integrations/integrations.ts'
import { inviteEndpoints } from './invites/invites.ts'
import { signUpEndpoints } from './invites/sign-up.ts'
import { accountStatementEndpoints } from './orders/account-statements.ts'
import { approvalEndpoints } from './orders/approvals.ts'
import { draftEmailEndpoints } from './orders/draft-email.ts'
import { invoiceEndpoints } from './orders/invoices.ts'
import { orderEndpoints } from './orders/orders.ts'
import { recipientGroupEndpoints } from './orders/recipient-groups.ts'
import { recipientListEndpoints } from './orders/recipient-list.ts'
import { repeatEndpoints } from './orders/repeat.ts'
import { transactionHugggEndpoints } from './orders/transaction-hugggs.ts'
import { transactionEndpoints } from './orders/transactions.ts'
import { vatPeriodEndpoints } from './orders/vat-periods.ts'
import { originalEndpoints } from './original/original.ts'
import { automaticTopUpEndpoints } from './payments/automatic-top-ups.ts'
import { paymentsEndpoints } from './payments/payments.ts'
import { planCardEndpoints } from './plans/plan-card.ts'
import { planEndpoints } from './plans/plans.ts'
import { printableEndpoints } from './printables/printables.ts'
import { accountsEndpoints } from './reports/accounts-packages.ts'
import { auditEndpoints } from './reports/audit.ts'
import { budgetReportEndpoints } from './reports/budget-reports.ts'
import { reportsEndpoints } from './reports/reports.ts'
import { exportEndpoints } from './search/exports.ts'
import { movementEndpoints } from './search/movements.ts'
import { pastRecipientEndpoints } from './search/past-recipients.ts'
import { purchaseTagEndpoints } from './search/purchase-tags.ts'
import { savedViewEndpoints } from './search/saved-views.ts'
import { searchEndpoints } from './search/search.ts'
import { samlEndpoints } from './sso/saml.ts'
import { highballEndpoints } from './superhugggs/highball.ts'
import { superHugggEndpoints } from './superhugggs/super-hugggs.ts'
import { apiKeyEndpoints } from './teams/api-keys.ts'
import { leavingEndpoints } from './teams/leaving.ts'
import { ruleChangeEndpoints } from './teams/rule-changes.ts'
import { teamUserEndpoints } from './teams/team-users.ts'
import { teamEndpoints } from './teams/teams.ts'
import { themeEndpoints } from './themes/themes.ts'
import { uploadEndpoints } from './uploads/uploads.ts'
import { walletsEndpoints } from './wallets/wallets.ts'
import { webhookEndpoints } from './webhooks/webhooks.ts'

/** Every endpoint of the contract by its id: what the server answers, the client calls and OpenAPI describes. */
export const contract = {
  ...authEndpoints,
  ...announcementEndpoints,
  ...auditEndpoints,
  ...secondFactorEndpoints,
  ...passkeyEndpoints,
  ...sessionEndpoints,
  ...budgetEndpoints,
  ...budgetRunEndpoints,
  ...participantEndpoints,
  ...participantListEndpoints,
  ...budgetFeedEndpoints,
  ...allowanceLimitEndpoints,
  ...allowanceStatementEndpoints,
  ...runCalendarEndpoints,
  ...budgetReportEndpoints,
  ...grantEndpoints,
  ...awardEndpoints,
  ...awardBatchEndpoints,
  ...helpedPersonEndpoints,
  ...letterEndpoints,
  ...personPageEndpoints,
  ...catalogueEndpoints,
  ...celebrationEndpoints,
  ...configurationEndpoints,
  ...deliveryEndpoints,
  ...highballEndpoints,
  ...codeRefusalEndpoints,
  ...hugggEndpoints,
  ...tillPageEndpoints,
  ...impersonationEndpoints,
  ...integrationEndpoints,
  ...inviteEndpoints,
  ...invoiceEndpoints,
  ...accountStatementEndpoints,
  ...vatPeriodEndpoints,
  ...accountsEndpoints,
  ...orderEndpoints,
  ...draftEmailEndpoints,
  ...recipientGroupEndpoints,
  ...recipientListEndpoints,
  ...repeatEndpoints,
  ...originalEndpoints,
  ...approvalEndpoints,
  ...ruleChangeEndpoints,
  ...leavingEndpoints,
  ...paymentsEndpoints,
  ...automaticTopUpEndpoints,
  ...planEndpoints,
  ...planCardEndpoints,
  ...printableEndpoints,
  ...recipientEndpoints,
  ...reportsEndpoints,
  ...samlEndpoints,
  ...savedViewEndpoints,
  ...purchaseTagEndpoints,
  ...movementEndpoints,
  ...pastRecipientEndpoints,
  ...searchEndpoints,
  ...exportEndpoints,
  ...superHugggEndpoints,
  ...taxonomyEndpoints,
  ...signUpEndpoints,
  ...teamEndpoints,
  ...teamUserEndpoints,
  ...apiKeyEndpoints,
  ...transactionEndpoints,
  ...transactionHugggEndpoints,
  ...themeEndpoints,
  ...uploadEndpoints,
  ...userEndpoints,
  ...emailChangeEndpoints,
  ...phoneEndpoints,
  ...walletsEndpoints,
  ...webhookEndpoints,
} as const satisfies Record<string, Endpoint>

export type Contract = typeof contract
