import type { Endpoint } from '../core/endpoint.ts'
import { operatorActEndpoints } from './acts.ts'
import { operatorAnnouncementEndpoints } from './announcements.ts'
import { operatorAwardEndpoints } from './awards.ts'
import { bankEndpoints } from './bank.ts'
import { catalogueFileEndpoints } from './catalogue.ts'
import { operatorChargeEndpoints } from './charges.ts'
import { operatorCodeRefusalEndpoints } from './code-refusals.ts'
import { customerListEndpoints } from './customer-lists.ts'
import { customerMemberEndpoints } from './customer-members.ts'
import { customerPaperEndpoints } from './customer-papers.ts'
import { customerEndpoints } from './customers.ts'
import { operatorDocumentEndpoints } from './documents.ts'
import { expiryEndpoints } from './expiries.ts'
import { operatorImpersonationEndpoints } from './impersonations.ts'
import { leavingCustomerEndpoints } from './leaving.ts'
import { operatorMessageEndpoints } from './messages.ts'
import { operatorMoneyEndpoints } from './money.ts'
import { operatorNoteEndpoints } from './notes.ts'
import { operatorListEndpoints } from './operators.ts'
import { operatorOverviewEndpoints } from './overview.ts'
import { payoutEndpoints } from './payouts.ts'
import { peopleEndpoints } from './people.ts'
import { operatorPlanEndpoints } from './plans.ts'
import { programEndpoints } from './programs.ts'
import { operatorPurchaseEndpoints } from './purchases.ts'
import { railEndpoints } from './rails.ts'
import { reconciliationEndpoints } from './reconciliation.ts'
import { repairEndpoints } from './repairs.ts'
import { operatorSearchEndpoints } from './search.ts'
import { settlementEndpoints } from './settlements.ts'
import { operatorSignInEndpoints } from './sign-in.ts'
import { stockEndpoints } from './stock.ts'
import { tillEndpoints } from './tills.ts'
import { waitingActEndpoints } from './waiting-acts.ts'
import { operatorWorkEndpoints } from './work.ts'

/**
 * What the operator's console calls, by id. It is no part of the published contract: neither OpenAPI nor the customers'
 * client knows it. A new area of the console adds its file here.
 */
export const operatorContract = {
  ...operatorSignInEndpoints,
  ...operatorOverviewEndpoints,
  ...operatorSearchEndpoints,
  ...customerEndpoints,
  ...customerListEndpoints,
  ...customerPaperEndpoints,
  ...operatorDocumentEndpoints,
  ...operatorImpersonationEndpoints,
  ...operatorPlanEndpoints,
  ...operatorPurchaseEndpoints,
  ...operatorAwardEndpoints,
  ...operatorMoneyEndpoints,
  ...operatorChargeEndpoints,
  ...operatorMessageEndpoints,
  ...operatorWorkEndpoints,
  ...expiryEndpoints,
  ...repairEndpoints,
  ...operatorActEndpoints,
  ...operatorListEndpoints,
  ...customerMemberEndpoints,
  ...programEndpoints,
  ...waitingActEndpoints,
  ...operatorNoteEndpoints,
  ...bankEndpoints,
  ...payoutEndpoints,
  ...leavingCustomerEndpoints,
  ...peopleEndpoints,
  ...settlementEndpoints,
  ...catalogueFileEndpoints,
  ...stockEndpoints,
  ...railEndpoints,
  ...tillEndpoints,
  ...operatorCodeRefusalEndpoints,
  ...reconciliationEndpoints,
  ...operatorAnnouncementEndpoints,
} as const satisfies Record<string, Endpoint>
