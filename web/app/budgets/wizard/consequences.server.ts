import type { Forecast } from '#contract/budgets/budget-runs.ts'
import type { BudgetOverview } from '#contract/budgets/budgets.ts'
import { formatMoney } from '#kit/money.ts'
import type { Session } from '#web/session/session.ts'
import { plural } from '#web/ui/format.ts'
import { runFull } from '../run-dates.ts'
import type { Consequence } from './consequences.tsx'
import { RUNS_SHOWN } from './load-wizard.server.ts'
import type { Wizard } from './wizard.ts'

interface Change {
  before: { budget: Pick<BudgetOverview, 'budgetAmount'>; forecast: Pick<Forecast, 'runs' | 'ends'> }
  after: { budget: Pick<BudgetOverview, 'budgetAmount' | 'currency'>; forecast: Pick<Forecast, 'runs' | 'ends'> }
  /** Who has something left, and how many pence all of it is. */
  unspent: { people: number; pence: number }
}

/** What the changes that are not saved yet take from people of a live budget; their sums are said before they are saved. */
export async function loadConsequences(session: Session, wizard: Wizard): Promise<Consequence[]> {
  const { budget, forecast, collected } = wizard
  if (!collected || budget.status !== 'live') return []
  const balances = await session.api.listParticipantBalances({ params: { id: budget.id } })
  const left = balances.ok ? balances.value.data.filter(({ available }) => available > 0) : []
  const unspent = { people: left.length, pence: left.reduce((sum, { available }) => sum + available, 0) }
  return consequences({ before: collected.saved, after: { budget, forecast }, unspent })
}

export function consequences({ before, after, unspent }: Change): Consequence[] {
  const money = (pence: number) => formatMoney(pence, after.budget.currency)
  const [was, next] = [before.forecast.runs[0], after.forecast.runs[0]]
  const found: Consequence[] = []
  if (next && next.returned > (was?.returned ?? 0))
    found.push({
      sentence: `The next run takes ${money(next.returned)} back from ${plural(next.returnedFrom, 'person', 'people')}, on ${runFull(next.date)}.`,
      help: 'It is what they have above their amount by now. Once you save, everyone is told by email, and can spend it before then.',
    })
  else if (was && next && next.cost < was.cost && after.budget.budgetAmount < before.budget.budgetAmount)
    found.push({
      sentence: `The next run pays ${money(next.cost)} instead of ${money(was.cost)}, on ${runFull(next.date)}.`,
      help: 'What people have now stays theirs.',
    })
  const [ended, ends] = [before.forecast.ends, after.forecast.ends]
  if (ends && (!ended || Date.parse(ends) < Date.parse(ended)))
    found.push({
      sentence: `It then ends on ${runFull(ends)}, and what people have not spent goes back.`,
      help: `${atItsEnd(after, unspent)} Once you save, everyone is told by email.`,
    })
  return found
}

/** What goes back as things stand: what people have, with what the runs before then give them or take. */
function atItsEnd({ budget, forecast }: Change['after'], unspent: Change['unspent']): string {
  const { runs } = forecast
  const brought = runs.reduce((sum, { cost, covered }) => sum + (covered ? cost : 0), 0)
  const money = (pence: number) => formatMoney(pence, budget.currency)
  const people = plural(unspent.people, 'person', 'people')
  if (brought === 0) return `As things stand that is ${money(unspent.pence)} of ${people}.`
  const [least, toCome] =
    runs.length >= RUNS_SHOWN
      ? ['at least ', `the next ${runs.length} runs`]
      : ['', runs.length === 1 ? 'the run still to come' : `the ${runs.length} runs still to come`]
  return `As things stand that is ${least}${money(unspent.pence + brought)}, with ${toCome}: ${people} ${unspent.people === 1 ? 'has' : 'have'} ${money(unspent.pence)} now.`
}
