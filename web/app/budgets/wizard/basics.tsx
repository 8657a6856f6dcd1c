import { type ActionFunctionArgs, useActionData } from 'react-router'
import { refused } from '#web/http/refused.ts'
import { getSession } from '#web/session/middleware.ts'
import { BasicsForm } from './basics-form.tsx'
import { BudgetCard } from './budget-card.tsx'
import { goOn, loadBudget } from './load-wizard.server.ts'
import { readBasics } from './read-form.server.ts'
import { usePreview } from './use-preview.ts'
import { shownVersion, useWizard } from './wizard.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const budget = await loadBudget(session, params.id)
  const form = await request.formData()
  const result = await goOn(session, budget, { step: 'basics', form, read: readBasics(form), request })
  return result instanceof Response ? result : refused(result)
}

export default function BasicsStep() {
  const wizard = useWizard()
  const { typed, lookSoon } = usePreview('basics')
  return (
    <div className="columns">
      <BasicsForm
        failure={useActionData<typeof action>()}
        budget={wizard.budget}
        version={shownVersion(wizard)}
        onTyped={lookSoon}
      />
      <BudgetCard typed={typed} />
    </div>
  )
}
