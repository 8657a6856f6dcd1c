import { BUSINESS_ZONE, Temporal, toDate, toInstant } from '#kit/time.ts'

export interface BudgetPeriod {
  from: Date
  /** Where the next one begins. */
  until: Date
  /** The calendar month it lies in: `2026-03`. */
  month: string
  /** When it is invoiced. */
  dueAt: Date
}

/** For what was under way when a period ended; whatever is later still is on the next invoice. */
const GRACE_MS = 120_000

export const dueAfter = (until: Date): Date => new Date(until.getTime() + GRACE_MS)

/** A budget's next period: to the end of the calendar month in London, or to the moment it ended if that comes first. */
export function nextPeriod({ from, endedAt }: { from: Date; endedAt: Date | null }): BudgetPeriod {
  const month = toInstant(from).toZonedDateTimeISO(BUSINESS_ZONE).toPlainDate().toPlainYearMonth()
  const monthEnd = toDate(month.add({ months: 1 }).toPlainDate({ day: 1 }).toZonedDateTime(BUSINESS_ZONE).toInstant())
  const until = endedAt && endedAt > from && endedAt < monthEnd ? endedAt : monthEnd
  return { from, until, month: month.toString(), dueAt: dueAfter(until) }
}

/** What comes back is credited within 14 days: a month of 31 needs three credit notes for that, with days to spare. */
const CUT_DAYS = [11, 21]

/** Where a period's month is cut. */
function periodCuts({ from, until, month }: BudgetPeriod): Date[] {
  const cuts = CUT_DAYS.map((day) =>
    toDate(Temporal.PlainYearMonth.from(month).toPlainDate({ day }).toZonedDateTime(BUSINESS_ZONE).toInstant()),
  )
  return cuts.filter((cut) => from < cut && cut < until)
}

/** Up to where a period that is not over is to be credited by now, if any of it is. */
export const cutBefore = (period: BudgetPeriod, now: Date): Date | undefined =>
  periodCuts(period).findLast((cut) => dueAfter(cut) <= now)

/** Where the part of a period begins that ends there. */
export const partFrom = (period: BudgetPeriod, until: Date): Date =>
  periodCuts(period).findLast((cut) => cut < until) ?? period.from

/** When a period is next credited after a moment; as it is invoiced at the latest. */
export const creditDueAfter = (period: BudgetPeriod, after: Date): Date =>
  periodCuts(period)
    .map(dueAfter)
    .find((due) => due > after) ?? period.dueAt
