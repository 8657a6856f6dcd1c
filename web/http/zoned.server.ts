import { Temporal } from 'temporal-polyfill'

/** What a `datetime-local` field holds, in a zone; undefined for anything that is no moment. */
export function toInstantString(local: string, zone: string): string | undefined {
  try {
    const typed = Temporal.PlainDateTime.from(local)
    // Browsers let a year have six digits, which no one means.
    return typed.year > 9999 ? undefined : typed.toZonedDateTime(zone).toInstant().toString()
  } catch {
    return undefined
  }
}

/** A moment as a `datetime-local` field shows it. */
export const toLocalDateTime = (instant: string, zone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' })

/** The day of a moment in a zone, as a `date` field shows it. */
export const toLocalDay = (instant: string, zone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate().toString()
