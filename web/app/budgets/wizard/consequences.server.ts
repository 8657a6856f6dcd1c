import type { BudgetFields, BudgetOverview } from '#contract/budgets/budgets.ts'
import { formatMoney } from '#kit/money.ts'
import type { Session } from '#web/session/session.ts'
import { plural } from '#web/ui/format.ts'
import { type Failure, submittedValues } from '#web/ui/kit/failure.ts'
import { runFull } from '../run-dates.ts'

/** What people of a live budget lose by a change. */
interface Consequence {
  sentence: string
  help: string
  /** Names the sums that were said: where they are others by the time it is agreed to, it is asked again. */
  key: string
}

/** Asks, before a change is saved that takes money from people; null where it takes none, or was agreed to. */
export async function askConsequence(
  session: Session,
  budget: BudgetOverview,
  { body, form }: { body: BudgetFields; form: FormData },
): Promise<Failure | null> {
  if (budget.status !== 'live') return null
  const found = await consequence(session, budget, body)
  if (!found || form.get('agreed') === found.key) return null
  return {
    status: 409,
    message: found.sentence,
    help: found.help,
    fields: {},
    values: { ...submittedValues(form), agreed: found.key },
  }
}

async function consequence(session: Session, budget: BudgetOverview, body: BudgetFields): Promise<Consequence | null> {
  const { unspentParticipantBalanceAction, budgetAmount, isVariable, numberOfRuns, scheduledEndDate } = body
  const changes = {
    ...(unspentParticipantBalanceAction && { unspentParticipantBalanceAction }),
    ...(budgetAmount !== undefined && { budgetAmount }),
    ...(isVariable !== undefined && { isVariable: isVariable ? ('true' as const) : ('false' as const) }),
    ...(numberOfRuns !== undefined && { numberOfRuns }),
    ...(scheduledEndDate !== undefined && { scheduledEndDate: scheduledEndDate ?? 'none' }),
  }
  if (Object.keys(changes).length === 0) return null
  const call = { params: { id: budget.id } }
  const [before, after] = await Promise.all([
    session.api.getForecast({ ...call, query: { runs: 1 } }),
    session.api.getForecast({ ...call, query: { runs: 1, ...changes } }),
  ])
  // A change that cannot be forecast is refused when it is saved.
  if (!before.ok || !after.ok) return null
  const money = (pence: number) => formatMoney(pence, budget.currency)
  const [now, next] = [before.value.data.runs[0], after.value.data.runs[0]]
  if (next && next.returned > (now?.returned ?? 0))
    return {
      sentence: `The next run takes ${money(next.returned)} back from ${plural(next.returnedFrom, 'person', 'people')}, on ${runFull(next.date)}.`,
      help: 'It is what they have above their amount by now. Nothing has been saved yet. If you save it, everyone is told by email, and can spend it before then.',
      key: `run ${next.date} ${next.returned}`,
    }
  if (now && next && next.cost < now.cost && (budgetAmount ?? budget.budgetAmount) < budget.budgetAmount)
    return {
      sentence: `The next run pays ${money(next.cost)} instead of ${money(now.cost)}, on ${runFull(next.date)}.`,
      help: 'Nothing has been saved yet. What people have now stays theirs.',
      key: `pays ${next.date} ${next.cost}`,
    }
  const [ended, ends] = [before.value.data.ends, after.value.data.ends]
  if (!ends || (ended && Date.parse(ended) <= Date.parse(ends))) return null
  const balances = await session.api.listParticipantBalances(call)
  const unspent = balances.ok ? balances.value.data.filter(({ available }) => available > 0) : []
  return {
    sentence: `It then ends on ${runFull(ends)}, and what people have not spent goes back.`,
    help: `As things stand that is ${money(unspent.reduce((sum, { available }) => sum + available, 0))} of ${plural(unspent.length, 'person', 'people')}. Nothing has been saved yet. If you save it, everyone is told by email.`,
    key: `ends ${ends}`,
  }
}
