import { divideHalfEven, type Pence } from '#kit/money.ts'
import { BUSINESS_ZONE, Temporal, toDate } from '#kit/time.ts'

type PlainDate = Temporal.PlainDate
export type BillingPeriod = 'month' | 'year'

/** Days from the first on, the last one excluded. */
export interface PlanPeriod {
  from: PlainDate
  until: PlainDate
}

/**
 * The first day of a period, counted from the billing day: the 31st becomes the last day of a shorter month and is the
 * 31st again afterwards.
 */
export const billingPeriodStart = (anchor: PlainDate, unit: BillingPeriod, index: number): PlainDate =>
  anchor.add(unit === 'month' ? { months: index } : { years: index })

export const periodAt = (anchor: PlainDate, unit: BillingPeriod, index: number): PlanPeriod => ({
  from: billingPeriodStart(anchor, unit, index),
  until: billingPeriodStart(anchor, unit, index + 1),
})

const days = (from: PlainDate, until: PlainDate): number => from.until(until, { largestUnit: 'day' }).days

/** Days of a period from a day on; none after its end, all of them before its beginning. */
export function daysLeft({ from, until }: PlanPeriod, day: PlainDate): { left: number; of: number } {
  const of = days(from, until)
  return { left: Math.min(of, Math.max(0, days(day, until))), of }
}

/** What the rest of a period costs, by days, to the nearest penny. */
export function proRata(pricePence: Pence, period: PlanPeriod, day: PlainDate): Pence {
  const { left, of } = daysLeft(period, day)
  return divideHalfEven(pricePence * left, of)
}

/** The beginning of a day in London, whatever the clocks do. */
export const startOfDay = (day: PlainDate): Date => toDate(day.toZonedDateTime(BUSINESS_ZONE).toInstant())

/** How long a team stays on its plan at least. */
export interface Term {
  /** First day on the present plan. */
  startedOn: PlainDate
  plan: {
    noticePeriod: number
    noticePeriodUnit: 'day' | 'month' | 'year'
    initialPeriod: number
    initialPeriodUnit: 'day' | 'month' | 'year'
  }
}

export interface Commitment extends Term {
  anchor: PlainDate
  billingPeriod: BillingPeriod
}

const LONGEST_YEARS = 100

/** The first day on which a plan that is given notice of today may end: after the notice and the initial period. */
export function earliestEnd({ startedOn, plan }: Term, today: PlainDate): PlainDate {
  const afterNotice = today.add({ [`${plan.noticePeriodUnit}s`]: plan.noticePeriod })
  const afterInitial = startedOn.add({ [`${plan.initialPeriodUnit}s`]: plan.initialPeriod })
  return Temporal.PlainDate.compare(afterNotice, afterInitial) < 0 ? afterInitial : afterNotice
}

/** The day on which a plan that is given notice of today ends: the end of a period, after the notice and the initial period. */
export function endAfterNotice({ anchor, billingPeriod, ...term }: Commitment, today: PlainDate): PlainDate {
  const earliest = earliestEnd(term, today)
  for (let index = 0; index < LONGEST_YEARS * 12; index++) {
    const end = billingPeriodStart(anchor, billingPeriod, index)
    if (Temporal.PlainDate.compare(end, today) > 0 && Temporal.PlainDate.compare(end, earliest) >= 0) return end
  }
  throw new RangeError('A plan whose notice is longer than a century.')
}
