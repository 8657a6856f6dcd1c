import { useOutletContext } from 'react-router'
import type { Forecast } from '#contract/budgets/budget-runs.ts'
import type { BudgetOverview } from '#contract/budgets/budgets.ts'
import { paths } from '#web/paths.ts'
import type { WizardStepName } from './wizard-steps.ts'

/** A budget and what it will do. */
export interface Foretold {
  budget: BudgetOverview
  forecast: Forecast
  /** Of the next runs, by the function that runs them. */
  dates: string[]
}

/** A budget on its way to be started, or being changed: with what was changed of it, and what it will do so. */
export interface Wizard extends Foretold {
  /** People were typed who are not in it yet. */
  hasTyped: boolean
  /** Changes that are not saved yet; null: all of it is. */
  collected: Collected | null
}

export interface Collected {
  /** As addresses carry them from step to step. */
  written: string
  /** What they are about. */
  names: string[]
  /** The budget as it is saved, and what it will do so. */
  saved: Pick<Foretold, 'budget' | 'forecast'>
  /** Why they cannot be saved as they are. */
  refusal: string | null
}

/** What the wizard's frame has loaded. */
export const useWizard = (): Wizard => useOutletContext<Wizard>()

/** The budget as it is saved. */
export function useSavedBudget(): BudgetOverview {
  const { budget, collected } = useWizard()
  return collected?.saved.budget ?? budget
}

/** The address of a step, with the changes that are not saved yet. */
export const stepPath = ({ budget, collected }: Pick<Wizard, 'budget' | 'collected'>, step: WizardStepName): string =>
  paths.budgetStep(budget.id, step, collected?.written)

/** Of what forms show: typing over something else is not brought back. */
export const shownVersion = ({ budget, collected }: Pick<Wizard, 'budget' | 'collected'>): string =>
  `${budget.dateModified} ${collected?.written ?? ''}`
