import { data, redirect } from 'react-router'
import type { BudgetFields, BudgetOverview } from '#contract/budgets/budgets.ts'
import type { CallProblem } from '#contract/core/invoke.ts'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { changedNames } from './changed-names.ts'
import { onlyChanges, onlyTyped, readChanges, withChanges, writeChanges } from './collected.server.ts'
import type { ReadForm } from './read-form.server.ts'
import type { Foretold, Wizard } from './wizard.ts'
import { stepAfter, type WizardStepName } from './wizard-steps.ts'

export const RUNS_SHOWN = 12

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

/** A budget with the changes of it that its address carries: what its steps' forms show. */
export async function loadChanged(session: Session, id: string | undefined, request: Request): Promise<BudgetOverview> {
  const budget = await loadBudget(session, id)
  return withChanges(budget, readChanges(request, budget))
}

/** The budget with what it will do and cost: as it is saved, or with all the changes that are not saved yet. */
export async function loadWizard(session: Session, id: string | undefined, request: Request): Promise<Wizard> {
  const budget = await loadBudget(session, id)
  const fields = readChanges(request, budget)
  const written = writeChanges(fields)
  const params = { id: budget.id }
  const query = { runs: RUNS_SHOWN }
  const [forecast, dates, typed, preview] = await Promise.all([
    session.api.getForecast({ params, query }),
    session.api.getExecutionDates({ params, query: { limit: RUNS_SHOWN } }),
    session.api.getParticipantList({ params }),
    written ? session.api.previewBudget({ params, query, body: fields }) : null,
  ])
  const saved = { budget, forecast: session.unwrap(forecast).data, dates: session.unwrap(dates).data }
  const hasTyped = session.unwrap(typed).data !== null
  if (!preview || !written) return { ...saved, hasTyped, collected: null }
  const foretold = preview.ok ? preview.value.data : { ...saved, budget: withChanges(budget, fields) }
  const collected = {
    ...{ written, names: changedNames(fields), saved },
    refusal: preview.ok ? null : refusalSentence(preview.problem),
  }
  return { ...foretold, hasTyped, collected }
}

function refusalSentence(problem: CallProblem): string {
  const { message, fields } = toFormFailure(problem)
  return Object.values(fields)[0] ?? message
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

interface SentStep {
  step: WizardStepName
  form: FormData
  read: ReadForm<BudgetFields>
  request: Request
}

/**
 * Saves a step of a draft. Of a budget that people know of already nothing changes yet: the changes of all steps go along
 * to the review, which saves them together.
 * @returns why it was not accepted, or the way to the next step
 */
export async function goOn(session: Session, budget: BudgetOverview, sent: SentStep): Promise<Failure | Response> {
  const next = sent.form.get('intent') === 'review' ? 'review' : stepAfter(sent.step, budget)
  if (budget.status !== 'draft') return collect(session, budget, sent, next)
  return (await saveStep(session, budget.id, sent.form, sent.read)) ?? redirect(paths.budgetStep(budget.id, next), 303)
}

async function collect(
  session: Session,
  budget: BudgetOverview,
  { form, read, request }: SentStep,
  next: WizardStepName,
): Promise<Failure | Response> {
  if (Object.keys(read.wrong).length) return invalidForm(read.wrong, form)
  const fields = onlyChanges(budget, { ...readChanges(request, budget), ...onlyTyped(form, read.body) })
  const written = writeChanges(fields)
  if (written === undefined) return { ...invalidForm({}, form), message: TOO_MUCH }
  if (written === null) return redirect(paths.budgetStep(budget.id, next), 303)
  const preview = await session.api.previewBudget({ params: { id: budget.id }, query: { runs: 1 }, body: fields })
  if (!preview.ok) return toFormFailure(preview.problem, form, FIELD_NAMES)
  return redirect(paths.budgetStep(budget.id, next, written), 303)
}

const TOO_MUCH = 'These are too many words to be saved with your other changes. Save those first, in the last step.'

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

/** What a step that is typed at this moment would make of the budget, with the other changes; null while it cannot be. */
export async function foretell(
  session: Session,
  budget: BudgetOverview,
  { form, read, request }: Pick<SentStep, 'form' | 'read' | 'request'>,
): Promise<Foretold | null> {
  if (Object.keys(read.wrong).length) return null
  const body = { ...readChanges(request, budget), ...onlyTyped(form, read.body) }
  const preview = await session.api.previewBudget({ params: { id: budget.id }, query: { runs: RUNS_SHOWN }, body })
  return preview.ok ? preview.value.data : null
}
