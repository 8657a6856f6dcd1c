import { BUSINESS_ZONE, type Instant, londonDate, Temporal } from '#kit/time.ts'

/** How long before it is told the history begins. */
const HISTORY_DAYS = 120

/** When things happened, seen from the day the history leads up to; by the clocks of London. */
export interface Calendar {
  daysAgo(days: number, time: string): Instant
  /** The same, or the Friday before where that is at a weekend: when people are at work. */
  workday(days: number, time: string): Instant
  /** On the first of a month. */
  monthStart(monthsAgo: number, time: string): Instant
  /** On a day of a month when people are at work. */
  workdayAt(monthsAgo: number, day: number, time: string): Instant
}

/** When the history begins that leads up to a moment. */
export const beginningBefore = (now: Instant): Instant => at(londonDate(now).subtract({ days: HISTORY_DAYS }), '08:30')

/** Of the history that began then. */
export function demoCalendar(began: Instant): Calendar {
  const today = londonDate(began).add({ days: HISTORY_DAYS })
  return {
    daysAgo: (days, time) => at(today.subtract({ days }), time),
    workday: (days, time) => at(atWork(today.subtract({ days })), time),
    monthStart: (months, time) => at(today.with({ day: 1 }).subtract({ months }), time),
    workdayAt: (months, day, time) => at(atWork(today.with({ day: 1 }).subtract({ months }).with({ day })), time),
  }
}

export const hoursAfter = (moment: Instant, hours: number): Instant => moment.add({ minutes: Math.round(hours * 60) })

const atWork = (date: Temporal.PlainDate): Temporal.PlainDate =>
  date.subtract({ days: Math.max(0, date.dayOfWeek - 5) })

const at = (date: Temporal.PlainDate, time: string): Instant =>
  date.toZonedDateTime({ timeZone: BUSINESS_ZONE, plainTime: Temporal.PlainTime.from(time) }).toInstant()
