import { useOutletContext } from 'react-router'
import type { Forecast } from '#contract/budgets/budget-runs.ts'
import type { BudgetOverview } from '#contract/budgets/budgets.ts'

/** A budget on its way to be started, or being changed: as saved, with what it will do. */
export interface Wizard {
  budget: BudgetOverview
  forecast: Forecast
  /** Of the next runs, by the function that runs them. */
  dates: string[]
  /** People were typed who are not in it yet. */
  hasTyped: boolean
}

/** What the wizard's frame has loaded. */
export const useWizard = (): Wizard => useOutletContext<Wizard>()
