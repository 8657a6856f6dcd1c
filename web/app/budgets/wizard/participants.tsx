import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { BudgetOverview } from '#contract/budgets/budgets.ts'
import { choice, readForm } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import type { Session } from '#web/session/session.ts'
import type { ListOutcome } from '#web/ui/wizard/list-notices.tsx'
import { MORE_ROWS } from '#web/ui/wizard/rows.ts'
import { readChanges, writeChanges } from './collected.server.ts'
import { loadBudget } from './load-wizard.server.ts'
import { people } from './people.ts'
import { PeopleForm } from './people-form.tsx'
import { checkAndKeep, loadPeople, savePeople, type WizardPeople } from './wizard-people.server.ts'
import { stepAfter } from './wizard-steps.ts'

/** A budget whose people have not been invited yet; those of a live one are looked after on its own page. */
async function loadUninvited(session: Session, id: string | undefined): Promise<BudgetOverview> {
  const budget = await loadBudget(session, id)
  if (budget.status === 'live') throw redirect(paths.budgetTab(budget.id, 'participants'), 303)
  return budget
}

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const budget = await loadUninvited(session, params.id)
  const [people, feed] = await Promise.all([
    loadPeople(session, budget),
    session.api.getBudgetFeed({ params: { id: budget.id } }),
  ])
  return { people, feed: session.unwrap(feed).data }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const budget = await loadUninvited(session, params.id)
  const form = await request.formData()
  const { intent } = readForm(form, { intent: choice('clear', 'undo', 'more', 'next') })
  const checked = await checkAndKeep(session, budget, form)
  if (intent === 'clear') return answer({ ...checked, general: [] }, null)
  if (intent === 'undo') return answer(checked, null)
  if (intent === 'more') return answer({ ...checked, rows: [...checked.rows, ...people.blankRows(MORE_ROWS)] }, null)
  if (intent !== 'next') return answer(checked, 'looked')
  if (checked.problems.length || checked.general.length) return answer(checked, 'refused')
  const refusal = await savePeople(session, budget, checked)
  if (refusal) return answer({ ...checked, general: [refusal] }, 'refused')
  const changes = writeChanges(readChanges(request, budget)) ?? null
  return redirect(paths.budgetStep(budget.id, stepAfter('participants', budget), changes), 303)
}

/** The form as it was sent. The stamp tells one answer from the next, so that its fields are drawn again. */
const answer = (checked: WizardPeople, outcome: ListOutcome) =>
  data({ checked, outcome, stamp: crypto.randomUUID() }, { status: outcome === 'refused' ? 422 : 200 })

export default function ParticipantsStep() {
  const { people: saved, feed } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  return (
    <PeopleForm
      key={sent?.stamp}
      checked={sent?.checked ?? saved}
      feed={feed}
      outcome={sent?.outcome ?? null}
      isAnswer={sent !== undefined}
    />
  )
}
