import type { Forecast } from '#contract/budgets/budget-runs.ts'
import type { BudgetOverview } from '#contract/budgets/budgets.ts'
import type { Participant } from '#contract/budgets/participants.ts'
import { formatMoney } from '#kit/money.ts'
import { runFull } from '../run-dates.ts'

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

const OWN_SHOWN = 30
const SHOWN = 8

export interface ReviewPeople {
  /** `amount`: their own, in pence; null: everyone's. */
  shown: { name: string; amount: number | null }[]
  othersWithOwn: number
}

/** Who gets it: all who have an amount of their own, as far as there is room, then the first of the others. */
export function reviewPeople(
  people: readonly Pick<Participant, 'name' | 'email' | 'budgetAmount'>[],
  { isVariable }: Pick<BudgetOverview, 'isVariable'>,
): ReviewPeople {
  const named = people.map(({ name, email, budgetAmount }) => ({
    name: name ? `${name} (${email})` : email,
    amount: isVariable ? budgetAmount : null,
  }))
  const own = named.filter(({ amount }) => amount !== null)
  const others = named.filter(({ amount }) => amount === null)
  const shown = own.slice(0, OWN_SHOWN)
  return {
    shown: [...shown, ...others.slice(0, Math.max(0, SHOWN - shown.length))],
    othersWithOwn: own.length - shown.length,
  }
}

type Foreseen = Pick<Forecast, 'runs' | 'ends' | 'currency'>

/** What saving a step of a budget that runs made of its runs to come. */
export function changeSentence(step: string, before: Foreseen, after: Foreseen): string {
  const place = after.runs.findIndex((run, at) => {
    const was = before.runs[at]
    return run.date !== was?.date || run.cost !== was.cost || run.mostCost !== was.mostCost
  })
  const money = (pence: number) => formatMoney(pence, after.currency)
  const run = after.runs[place]
  const was = before.runs[place]
  if (run && was && run.date === was.date)
    return run.cost === was.cost
      ? `${step} saved. The run of ${runFull(run.date)} costs at most ${money(run.mostCost)}, before ${money(was.mostCost)}.`
      : `${step} saved. The run of ${runFull(run.date)} costs ${money(run.cost)} as things stand, before ${money(was.cost)}.`
  if (run || before.ends !== after.ends || before.runs.length !== after.runs.length)
    return after.ends
      ? `${step} saved. The budget now ends on ${runFull(after.ends)}.`
      : `${step} saved. The budget now repeats until you stop it.`
  return `${step} saved. No run changes because of it.`
}
