import { BUSINESS_ZONE, type Instant, londonDate, Temporal, toDate } from '#kit/time.ts'

/** From the start of 6 April in London up to the start of the next, which is no longer part of it. */
export interface TaxYear {
  from: Date
  until: Date
}

const taxYearStart = (year: number): Temporal.ZonedDateTime =>
  Temporal.PlainDate.from({ year, month: 4, day: 6 }).toZonedDateTime(BUSINESS_ZONE)

export function taxYearAt(moment: Instant): TaxYear {
  const { year } = londonDate(moment)
  const first = Temporal.Instant.compare(moment, taxYearStart(year).toInstant()) < 0 ? year - 1 : year
  return { from: toDate(taxYearStart(first).toInstant()), until: toDate(taxYearStart(first + 1).toInstant()) }
}
