import type { Domain } from '#server/platform/http/domain.ts'
import { invoiceRoutes } from './invoice-routes.ts'
import { registerBudgets } from './jobs.ts'
import { budgetRoutes } from './routes.ts'

export { advanceBudget } from './advance-budget.ts'
export type { BudgetRecord, ExecutionRecord, ParticipantRecord } from './budget.ts'
export {
  budgetEnded,
  budgetFundsLow,
  budgetRan,
  budgetRunFailed,
  budgetStarted,
  participantsRemoved,
} from './events.ts'
export { runDueBudgets } from './jobs.ts'
export { budgetInScope } from './queries.ts'
export { occurrenceAt, occurrencesFrom, periodEnd, type Schedule } from './schedule.ts'

/** Automated budgets: allowances that run themselves. */
export const budgetsDomain: Domain = {
  name: 'budgets',
  routes: [...budgetRoutes, ...invoiceRoutes],
  register: registerBudgets,
}
