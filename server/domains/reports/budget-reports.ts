import type { ReportOverTime } from '#contract/reports/budget-reports.ts'
import { type Instant, toInstant } from '#kit/time.ts'
import type { BudgetRecord } from '#server/domains/budgets/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type BudgetReportPeriod, reportInterval, splitPeriod, withinLife, withLastDay } from './budget-period.ts'
import { loadStepFigures } from './budget-queries.ts'

const nothing = { totalTransferred: 0, totalSpent: 0, bought: 0, refunded: 0, totalSent: 0, totalRedeemed: 0 }

/** Every step of the period, also those in which nothing happened. */
export async function overTime(
  db: Db,
  budget: BudgetRecord,
  asked: BudgetReportPeriod,
  now: Instant,
): Promise<ReportOverTime> {
  const period = withinLife(asked, toInstant(budget.created_at), now)
  const interval = reportInterval(period)
  const figures = new Map(
    (await loadStepFigures(db, budget, period, interval)).map(({ step, ...each }) => [step, each] as const),
  )
  const steps = splitPeriod(period, interval).map((step) => ({
    ...withLastDay(step),
    ...(figures.get(step.from) ?? nothing),
  }))
  return { currency: budget.currency, interval, ...withLastDay(period), steps }
}
