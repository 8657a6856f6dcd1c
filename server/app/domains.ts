import { announcementsDomain } from '#server/domains/announcements/index.ts'
import { awardsDomain } from '#server/domains/awards/index.ts'
import { bankDomain } from '#server/domains/bank/index.ts'
import { budgetsDomain } from '#server/domains/budgets/index.ts'
import { catalogueDomain } from '#server/domains/catalogue/index.ts'
import { celebrationsDomain } from '#server/domains/celebrations/index.ts'
import { deliveryDomain } from '#server/domains/delivery/index.ts'
import { documentsDomain } from '#server/domains/documents/index.ts'
import { hugggsDomain } from '#server/domains/hugggs/index.ts'
import { identityDomain } from '#server/domains/identity/index.ts'
import { impersonationDomain } from '#server/domains/impersonation/index.ts'
import { integrationsDomain } from '#server/domains/integrations/index.ts'
import { invitesDomain } from '#server/domains/invites/index.ts'
import { leavingDomain } from '#server/domains/leaving/index.ts'
import { operatorsDomain } from '#server/domains/operators/index.ts'
import { originalDomain } from '#server/domains/original/index.ts'
import { paymentsDomain } from '#server/domains/payments/index.ts'
import { plansDomain } from '#server/domains/plans/index.ts'
import { printablesDomain } from '#server/domains/printables/index.ts'
import { privacyDomain } from '#server/domains/privacy/index.ts'
import { purchasesDomains } from '#server/domains/purchases/index.ts'
import { purchaseRecordDomain } from '#server/domains/purchases/record/index.ts'
import { railsDomain } from '#server/domains/rails/index.ts'
import { reconciliationDomain } from '#server/domains/reconciliation/index.ts'
import { reportsDomain } from '#server/domains/reports/index.ts'
import { searchDomain } from '#server/domains/search/index.ts'
import { settlementsDomain } from '#server/domains/settlements/index.ts'
import { ssoDomain } from '#server/domains/sso/index.ts'
import { superHugggsDomain } from '#server/domains/superhugggs/index.ts'
import { teamsDomain } from '#server/domains/teams/index.ts'
import { themesDomain } from '#server/domains/themes/index.ts'
import { uploadsDomain } from '#server/domains/uploads/index.ts'
import { walletsDomain } from '#server/domains/wallets/index.ts'
import { webhooksDomain } from '#server/domains/webhooks/index.ts'
import type { Domain } from '#server/platform/http/domain.ts'

/** Every domain of the product, lowest floor first. */
export const domains: Domain[] = [
  identityDomain,
  catalogueDomain,
  uploadsDomain,
  themesDomain,
  teamsDomain,
  impersonationDomain,
  announcementsDomain,
  walletsDomain,
  purchaseRecordDomain,
  integrationsDomain,
  invitesDomain,
  paymentsDomain,
  bankDomain,
  hugggsDomain,
  ssoDomain,
  superHugggsDomain,
  railsDomain,
  deliveryDomain,
  documentsDomain,
  printablesDomain,
  plansDomain,
  ...purchasesDomains,
  settlementsDomain,
  leavingDomain,
  budgetsDomain,
  celebrationsDomain,
  awardsDomain,
  reportsDomain,
  searchDomain,
  webhooksDomain,
  privacyDomain,
  originalDomain,
  reconciliationDomain,
  operatorsDomain,
]
