import { data, redirect } from 'react-router'
import type { BudgetFields, BudgetOverview } from '#contract/budgets/budgets.ts'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import type { ReadForm } from './read-form.server.ts'
import { changeSentence } from './review-facts.ts'
import type { Wizard } from './wizard.ts'
import { stepAfter, stepLabel, type WizardStepName } from './wizard-steps.ts'

const RUNS_SHOWN = 12

/** Only for who may make budgets. */
export function requireMaker(session: Session): void {
  if (!session.can('create-automated-budget')) throw data(null, { status: 403 })
}

/** A budget that may still be changed; one that has ended leads to what happened to it. */
export async function loadBudget(session: Session, id: string | undefined): Promise<BudgetOverview> {
  requireMaker(session)
  const budget = session.unwrap(await session.api.getBudget({ params: { id: readId(id) } })).data
  if (budget.status === 'ended') throw redirect(paths.budget(budget.id), 303)
  return budget
}

/** The budget with what it will do and cost, as it is saved. */
export async function loadWizard(session: Session, id: string | undefined): Promise<Wizard> {
  const budget = await loadBudget(session, id)
  const params = { id: budget.id }
  const [forecast, dates, typed] = await Promise.all([
    session.api.getForecast({ params, query: { runs: RUNS_SHOWN } }),
    session.api.getExecutionDates({ params, query: { limit: RUNS_SHOWN } }),
    session.api.getParticipantList({ params }),
  ])
  return {
    budget,
    forecast: session.unwrap(forecast).data,
    dates: session.unwrap(dates).data,
    hasTyped: session.unwrap(typed).data !== null,
  }
}

/** Where the API's fields stand in our forms. */
const FIELD_NAMES: Record<string, string> = {
  budgetAmount: 'amount',
  scheduledStartDate: 'startAt',
  scheduledEndDate: 'endAt',
  recurrenceDate: 'recurrenceAt',
  'billingMethod.cardId': 'billing',
  'giftingRestrictionsPrice.min': 'priceMin',
  'giftingRestrictionsPrice.max': 'priceMax',
}

/** Saves a step of a budget, and says what it changes of the runs of a live one. @returns why it was not accepted, or the way to the next step */
export async function saveAndGoOn(
  session: Session,
  budget: BudgetOverview,
  { step, form, read }: { step: WizardStepName; form: FormData; read: ReadForm<BudgetFields> },
): Promise<Failure | Response> {
  const isLive = budget.status === 'live'
  const foresee = () => session.api.getForecast({ params: { id: budget.id }, query: { runs: RUNS_SHOWN } })
  const before = isLive ? await foresee() : null
  const failure = await saveStep(session, budget.id, form, read)
  if (failure) return failure
  const after = isLive ? await foresee() : null
  const next = paths.budgetStep(budget.id, stepAfter(step, budget))
  if (!before?.ok || !after?.ok) return redirect(next, 303)
  return session.redirect(next, changeSentence(stepLabel(step), before.value.data, after.value.data))
}

/** Saves what a step's form says. @returns why it was not accepted, or null */
export async function saveStep(
  session: Session,
  id: string,
  form: FormData,
  { body, wrong }: ReadForm<BudgetFields>,
): Promise<Failure | null> {
  if (Object.keys(wrong).length) return invalidForm(wrong, form)
  const saved = await session.api.updateBudget({ params: { id }, body })
  return saved.ok ? null : toFormFailure(saved.problem, form, FIELD_NAMES)
}
