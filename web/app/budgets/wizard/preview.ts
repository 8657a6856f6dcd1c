import { type ActionFunctionArgs, redirect } from 'react-router'
import { businessNow } from '#web/business-time.ts'
import { webContext } from '#web/context.ts'
import { choice, readForm } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { keepPage } from '#web/ui/wizard/keep-page.ts'
import { foretell, loadBudget } from './load-wizard.server.ts'
import { readBasics, readSchedule } from './read-form.server.ts'

export const loader = () => redirect(paths.budgets)

/** What a step comes to while it is typed. Changes nothing. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const budget = await loadBudget(session, params.id)
  const form = await request.formData()
  const { step } = readForm(form, { step: choice('basics', 'schedule') })
  const now = await businessNow(context.get(webContext))
  const read = step === 'schedule' ? readSchedule(form, { now, isFixed: budget.status !== 'draft' }) : readBasics(form)
  return foretell(session, budget, { form, read, request })
}

export const clientAction = keepPage
