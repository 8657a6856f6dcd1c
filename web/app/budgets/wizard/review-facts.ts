import type { Forecast } from '#contract/budgets/budget-runs.ts'
import type { AutomatedBudget, BudgetOverview } from '#contract/budgets/budgets.ts'
import type { Participant } from '#contract/budgets/participants.ts'
import { formatMoney } from '#kit/money.ts'
import { uncapitalise } from '#web/ui/format.ts'
import { amountLabel, frequencyLabel, runsLabel, unspentLabels } from '../labels.ts'
import { ruleFacts } from '../rules.ts'
import { runFull } from '../run-dates.ts'
import type { WizardStepName } from './wizard-steps.ts'

/** When it runs: of one that runs already, only what is still to come. */
export function runFacts(
  { status, startingAt, scheduledStartDate }: Pick<BudgetOverview, 'status' | 'startingAt' | 'scheduledStartDate'>,
  dates: readonly string[],
): { name: string; value: string }[] {
  const [next, then] = dates
  const after = { name: 'Then', value: then ? runFull(then) : 'No more' }
  if (status === 'live')
    return [{ name: 'Next run', value: next ? runFull(next) : 'No more' }, ...(next ? [after] : [])]
  const first = startingAt ?? scheduledStartDate
  return [{ name: 'First run', value: first ? runFull(first) : 'When you press start' }, after]
}

export interface Fact {
  name: string
  value: string
  step: WizardStepName
}

interface FactNames {
  walletName: string | null
  /** Of the card that pays what is missing; null where it is a colleague's. */
  cardName?: string | null
  /** Kinds of gifts, by id. */
  categories: Record<string, string>
}

/** What was decided about a budget, in plain words, each with the step that asks for it. */
export function budgetFacts(
  budget: AutomatedBudget,
  { runs, walletName, cardName, categories }: FactNames & { runs: readonly { date: string }[] },
): Fact[] {
  const at = (step: WizardStepName) => (fact: { name: string; value: string }) => ({ ...fact, step })
  return [
    ...[
      { name: 'Name', value: budget.name },
      { name: 'Amount', value: amountLabel(budget) },
      { name: 'Unspent money', value: unspentLabels[budget.unspentParticipantBalanceAction].choice },
    ].map(at('basics')),
    ...[
      {
        name: 'How often',
        value: `${frequencyLabel(budget.frequency)}, ${uncapitalise(runsLabel(budget))}`,
      },
      ...runFacts(
        budget,
        runs.map(({ date }) => date),
      ),
      ...(budget.scheduledEndDate ? [{ name: 'Ends', value: runFull(budget.scheduledEndDate) }] : []),
    ].map(at('schedule')),
    ...ruleFacts(budget, categories).map(at('rules')),
    {
      name: 'Paid from',
      value: `${walletName ?? 'A wallet'}${budget.billingMethod.type === 'card' ? `, ${cardName ?? 'a card'} for what is missing` : ''}`,
      step: 'funding',
    },
  ]
}

export interface ChangedFact extends Fact {
  before: string
}

/** The facts that are not as they were. */
export function changedFacts(before: readonly Fact[], now: readonly Fact[]): ChangedFact[] {
  const were = new Map(before.map((fact) => [fact.name, fact]))
  const gone = before.filter(({ name }) => !now.some((fact) => fact.name === name))
  return [
    ...now.map((fact) => ({ ...fact, before: were.get(fact.name)?.value ?? 'None' })),
    ...gone.map((fact) => ({ ...fact, before: fact.value, value: 'None' })),
  ].filter(({ before, value }) => before !== value)
}

/** What the changes make of the next run. */
export function nextRunSentence(
  before: Pick<Foreseen, 'runs' | 'currency'>,
  { runs, currency }: Pick<Foreseen, 'runs' | 'currency'>,
): string {
  const [was, next] = [before.runs[0], runs[0]]
  const money = (pence: number) => formatMoney(pence, currency)
  if (!next) return was ? `The run of ${runFull(was.date)} is no longer made.` : 'There is no run to come.'
  const run = `The run of ${runFull(next.date)}`
  if (!was) return `${run} costs ${money(next.cost)} as things stand; without these changes there would be none.`
  if (next.cost !== was.cost) return `${run} costs ${money(next.cost)} as things stand, instead of ${money(was.cost)}.`
  if (next.mostCost !== was.mostCost)
    return `${run} costs at most ${money(next.mostCost)}, instead of ${money(was.mostCost)}.`
  return `${run} costs what it would have cost: ${money(next.cost)} as things stand.`
}

const OWN_SHOWN = 30
const SHOWN = 8

export interface ReviewPeople {
  /** `amount`: their own, in pence; null: everyone's. */
  shown: { name: string; amount: number | null }[]
  others: number
  othersWithOwn: number
}

/**
 * Who gets it: all who have an amount of their own, as far as there is room, then the first of the others. Neither who is
 * paused nor whose invite has ended.
 */
export function reviewPeople(
  people: readonly Pick<Participant, 'name' | 'email' | 'budgetAmount' | 'status' | 'inviteEnded'>[],
  { isVariable }: Pick<BudgetOverview, 'isVariable'>,
): ReviewPeople {
  const paid = people.filter(({ status, inviteEnded }) => status === 'active' || (status === 'draft' && !inviteEnded))
  const named = paid.map(({ name, email, budgetAmount }) => ({
    name: name ? `${name} (${email})` : email,
    amount: isVariable ? budgetAmount : null,
  }))
  const own = named.filter(({ amount }) => amount !== null)
  const others = named.filter(({ amount }) => amount === null)
  const ownShown = own.slice(0, OWN_SHOWN)
  const shown = [...ownShown, ...others.slice(0, Math.max(0, SHOWN - ownShown.length))]
  return { shown, others: paid.length - shown.length, othersWithOwn: own.length - ownShown.length }
}

export type Foreseen = Pick<Forecast, 'runs' | 'ends' | 'currency'>
