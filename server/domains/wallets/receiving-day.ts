import { BUSINESS_ZONE, Temporal, toDate } from '#kit/time.ts'

/** @throws RangeError for a date that is none */
export const startOfLondonDay = (date: string): Date =>
  toDate(Temporal.PlainDate.from(date).toZonedDateTime(BUSINESS_ZONE).toInstant())
