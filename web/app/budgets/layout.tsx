import { type ActionFunctionArgs, data, type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router'
import { isUuid } from '#kit/uuid.ts'
import { businessNow } from '#web/business-time.ts'
import { webContext } from '#web/context.ts'
import { choice, readForm, text } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { type BudgetTab, paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { Tabs } from '#web/ui/kit/tabs.tsx'
import { usePolling } from '#web/ui/use-polling.ts'
import type { BudgetContext } from './budget-context.ts'
import { KeptChanges } from './kept-changes.tsx'
import { stateLabel, stateTone } from './labels.ts'
import { lifeActions } from './lifecycle-actions.server.ts'
import { LifecycleButtons, LifecycleDialog } from './lifecycle-dialogs.tsx'

export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<BudgetContext> {
  const session = getSession(context)
  const call = { params: { id: readId(params.id) } }
  const search = new URL(request.url).searchParams
  const confirm = search.get('confirm')
  const asked = search.get('question')
  const attempt = crypto.randomUUID()
  const [found, balances, forecast, now] = await Promise.all([
    session.api.getBudget(call),
    confirm === 'stop' ? session.api.listParticipantBalances(call) : null,
    confirm === 'run' ? session.api.getForecast({ ...call, query: { runs: 1 } }) : null,
    businessNow(context.get(webContext)),
  ])
  const unspent = balances?.ok ? balances.value.data.reduce((sum, each) => sum + each.available, 0) : null
  return {
    budget: session.unwrap(found).data,
    attempt,
    question: asked && isUuid(asked) ? asked : attempt,
    now: now.toISOString(),
    manualRun: forecast?.ok ? forecast.value.data.manualRun : null,
    unspent,
  }
}

/** Starts, stops, unschedules, runs or deletes; the tabs' own actions are at their own addresses. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const { intent, attempt } = readForm(form, { intent: choice(...Object.keys(lifeActions)), attempt: text })
  const act = intent && lifeActions[intent]
  if (!act) throw data(null, { status: 400 })
  const { flash, tone, goTo } = await act(session, readId(params.id), attempt, form)
  return session.redirect(goTo, flash, tone)
}

export default function BudgetLayout() {
  const place = useLoaderData<typeof loader>()
  const { budget } = place
  const to = (tab: BudgetTab) => paths.budgetTab(budget.id, tab)
  const tabs = [
    { to: paths.budget(budget.id), label: 'Overview' },
    { to: to('participants'), label: 'Participants', end: false },
    { to: to('runs'), label: 'Runs', end: false },
    { to: to('reports'), label: 'Reports' },
    { to: to('invoices'), label: 'Invoices' },
    { to: to('settings'), label: 'Settings' },
  ]
  usePolling(budget.subStatus !== null)
  return (
    <>
      <PageHeader
        title={budget.name}
        back={{ to: paths.budgets, label: 'Budgets' }}
        lead={
          <span role="status">
            <StatusBadge status={stateLabel(budget)} tone={stateTone(budget)} />
          </span>
        }
        actions={<LifecycleButtons budget={budget} attempt={place.attempt} />}
        tabs={tabs}
      />
      <Tabs label={budget.name} tabs={tabs} />
      <KeptChanges budget={budget} />
      <Outlet context={place} />
      <LifecycleDialog {...place} />
    </>
  )
}
