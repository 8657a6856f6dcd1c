import { useOutletContext } from 'react-router'
import type { Forecast } from '#contract/budgets/budget-runs.ts'
import type { BudgetOverview } from '#contract/budgets/budgets.ts'

/** What every tab of a budget's page knows. */
export interface BudgetContext {
  budget: BudgetOverview
  /** Names this very page: a button pressed twice is one try. */
  attempt: string
  /** The product's present. */
  now: string
  /** Names the question about a run that is open: answered twice, or again after Back, it is one run. */
  question: string
  /** What a run made now would move; looked up before one only. */
  manualRun: Forecast['manualRun']
  /** Pence that participants have not spent; looked up before a stop only. */
  unspent: number | null
}

/** The budget that the tabs are about. */
export const useBudget = (): BudgetContext => useOutletContext<BudgetContext>()
