import { type LoaderFunctionArgs, redirect } from 'react-router'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { loadBudget } from './load-wizard.server.ts'
import { nextWizardStep } from './wizard-steps.ts'

/** Where a draft continues. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const budget = await loadBudget(getSession(context), params.id)
  return redirect(paths.budgetStep(budget.id, nextWizardStep(budget)), 303)
}
