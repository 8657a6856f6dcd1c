import type { Work } from '#server/platform/posy.ts'
import { type BudgetRecord, nextRunTimes } from '../budget/budget.ts'
import { budgetFundsLow } from '../budget/events.ts'
import { forecastRuns } from '../forecast/forecast.ts'
import { forecastFacts } from '../forecast/forecast-budget.ts'

/** Looks, ahead of the next run, whether the wallet will do; if not, the admins are told while there is time. */
export async function warnOfLowFunds(work: Work, budget: BudgetRecord): Promise<'again'> {
  const { tx, at } = work
  const facts = await forecastFacts(tx, budget, at)
  const [run] = forecastRuns(facts, 1)
  if (run && !run.covered)
    await work.emit(budgetFundsLow, {
      budgetId: budget.id,
      occurrence: run.index,
      costPence: run.costPence,
      availablePence: facts.availablePence,
    })
  await tx
    .updateTable('automated_budget')
    .set({ ...nextRunTimes(budget, at, { warned: true }), warn_at: null, updated_at: at })
    .where('id', '=', budget.id)
    .execute()
  return 'again'
}
