import { type LoaderFunctionArgs, redirect } from 'react-router'
import { loadBudget } from '../../../../features/budgets/load-wizard.server.ts'
import { nextStep, stepPath } from '../../../../features/budgets/wizard-steps.ts'
import { sessionOf } from '../../../../session/middleware.ts'

/** Where a draft goes on. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const budget = await loadBudget(sessionOf(context), params.id)
  return redirect(stepPath(budget.id, nextStep(budget)), 303)
}
