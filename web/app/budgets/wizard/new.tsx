import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { readForm, text } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StepList } from '#web/ui/wizard/step-list.tsx'
import styles from '../budgets.module.css'
import { BasicsForm } from './basics-form.tsx'
import { requireMaker } from './load-wizard.server.ts'
import { readBasics } from './read-form.server.ts'
import { listWizardSteps } from './wizard-steps.ts'

export function loader({ context }: LoaderFunctionArgs) {
  requireMaker(getSession(context))
  return { attempt: crypto.randomUUID() }
}

/** Saves the first draft: from here on it can be carried on with anywhere. */
export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  requireMaker(session)
  const form = await request.formData()
  const { body, wrong } = readBasics(form)
  const { attempt } = readForm(form, { attempt: text })
  if (Object.keys(wrong).length) return refused(invalidForm(wrong, form))
  const made = await session.api.createBudget(
    { body: { ...body, frequency: 'month' } },
    { idempotencyKey: `budget-${attempt}` },
  )
  if (!made.ok) return refused(toFormFailure(made.problem, form, { budgetAmount: 'amount' }))
  return redirect(paths.budgetStep(made.value.data.id, 'schedule'), 303)
}

export default function NewBudget() {
  const { attempt } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title="New budget"
        lead="Nothing is paid and no one is told before the last step."
        back={{ to: paths.budgets, label: 'Budgets' }}
      />
      <StepList steps={listWizardSteps(null)} />
      <div className="columns">
        <BasicsForm failure={failure} budget={null} attempt={attempt} />
        <Card title="How it works">
          <ol className={styles.how}>
            <li>You say how much, when, for whom and on what. It is saved at each step.</li>
            <li>You see every date and what it costs before you start it.</li>
            <li>Each person gets an invite, and a wallet of their own to send gifts from.</li>
            <li>On each date Posy pays it out, and tells you if something is missing.</li>
            <li>When you stop it, all unspent money is returned to you.</li>
          </ol>
        </Card>
      </div>
    </>
  )
}
