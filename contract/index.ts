import { authEndpoints } from './auth.ts'
import { budgetReportEndpoints } from './budget-reports.ts'
import { budgetRunEndpoints } from './budget-runs.ts'
import { budgetEndpoints } from './budgets.ts'
import { catalogueEndpoints } from './catalogue.ts'
import { configurationEndpoints } from './configuration.ts'
import type { Endpoint } from './core/endpoint.ts'
import { deliveryEndpoints } from './delivery.ts'
import { exportEndpoints } from './exports.ts'
import { highballEndpoints } from './highball.ts'
import { hugggEndpoints } from './hugggs.ts'
import { inviteEndpoints } from './invites.ts'
import { invoiceEndpoints } from './invoices.ts'
import { orderEndpoints } from './orders.ts'
import { participantEndpoints } from './participants.ts'
import { paymentsEndpoints } from './payments.ts'
import { planEndpoints } from './plans.ts'
import { recipientEndpoints } from './recipient.ts'
import { reportsEndpoints } from './reports.ts'
import { savedViewEndpoints } from './saved-views.ts'
import { searchEndpoints } from './search.ts'
import { signUpEndpoints } from './sign-up.ts'
import { taxonomyEndpoints } from './taxonomies.ts'
import { teamEndpoints } from './teams.ts'
import { transactionEndpoints } from './transactions.ts'
import { userEndpoints } from './users.ts'
import { walletsEndpoints } from './wallets.ts'

/** Every endpoint of the contract by its id: what the server answers, the client calls and OpenAPI describes. */
export const contract = {
  ...authEndpoints,
  ...budgetEndpoints,
  ...budgetRunEndpoints,
  ...participantEndpoints,
  ...budgetReportEndpoints,
  ...catalogueEndpoints,
  ...configurationEndpoints,
  ...deliveryEndpoints,
  ...highballEndpoints,
  ...hugggEndpoints,
  ...inviteEndpoints,
  ...invoiceEndpoints,
  ...orderEndpoints,
  ...paymentsEndpoints,
  ...planEndpoints,
  ...recipientEndpoints,
  ...reportsEndpoints,
  ...savedViewEndpoints,
  ...searchEndpoints,
  ...exportEndpoints,
  ...taxonomyEndpoints,
  ...signUpEndpoints,
  ...teamEndpoints,
  ...transactionEndpoints,
  ...userEndpoints,
  ...walletsEndpoints,
} as const satisfies Record<string, Endpoint>

export type Contract = typeof contract
