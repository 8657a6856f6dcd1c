import { Temporal } from 'temporal-polyfill'

const MONTHS_OFFERED = 24

/** Months that are over, the newest first: YYYY-MM. */
export function lastMonths(today: string): string[] {
  const present = Temporal.PlainDate.from(today).toPlainYearMonth()
  return Array.from({ length: MONTHS_OFFERED }, (_, back) => present.subtract({ months: back + 1 }).toString())
}

/** So many months before one; what is no month stays, to be refused. */
export const monthsBefore = (month: string, count: number): string =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(month)
    ? Temporal.PlainYearMonth.from(month).subtract({ months: count }).toString()
    : month
