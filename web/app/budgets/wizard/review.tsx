import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { BudgetOverview } from '#contract/budgets/budgets.ts'
import { businessNow } from '#web/business-time.ts'
import { webContext } from '#web/context.ts'
import { choice, readForm, text } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import type { Session } from '#web/session/session.ts'
import { plural } from '#web/ui/format.ts'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'
import { categoryNames } from '../rules.server.ts'
import type { Changes } from './changes-card.tsx'
import { readChanges } from './collected.server.ts'
import { loadConsequences } from './consequences.server.ts'
import { agreedKey } from './consequences.tsx'
import { loadBudget, loadWizard } from './load-wizard.server.ts'
import { nextRunSentence, reviewPeople } from './review-facts.ts'
import { Review } from './review-screen.tsx'
import { participantTotal } from './wizard-steps.ts'

const PEOPLE_READ = 1000

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const wizard = await loadWizard(session, params.id, request)
  const { budget, collected } = wizard
  const isChanging = collected !== null
  const [people, wallets, cards, changes, consequences, now] = await Promise.all([
    session.api.listParticipants({ params: { id: budget.id }, query: { limit: PEOPLE_READ } }),
    session.api.listTeamWallets({ params: { id: budget.teamId } }),
    session.can('manage-cards') ? session.api.listCards() : null,
    budget.status === 'live' && !isChanging ? loadChanges(session, budget.id) : null,
    loadConsequences(session, wizard),
    businessNow(context.get(webContext)),
  ])
  const { allow, disallow } = budget.giftingRestrictionsCategories
  const before = (changes?.before ?? collected?.saved.budget)?.giftingRestrictionsCategories
  return {
    people: reviewPeople(session.unwrap(people).data, budget),
    walletNames: wallets.ok ? Object.fromEntries(wallets.value.data.map(({ id, name }) => [id, name])) : {},
    categories: await categoryNames(session, {
      allow: [...allow, ...(before?.allow ?? [])],
      disallow: [...disallow, ...(before?.disallow ?? [])],
    }),
    cardNames: cards?.ok
      ? Object.fromEntries(
          cards.value.data.map(({ id, scheme, last4Digits }) => [id, `${scheme} ending ${last4Digits}`]),
        )
      : {},
    hasCard: cards?.ok ? cards.value.data.some(({ status }) => status === 'active') : null,
    changes,
    consequences,
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

/** Starts the budget, or has it start on its date; of one that people know of, saves all that was changed. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const budget = await loadBudget(session, params.id)
  const form = await request.formData()
  const { intent, attempt } = readForm(form, { intent: choice('start', 'start-now', 'save'), attempt: text })
  const page = paths.budget(budget.id)
  if (intent === 'save') return saveAll(session, budget, { form, request })
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

/** Saves the changes of all steps together, or none of them. */
async function saveAll(
  session: Session,
  { id }: BudgetOverview,
  { form, request }: { form: FormData; request: Request },
) {
  const wizard = await loadWizard(session, id, request)
  const { budget, forecast, collected } = wizard
  // Pressed twice: it is saved.
  if (!collected) return redirect(paths.budget(id), 303)
  const { agreed, since } = readForm(form, { agreed: text, since: text })
  if (since !== collected.saved.budget.dateModified) return refused(LOOK_AGAIN)
  if (agreed !== agreedKey(await loadConsequences(session, wizard))) return refused(LOOK_AGAIN)
  const saved = await session.api.updateBudget({
    params: { id },
    query: { unchangedSince: since },
    body: readChanges(request, collected.saved.budget),
  })
  if (!saved.ok) return refused(saved.problem.code === 'conflict' ? LOOK_AGAIN : toFormFailure(saved.problem, form))
  const next = budget.status === 'live' ? ` ${nextRunSentence(collected.saved.forecast, forecast)}` : ''
  return session.redirect(paths.budget(id), `Saved: ${collected.names.join(', ')}.${next}`)
}

const LOOK_AGAIN: Failure = {
  ...{ status: 409, fields: {}, values: {} },
  message: 'The budget is no longer as it was when you looked. Nothing has been saved.',
  help: 'What your changes do now is shown below. Look it over, and press again.',
}

export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate

export default function ReviewStep() {
  return <Review {...useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
}
