import { announcementEndpoints } from './announcements.ts'
import { approvalEndpoints } from './approvals.ts'
import { auditEndpoints } from './audit.ts'
import { authEndpoints } from './auth.ts'
import { automaticTopUpEndpoints } from './automatic-top-ups.ts'
import { budgetFeedEndpoints } from './budget-feeds.ts'
import { budgetReportEndpoints } from './budget-reports.ts'
import { budgetRunEndpoints } from './budget-runs.ts'
import { budgetEndpoints } from './budgets.ts'
import { catalogueEndpoints } from './catalogue.ts'
import { celebrationEndpoints } from './celebrations.ts'
import { configurationEndpoints } from './configuration.ts'
import type { Endpoint } from './core/endpoint.ts'
import { deliveryEndpoints } from './delivery.ts'
import { emailChangeEndpoints } from './email-changes.ts'
import { exportEndpoints } from './exports.ts'
import { highballEndpoints } from './highball.ts'
import { hugggEndpoints } from './hugggs.ts'
import { impersonationEndpoints } from './impersonation.ts'
import { integrationEndpoints } from './integrations.ts'
import { inviteEndpoints } from './invites.ts'
import { invoiceEndpoints } from './invoices.ts'
import { orderEndpoints } from './orders.ts'
import { originalEndpoints } from './original.ts'
import { participantEndpoints } from './participants.ts'
import { passkeyEndpoints } from './passkeys.ts'
import { paymentsEndpoints } from './payments.ts'
import { phoneEndpoints } from './phone-verification.ts'
import { planEndpoints } from './plans.ts'
import { printableEndpoints } from './printables.ts'
import { recipientEndpoints } from './recipient.ts'
import { reportsEndpoints } from './reports.ts'
import { ruleChangeEndpoints } from './rule-changes.ts'
import { samlEndpoints } from './saml.ts'
import { savedViewEndpoints } from './saved-views.ts'
import { searchEndpoints } from './search.ts'
import { secondFactorEndpoints } from './second-factor.ts'
import { sessionEndpoints } from './sessions.ts'
import { signUpEndpoints } from './sign-up.ts'
import { superHugggEndpoints } from './super-hugggs.ts'
import { taxonomyEndpoints } from './taxonomies.ts'
import { teamEndpoints } from './teams.ts'
import { themeEndpoints } from './themes.ts'
import { transactionEndpoints } from './transactions.ts'
import { uploadEndpoints } from './uploads.ts'
import { userEndpoints } from './users.ts'
import { walletsEndpoints } from './wallets.ts'
import { webhookEndpoints } from './webhooks.ts'

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
  ...budgetFeedEndpoints,
  ...budgetReportEndpoints,
  ...catalogueEndpoints,
  ...celebrationEndpoints,
  ...configurationEndpoints,
  ...deliveryEndpoints,
  ...highballEndpoints,
  ...hugggEndpoints,
  ...impersonationEndpoints,
  ...integrationEndpoints,
  ...inviteEndpoints,
  ...invoiceEndpoints,
  ...orderEndpoints,
  ...originalEndpoints,
  ...approvalEndpoints,
  ...ruleChangeEndpoints,
  ...paymentsEndpoints,
  ...automaticTopUpEndpoints,
  ...planEndpoints,
  ...printableEndpoints,
  ...recipientEndpoints,
  ...reportsEndpoints,
  ...samlEndpoints,
  ...savedViewEndpoints,
  ...searchEndpoints,
  ...exportEndpoints,
  ...superHugggEndpoints,
  ...taxonomyEndpoints,
  ...signUpEndpoints,
  ...teamEndpoints,
  ...transactionEndpoints,
  ...themeEndpoints,
  ...uploadEndpoints,
  ...userEndpoints,
  ...emailChangeEndpoints,
  ...phoneEndpoints,
  ...walletsEndpoints,
  ...webhookEndpoints,
} as const satisfies Record<string, Endpoint>

export type Contract = typeof contract
