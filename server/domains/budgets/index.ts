import type { Domain } from '#server/platform/http/domain.ts'
import { feedRoutes } from './feeds/routes.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { registerBudgets } from './jobs.ts'
import { budgetsPersonalData } from './personal-data.ts'
import { budgetRoutes } from './routes.ts'

export { blockTeamClosure, budgetBlocksWalletClosure } from './budget/block-closure.ts'
export type { BudgetRecord, ParticipantRecord } from './budget/budget.ts'
export { budgetInScope, countOfTeamParticipants, promisedAllowance } from './budget/queries.ts'
export { budgetForOperators } from './budget-for-operators.ts'
export { budgetsOfPeriods, unbilledOfTeam } from './invoices/charged-queries.ts'
export { inviteToBudget } from './participants/add-participants.ts'

/** Automated budgets: allowances that run themselves. */
export const budgetsDomain: Domain = {
  name: 'budgets',
  routes: [...budgetRoutes, ...feedRoutes, ...invoiceRoutes],
  personalData: budgetsPersonalData,
  register: registerBudgets,
}
