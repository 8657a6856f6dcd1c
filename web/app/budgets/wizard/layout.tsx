import {
  type LoaderFunctionArgs,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
} from 'react-router'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StepList } from '#web/ui/wizard/step-list.tsx'
import { CollectedBar } from './collected-bar.tsx'
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

/**
 * The budget that all steps work on. A draft is saved at each of them, so that it can be carried on with anywhere; of any
 * other the changes are collected, and saved together at the end.
 */
export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadWizard(getSession(context), params.id, request)

/** After a press that was refused because the budget is another by now, it is shown as it is. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate

export default function WizardFrame() {
  const wizard = useLoaderData<typeof loader>()
  const { budget, hasTyped, collected } = wizard
  const name = collected?.saved.budget.name ?? budget.name
  const { pathname } = useLocation()
  const step = steps.find(({ slug }) => pathname.endsWith(`/${slug}`))?.slug ?? 'basics'
  const back =
    budget.status === 'draft' ? { to: paths.budgets, label: 'Budgets' } : { to: paths.budget(budget.id), label: name }
  return (
    <>
      <PageHeader
        title={titles[step]}
        lead={
          budget.status === 'draft'
            ? `${budget.name}. A draft: nothing is paid and no one is told before you start it.`
            : `${name}. Nothing changes before you press “Save changes” in the last step.`
        }
        back={back}
      />
      <StepList steps={listWizardSteps(budget, { hasTyped, changes: collected?.written ?? null })} />
      {collected ? <CollectedBar wizard={wizard} collected={collected} step={step} /> : null}
      <Outlet context={wizard} />
    </>
  )
}
