import { sql } from 'kysely'
import type { RunCalendar } from '#contract/budgets/run-calendar.ts'
import { BUSINESS_ZONE, iso, londonDate, Temporal, toDate, toInstant } from '#kit/time.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Principal } from '#server/platform/principal.ts'
import type { BudgetRecord } from '../budget/budget.ts'
import { forecastBudget, forecastFactsOnce, mostRunsUntil } from '../forecast/forecast-budget.ts'
import { isSubDaily } from '../schedule/schedule.ts'

/** Budgets that run without anyone's doing more for it; drafts wait for someone. */
const runningBudgets = (db: Db, { teamIds }: Pick<Principal, 'teamIds'>): Promise<BudgetRecord[]> =>
  db
    .selectFrom('automated_budget')
    .selectAll()
    .where(sql<boolean>`team_id = any(${[...teamIds]}::uuid[])`)
    .where('status', 'in', ['scheduled', 'live'])
    .orderBy('id')
    .execute()

/** This month from now on, and the ones after it, of all budgets: what each one's forecast says. */
export async function runCalendar(
  db: Db,
  caller: Pick<Principal, 'teamIds'>,
  now: Date,
  months: number,
): Promise<RunCalendar> {
  const first = londonDate(toInstant(now)).with({ day: 1 })
  const until = first.add({ months }).toZonedDateTime(BUSINESS_ZONE).toInstant()
  const runs: RunCalendar['runs'] = []
  const often: RunCalendar['often'] = []
  const load = forecastFactsOnce(db, now)
  for (const budget of await runningBudgets(db, caller)) {
    const { id: automationId, name, frequency } = budget
    const limit = isSubDaily(frequency) ? 1 : mostRunsUntil(budget, now, until)
    const { currency, costPerYear, runs: planned } = await forecastBudget(db, budget, now, limit, load)
    if (isSubDaily(frequency)) often.push({ automationId, name, frequency, currency, costPerYear })
    else
      for (const { date, cost, likelyCost, mostCost, covered, atRisk, problem, cardCharge } of planned)
        runs.push({
          date,
          month: londonMonth(date),
          automationId,
          name,
          currency,
          cost,
          likelyCost,
          mostCost,
          covered,
          atRisk,
          problem,
          cardCharge,
        })
  }
  runs.sort((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1))
  return { from: iso(now), until: iso(toDate(until)), runs, months: monthSums(runs), often }
}

const londonMonth = (date: string): string => londonDate(Temporal.Instant.from(date)).toPlainYearMonth().toString()

function monthSums(runs: RunCalendar['runs']): RunCalendar['months'] {
  const sums = new Map<string, RunCalendar['months'][number]>()
  for (const { month, currency, cost, likelyCost, mostCost } of runs) {
    const sum = sums.get(`${month} ${currency}`) ?? { month, runs: 0, currency, cost: 0, likelyCost: 0, mostCost: 0 }
    sums.set(`${month} ${currency}`, {
      ...sum,
      runs: sum.runs + 1,
      cost: sum.cost + cost,
      likelyCost: sum.likelyCost === null || likelyCost === null ? null : sum.likelyCost + likelyCost,
      mostCost: sum.mostCost + mostCost,
    })
  }
  return [...sums.values()]
}
