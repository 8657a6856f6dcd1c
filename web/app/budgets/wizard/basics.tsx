import { type ActionFunctionArgs, useActionData } from 'react-router'
import { refused } from '#web/http/refused.ts'
import { getSession } from '#web/session/middleware.ts'
import { BasicsForm } from './basics-form.tsx'
import { BudgetCard } from './budget-card.tsx'
import { askConsequence } from './consequences.server.ts'
import { loadBudget, saveAndGoOn } from './load-wizard.server.ts'
import { readBasics } from './read-form.server.ts'
import { useWizard } from './wizard.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const budget = await loadBudget(session, params.id)
  const form = await request.formData()
  const read = readBasics(form)
  const asked = Object.keys(read.wrong).length ? null : await askConsequence(session, budget, { body: read.body, form })
  const result = asked ?? (await saveAndGoOn(session, budget, { step: 'basics', form, read }))
  return result instanceof Response ? result : refused(result)
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
