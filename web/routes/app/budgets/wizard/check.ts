import { type ActionFunctionArgs, redirect } from 'react-router'
import { loadBudget } from '../../../../features/budgets/load-wizard.server.ts'
import { checkPeople } from '../../../../features/budgets/wizard-people.server.ts'
import { sessionOf } from '../../../../session/middleware.ts'

export const loader = () => redirect('/budgets')

/** The dry run of people while they are typed. Saves nothing. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = sessionOf(context)
  const budget = await loadBudget(session, params.id)
  return checkPeople(session, budget, await request.formData())
}
