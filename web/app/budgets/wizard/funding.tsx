import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { refused } from '#web/http/refused.ts'
import { getSession } from '#web/session/middleware.ts'
import { FundingForm } from './funding-form.tsx'
import { goOn, loadBudget, loadChanged } from './load-wizard.server.ts'
import { readFunding } from './read-form.server.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const budget = await loadChanged(session, params.id, request)
  const [wallets, cards] = await Promise.all([
    session.api.listTeamWallets({ params: { id: budget.teamId } }),
    session.can('manage-cards') ? session.api.listCards() : null,
  ])
  return {
    wallets: wallets.ok ? wallets.value.data : [],
    cards: cards?.ok ? cards.value.data.filter(({ status }) => status === 'active') : null,
    ended: cards?.ok ? (cards.value.data.find(({ id }) => id === budget.billingMethod.cardId) ?? null) : null,
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const budget = await loadBudget(session, params.id)
  const form = await request.formData()
  const result = await goOn(session, budget, { step: 'funding', form, read: readFunding(form), request })
  return result instanceof Response ? result : refused(result)
}

export default function FundingStep() {
  return <FundingForm {...useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
}
