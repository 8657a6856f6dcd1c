import { type ActionFunctionArgs, data, type LoaderFunctionArgs, Outlet, redirect, useLoaderData } from 'react-router'
import { isPass } from '#client/result.ts'
import { businessNow } from '../../../business-time.ts'
import { webContext } from '../../../context.ts'
import { LifeButtons, LifeDialog } from '../../../features/budgets/life.tsx'
import { lifeActions } from '../../../features/budgets/life-actions.server.ts'
import type { BudgetPlace } from '../../../features/budgets/place.ts'
import { stateTone, stateWord } from '../../../features/budgets/words.ts'
import { idOf } from '../../../http/id-of.ts'
import { sessionOf } from '../../../session/middleware.ts'
import { PageHeader } from '../../../ui/kit/page-header.tsx'
import { StatusBadge } from '../../../ui/kit/status-badge.tsx'
import { Tabs } from '../../../ui/kit/tabs.tsx'
import { usePolling } from '../../../ui/use-polling.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<BudgetPlace> {
  const session = sessionOf(context)
  const call = { params: { id: idOf(params.id) } }
  const isStopping = new URL(request.url).searchParams.get('confirm') === 'stop'
  const [found, balances, now] = await Promise.all([
    session.api.getBudget(call),
    isStopping ? session.api.listParticipantBalances(call) : null,
    businessNow(context.get(webContext)),
  ])
  const unspent =
    balances && isPass(balances) ? balances.pass.data.reduce((sum, each) => sum + each.available, 0) : null
  return {
    budget: session.unwrap(found).data,
    attempt: crypto.randomUUID(),
    now: now.toISOString(),
    unspent,
  }
}

/** Starts, stops, unschedules, runs or deletes; the tabs' own actions are at their own addresses. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = sessionOf(context)
  const form = await request.formData()
  const act = lifeActions[String(form.get('intent'))]
  if (!act) throw data(null, { status: 400 })
  const { flash, tone, goTo } = await act(session, idOf(params.id), String(form.get('attempt')))
  session.flash(flash, tone)
  return redirect(goTo, 303)
}

export default function BudgetLayout() {
  const place = useLoaderData<typeof loader>()
  const { budget } = place
  const to = (tab: string) => `/budgets/${budget.id}/${tab}`
  usePolling(budget.subStatus !== null)
  return (
    <>
      <PageHeader
        title={budget.name}
        back={{ to: '/budgets', label: 'Budgets' }}
        lead={
          <span role="status">
            <StatusBadge status={stateWord(budget)} tone={stateTone(budget)} />
          </span>
        }
        actions={<LifeButtons budget={budget} />}
      />
      <Tabs
        label={budget.name}
        tabs={[
          { to: `/budgets/${budget.id}`, label: 'Overview' },
          { to: to('participants'), label: 'Participants', end: false },
          { to: to('runs'), label: 'Runs', end: false },
          { to: to('reports'), label: 'Reports' },
          { to: to('invoices'), label: 'Invoices' },
          { to: to('settings'), label: 'Settings' },
        ]}
      />
      <Outlet context={place} />
      <LifeDialog {...place} />
    </>
  )
}
