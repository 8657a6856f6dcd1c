import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { isPass } from '#client/result.ts'
import { FundingForm } from '../../../../features/budgets/funding-form.tsx'
import { loadBudget, saveStep } from '../../../../features/budgets/load-wizard.server.ts'
import { readFunding } from '../../../../features/budgets/read-form.server.ts'
import { stepAfter, stepPath } from '../../../../features/budgets/wizard-steps.ts'
import { sessionOf } from '../../../../session/middleware.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  const budget = await loadBudget(session, params.id)
  const [wallets, cards] = await Promise.all([
    session.api.listTeamWallets({ params: { id: budget.teamId } }),
    session.can('manage-cards') ? session.api.listCards() : null,
  ])
  return {
    wallets: isPass(wallets) ? wallets.pass.data : [],
    cards: cards && isPass(cards) ? cards.pass.data.filter(({ status }) => status === 'active') : null,
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = sessionOf(context)
  const budget = await loadBudget(session, params.id)
  const form = await request.formData()
  const failure = await saveStep(session, budget.id, form, readFunding(form))
  if (failure) return data(failure, { status: failure.status })
  return redirect(stepPath(budget.id, stepAfter('funding', budget)), 303)
}

export default function FundingStep() {
  return <FundingForm {...useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
}
