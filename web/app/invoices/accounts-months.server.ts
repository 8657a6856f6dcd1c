import { Temporal } from 'temporal-polyfill'

const MONTHS_OFFERED = 24

/** Months that are over, the newest first: YYYY-MM. */
export function lastMonths(today: string): string[] {
  const present = Temporal.PlainDate.from(today).toPlainYearMonth()
  return Array.from({ length: MONTHS_OFFERED }, (_, back) => present.subtract({ months: back + 1 }).toString())
}
