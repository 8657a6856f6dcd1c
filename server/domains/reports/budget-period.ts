import type { ReportOverTime, ReportPeriod } from '#contract/reports/budget-reports.ts'
import { type Instant, londonDate, Temporal } from '#kit/time.ts'

/** Whole days in London, the last one excluded. */
export interface BudgetReportPeriod {
  from: string
  until: string
}

/** From the day the budget was made through today, unless told. Never ends before it begins. */
export function clampReportPeriod({ from, until }: ReportPeriod, madeAt: Instant, now: Instant): BudgetReportPeriod {
  const begins = from ?? londonDate(madeAt).toString()
  const ends = (until ? Temporal.PlainDate.from(until) : londonDate(now)).add({ days: 1 }).toString()
  return { from: begins, until: ends > begins ? ends : begins }
}

/** As people and programs are told a period: by its first and its last day. */
export const withLastDay = ({ from, until }: BudgetReportPeriod): BudgetReportPeriod => ({
  from,
  until: Temporal.PlainDate.from(until).subtract({ days: 1 }).toString(),
})

/** The period without days on which nothing can have happened. */
export function withinLife(period: BudgetReportPeriod, madeAt: Instant, now: Instant): BudgetReportPeriod {
  const [first, last] = [londonDate(madeAt).toString(), londonDate(now).add({ days: 1 }).toString()]
  const from = period.from < first ? first : period.from
  const until = period.until > last ? last : period.until
  return { from, until: until > from ? until : from }
}

export type Interval = ReportOverTime['interval']

/** So that a chart has some thirty steps at most, until years pass. */
export function reportInterval({ from, until }: BudgetReportPeriod): Interval {
  const days = Temporal.PlainDate.from(from).until(until).days
  return days <= 31 ? 'day' : days <= 183 ? 'week' : 'month'
}

/** The period cut into days, weeks from Mondays, or calendar months. */
export function splitPeriod({ from, until }: BudgetReportPeriod, interval: Interval): BudgetReportPeriod[] {
  const steps: BudgetReportPeriod[] = []
  for (let start = from; start < until; ) {
    const next = startOfNext(Temporal.PlainDate.from(start), interval).toString()
    const end = next < until ? next : until
    steps.push({ from: start, until: end })
    start = end
  }
  return steps
}

function startOfNext(date: Temporal.PlainDate, interval: Interval): Temporal.PlainDate {
  if (interval === 'day') return date.add({ days: 1 })
  if (interval === 'week') return date.add({ days: 8 - date.dayOfWeek })
  return date.with({ day: 1 }).add({ months: 1 })
}
