import { Temporal } from 'temporal-polyfill'
import { BUSINESS_ZONE } from '#kit/time.ts'

const MONTHS_OFFERED = 24

/** Months that are over, the newest first, from the one in which the team began: YYYY-MM. */
export function lastMonths(today: string, began: string): string[] {
  const present = Temporal.PlainDate.from(today).toPlainYearMonth()
  const first = Temporal.Instant.from(began).toZonedDateTimeISO(BUSINESS_ZONE).toPlainDate().toPlainYearMonth()
  return Array.from({ length: MONTHS_OFFERED }, (_, back) => present.subtract({ months: back + 1 }))
    .filter((month) => Temporal.PlainYearMonth.compare(month, first) >= 0)
    .map(String)
}

/** So many months before one; what is no month stays, to be refused. */
export const monthsBefore = (month: string, count: number): string =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(month)
    ? Temporal.PlainYearMonth.from(month).subtract({ months: count }).toString()
    : month
