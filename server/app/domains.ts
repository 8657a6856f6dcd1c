import { budgetsDomain } from '#server/domains/budgets/index.ts'
import { catalogueDomain } from '#server/domains/catalogue/index.ts'
import { deliveryDomain } from '#server/domains/delivery/index.ts'
import { documentsDomain } from '#server/domains/documents/index.ts'
import { hugggsDomain } from '#server/domains/hugggs/index.ts'
import { identityDomain } from '#server/domains/identity/index.ts'
import { invitesDomain } from '#server/domains/invites/index.ts'
import { ordersDomain } from '#server/domains/orders/index.ts'
import { paymentsDomain } from '#server/domains/payments/index.ts'
import { reportsDomain } from '#server/domains/reports/index.ts'
import { searchDomain } from '#server/domains/search/index.ts'
import { teamsDomain } from '#server/domains/teams/index.ts'
import { walletsDomain } from '#server/domains/wallets/index.ts'
import type { Domain } from '#server/platform/http/domain.ts'

/** Every domain of the product, lowest floor first. */
export const domains: Domain[] = [
  identityDomain,
  catalogueDomain,
  teamsDomain,
  walletsDomain,
  invitesDomain,
  paymentsDomain,
  hugggsDomain,
  deliveryDomain,
  documentsDomain,
  ordersDomain,
  budgetsDomain,
  reportsDomain,
  searchDomain,
]
