import { BUSINESS_ZONE, toDate, toInstant } from '#server/kit/time.ts'

export interface Period {
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
export function nextPeriod({ from, endedAt }: { from: Date; endedAt: Date | null }): Period {
  const month = toInstant(from).toZonedDateTimeISO(BUSINESS_ZONE).toPlainDate().toPlainYearMonth()
  const monthEnd = toDate(month.add({ months: 1 }).toPlainDate({ day: 1 }).toZonedDateTime(BUSINESS_ZONE).toInstant())
  const until = endedAt && endedAt > from && endedAt < monthEnd ? endedAt : monthEnd
  return { from, until, month: month.toString(), dueAt: dueAfter(until) }
}
