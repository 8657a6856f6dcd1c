import { type ActionFunctionArgs, redirect } from 'react-router'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { keepPage } from '#web/ui/wizard/keep-page.ts'
import { loadBudget } from './load-wizard.server.ts'
import { whileTyped } from './people.ts'
import { checkAndKeep } from './wizard-people.server.ts'

export const loader = () => redirect(paths.budgets)

/** The dry run of people while they are typed: they are kept with the budget, and are not in it yet. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const budget = await loadBudget(session, params.id)
  return whileTyped(await checkAndKeep(session, budget, await request.formData()))
}

export const clientAction = keepPage
