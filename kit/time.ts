import { Temporal } from 'temporal-polyfill'

export { Temporal }
export type Instant = Temporal.Instant

/** Expiry, budgets, documents and the console follow the clock and calendar of this zone, wherever one looks from. */
export const BUSINESS_ZONE = 'Europe/London'

export const toDate = (instant: Instant): Date => new Date(instant.epochMilliseconds)
export const toInstant = (date: Date): Instant => Temporal.Instant.fromEpochMilliseconds(date.getTime())
export const iso = (date: Date): string => date.toISOString()
export const isoOrNull = (date: Date | null): string | null => (date === null ? null : date.toISOString())

/** The calendar date of an instant in London. */
export const londonDate = (instant: Instant): Temporal.PlainDate =>
  instant.toZonedDateTimeISO(BUSINESS_ZONE).toPlainDate()

/** The wall-clock time of an instant in London, to the second: 16:45:13. */
export const londonTime = (instant: Instant): string =>
  instant.toZonedDateTimeISO(BUSINESS_ZONE).toPlainTime().toString({ smallestUnit: 'second' })

/** The last millisecond of a civil day in London: a gift is valid through the whole of its last day. */
export const endOfLondonDay = (date: Temporal.PlainDate): Instant =>
  date.add({ days: 1 }).toZonedDateTime(BUSINESS_ZONE).toInstant().subtract({ milliseconds: 1 })

/** Expiry of a gift sent at an instant: the end of the day so many days later. */
export const expiryAfterDays = (sent: Instant, days: number): Instant => endOfLondonDay(londonDate(sent).add({ days }))

/** DD-MM-YYYY, as a date of birth travels, to YYYY-MM-DD. */
export const isoDay = (dayMonthYear: string): string => dayMonthYear.split('-').reverse().join('-')
