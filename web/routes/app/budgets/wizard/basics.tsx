import { type ActionFunctionArgs, data, redirect, useActionData } from 'react-router'
import { BasicsForm } from '../../../../features/budgets/basics-form.tsx'
import { BudgetCard } from '../../../../features/budgets/budget-card.tsx'
import { loadBudget, saveStep } from '../../../../features/budgets/load-wizard.server.ts'
import { readBasics } from '../../../../features/budgets/read-form.server.ts'
import { useWizard } from '../../../../features/budgets/wizard.ts'
import { stepAfter, stepPath } from '../../../../features/budgets/wizard-steps.ts'
import { sessionOf } from '../../../../session/middleware.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = sessionOf(context)
  const budget = await loadBudget(session, params.id)
  const form = await request.formData()
  const failure = await saveStep(session, budget.id, form, readBasics(form))
  if (failure) return data(failure, { status: failure.status })
  return redirect(stepPath(budget.id, stepAfter('basics', budget)), 303)
}

export default function BasicsStep() {
  const { budget } = useWizard()
  return (
    <div className="columns">
      <BasicsForm failure={useActionData<typeof action>()} budget={budget} />
      <BudgetCard />
    </div>
  )
}
