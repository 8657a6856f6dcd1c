import { Temporal } from 'temporal-polyfill'

export interface DateRange {
  /** As the form shows them: YYYY-MM-DD, or empty. */
  from: string
  to: string
  /** Instants, from inclusive to exclusive; `to` is the end of its day in the reader's zone. */
  start: string | undefined
  end: string | undefined
}

/** Days of the address, in the reader's zone; what is no day is no limit. */
export function readPeriod(search: URLSearchParams, zone: string): DateRange {
  const from = parsePlainDate(search.get('from'))
  const to = lastDay(search)
  const midnight = (day: Temporal.PlainDate) => day.toZonedDateTime(zone).toInstant().toString()
  return {
    from: from?.toString() ?? '',
    to: to?.toString() ?? '',
    start: from && midnight(from),
    end: to && midnight(to.add({ days: 1 })),
  }
}

/** The last day that an address names, by either of the names that the API has for it. */
export const lastDay = (search: URLSearchParams): Temporal.PlainDate | undefined =>
  parsePlainDate(search.get('to') ?? search.get('until'))

/** A day of the address; undefined for anything that is none. */
export function parsePlainDate(text: string | null): Temporal.PlainDate | undefined {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' })
  } catch {
    return undefined
  }
}

/** This month and the last one, as days of the address, in the reader's zone. */
export function recentMonths(now: Date, zone: string): { name: string; from: string; to: string }[] {
  const month = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toPlainYearMonth()
  return [
    { name: 'This month', of: month },
    { name: 'Last month', of: month.subtract({ months: 1 }) },
  ].map(({ name, of }) => ({
    name,
    from: of.toPlainDate({ day: 1 }).toString(),
    to: of.toPlainDate({ day: of.daysInMonth }).toString(),
  }))
}
