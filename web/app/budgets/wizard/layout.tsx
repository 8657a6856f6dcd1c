import { type LoaderFunctionArgs, Outlet, useLoaderData, useLocation } from 'react-router'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StepList } from '#web/ui/wizard/step-list.tsx'
import { loadWizard } from './load-wizard.server.ts'
import { listWizardSteps, steps } from './wizard-steps.ts'

const titles = {
  basics: 'How much for each?',
  schedule: 'When does it run?',
  participants: 'Who is in it?',
  rules: 'What may they send?',
  funding: 'Where does the money come from?',
  review: 'Look it over',
} as const

/** The budget that all steps work on: saved at each of them, so that it can be carried on with anywhere. */
export const loader = ({ params, context }: LoaderFunctionArgs) => loadWizard(getSession(context), params.id)

export default function WizardFrame() {
  const wizard = useLoaderData<typeof loader>()
  const { budget, hasTyped } = wizard
  const { pathname } = useLocation()
  const step = steps.find(({ slug }) => pathname.endsWith(`/${slug}`))?.slug ?? 'basics'
  const back =
    budget.status === 'draft'
      ? { to: paths.budgets, label: 'Budgets' }
      : { to: paths.budget(budget.id), label: budget.name }
  return (
    <>
      <PageHeader
        title={titles[step]}
        lead={
          budget.status === 'draft'
            ? `${budget.name}. A draft: nothing is paid and no one is told before you start it.`
            : `${budget.name}. What you change holds from the next run on, the rules at once.`
        }
        back={back}
      />
      <StepList steps={listWizardSteps(budget, hasTyped)} />
      <Outlet context={wizard} />
    </>
  )
}
