import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { businessNow } from '#web/business-time.ts'
import { webContext } from '#web/context.ts'
import { choice, readForm, text } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import type { Session } from '#web/session/session.ts'
import { plural } from '#web/ui/format.ts'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { categoryNames } from '../rules.server.ts'
import type { Changes } from './changes-card.tsx'
import { loadBudget } from './load-wizard.server.ts'
import { reviewPeople } from './review-facts.ts'
import { Review } from './review-screen.tsx'
import { participantTotal } from './wizard-steps.ts'

const PEOPLE_READ = 1000

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const budget = await loadBudget(session, params.id)
  const [people, wallets, cards, changes, now] = await Promise.all([
    session.api.listParticipants({ params: { id: budget.id }, query: { limit: PEOPLE_READ } }),
    session.api.listTeamWallets({ params: { id: budget.teamId } }),
    session.can('manage-cards') ? session.api.listCards() : null,
    budget.status === 'live' ? loadChanges(session, budget.id) : null,
    businessNow(context.get(webContext)),
  ])
  const { allow, disallow } = budget.giftingRestrictionsCategories
  const before = changes?.before.giftingRestrictionsCategories
  return {
    people: reviewPeople(session.unwrap(people).data, budget),
    walletNames: wallets.ok ? Object.fromEntries(wallets.value.data.map(({ id, name }) => [id, name])) : {},
    categories: await categoryNames(session, {
      allow: [...allow, ...(before?.allow ?? [])],
      disallow: [...disallow, ...(before?.disallow ?? [])],
    }),
    hasCard: cards?.ok ? cards.value.data.some(({ status }) => status === 'active') : null,
    changes,
    now: now.toISOString(),
    attempt: crypto.randomUUID(),
  }
}

/** How a live budget was at its last run, and what it would do had it stayed so. */
async function loadChanges(session: Session, id: string): Promise<Changes | null> {
  const params = { id }
  const changes = session.unwrap(await session.api.getBudgetChanges({ params })).data
  if (!changes) return null
  const { budgetAmount, isVariable, numberOfRuns, scheduledEndDate, unspentParticipantBalanceAction } = changes.before
  const forecast = await session.api.getForecast({
    params,
    query: {
      ...{ runs: 1, budgetAmount, numberOfRuns, unspentParticipantBalanceAction },
      isVariable: isVariable ? 'true' : 'false',
      scheduledEndDate: scheduledEndDate ?? 'none',
    },
  })
  return { ...changes, forecast: forecast.ok ? forecast.value.data : null }
}

/** Starts the budget, or has it start on its date. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const budget = await loadBudget(session, params.id)
  const form = await request.formData()
  const { intent, attempt } = readForm(form, { intent: choice('start', 'start-now'), attempt: text })
  const page = paths.budget(budget.id)
  if (budget.status === 'live') return redirect(page, 303)
  const started = await session.api.startBudget(
    { params: { id: budget.id }, body: { startNow: intent === 'start-now' } },
    { idempotencyKey: `start-${attempt}` },
  )
  if (!started.ok) return refused(toFormFailure(started.problem, form))
  const invites = plural(participantTotal(budget.participantCounts), 'invite')
  return session.redirect(
    page,
    started.value.data.status === 'scheduled'
      ? `“${budget.name}” is scheduled. Until then nothing is paid and no one is told.`
      : `“${budget.name}” has started. ${invites} on the way; the first run is being made.`,
  )
}

export default function ReviewStep() {
  return <Review {...useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
}
