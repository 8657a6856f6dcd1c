import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { readForm, texts } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { getSession } from '#web/session/middleware.ts'
import { goOn, loadBudget } from './load-wizard.server.ts'
import { readRules } from './read-form.server.ts'
import { BudgetRulesForm } from './rules-form.tsx'

/** Tags of this type are what restrictions speak of. */
const CATEGORY_TYPE = 7
const CATEGORIES_SHOWN = 200

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const budget = await loadBudget(session, params.id)
  const [tags, team] = await Promise.all([
    session.api.findTags({ body: { filter: { typeId: [CATEGORY_TYPE] }, limit: CATEGORIES_SHOWN } }),
    session.api.getTeam({ params: { id: budget.teamId } }),
  ])
  return {
    categories: tags.ok ? tags.value.data.map(({ id, name }) => ({ id, name })) : [],
    teamReasons: team.ok ? team.value.data.effective.reasonCodes : [],
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const budget = await loadBudget(session, params.id)
  const form = await request.formData()
  const result = await goOn(session, budget, { step: 'rules', form, read: readRules(form), request })
  if (result instanceof Response) return result
  const ticked = readForm(form, { deliveryMethods: texts, allow: texts, disallow: texts })
  return refused({ failure: result, ticked })
}

export default function RulesStep() {
  const sent = useActionData<typeof action>()
  return <BudgetRulesForm {...useLoaderData<typeof loader>()} failure={sent?.failure} ticked={sent?.ticked ?? null} />
}
