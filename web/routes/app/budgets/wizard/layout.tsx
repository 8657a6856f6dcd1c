import { type LoaderFunctionArgs, Outlet, useLoaderData, useLocation } from 'react-router'
import { loadWizard } from '../../../../features/budgets/load-wizard.server.ts'
import { listedSteps, steps } from '../../../../features/budgets/wizard-steps.ts'
import { StepList } from '../../../../features/wizard/step-list.tsx'
import { sessionOf } from '../../../../session/middleware.ts'
import { PageHeader } from '../../../../ui/kit/page-header.tsx'

const titles = {
  basics: 'How much for each?',
  schedule: 'When does it run?',
  participants: 'Who takes part?',
  rules: 'What may they send?',
  funding: 'Where does the money come from?',
  review: 'Look it over',
} as const

/** The budget that all steps work on: saved at each of them, so that it can be carried on with anywhere. */
export const loader = ({ params, context }: LoaderFunctionArgs) => loadWizard(sessionOf(context), params.id)

export default function WizardFrame() {
  const wizard = useLoaderData<typeof loader>()
  const { budget } = wizard
  const { pathname } = useLocation()
  const step = steps.find(({ slug }) => pathname.endsWith(`/${slug}`))?.slug ?? 'basics'
  const back =
    budget.status === 'draft'
      ? { to: '/budgets', label: 'Budgets' }
      : { to: `/budgets/${budget.id}`, label: budget.name }
  return (
    <>
      <PageHeader
        title={titles[step]}
        lead={
          budget.status === 'draft'
            ? `${budget.name}. A draft: nothing is paid and nobody is told before you start it.`
            : `${budget.name}. What you change holds from the next run on, the rules at once.`
        }
        back={back}
      />
      <StepList steps={listedSteps(budget)} />
      <Outlet context={wizard} />
    </>
  )
}
