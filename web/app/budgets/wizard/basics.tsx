import { type ActionFunctionArgs, redirect, useActionData } from 'react-router'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { BasicsForm } from './basics-form.tsx'
import { BudgetCard } from './budget-card.tsx'
import { askConsequence } from './consequences.server.ts'
import { loadBudget, saveStep } from './load-wizard.server.ts'
import { readBasics } from './read-form.server.ts'
import { useWizard } from './wizard.ts'
import { stepAfter } from './wizard-steps.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const budget = await loadBudget(session, params.id)
  const form = await request.formData()
  const read = readBasics(form)
  const asked = Object.keys(read.wrong).length ? null : await askConsequence(session, budget, { body: read.body, form })
  const failure = asked ?? (await saveStep(session, budget.id, form, read))
  if (failure) return refused(failure)
  return redirect(paths.budgetStep(budget.id, stepAfter('basics', budget)), 303)
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
