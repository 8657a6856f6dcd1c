import { type CelebrationStatus, LATE_DAYS, type Occasion } from '#contract/celebrations/celebrations.ts'
import { type Instant, Temporal, toDate } from '#kit/time.ts'

type Day = Temporal.PlainDate
const SEND_TIME = Temporal.PlainTime.from('09:00')
/** Where a date is corrected around the new year, a person is not celebrated again so soon. */
export const APART_DAYS = 180

/** Someone's dates, as an HR system tells them. */
export interface Dates {
  birthday: string | null
  startDate: string | null
}

export interface CelebrationDay {
  day: Day
  /** Years at work, of an anniversary. */
  years: number | null
}

/** A day that a rule has come upon, as it stands. */
export interface RecordedCelebration {
  id: string
  employeeId: string
  day: string
  status: CelebrationStatus
  /** The order it became, above a limit of the team: it is decided on as that. */
  orderId?: string | null
}

export const isOpen = (status: CelebrationStatus): boolean => status === 'awaiting-approval' || status === 'due'

/** Waits for the rule: not for someone to approve it as an order. */
const isUndecided = ({ status, orderId }: RecordedCelebration): boolean => isOpen(status) && !orderId

const isBefore = (a: Day, b: Day) => Temporal.PlainDate.compare(a, b) < 0
const later = (a: Day, b: Day) => (isBefore(a, b) ? b : a)
export const parseDay = (text: string): Day => Temporal.PlainDate.from(text)

/**
 * The day of a year on which someone is celebrated; null for none. As with budgets, a day that the month does not have
 * is its last: 29 February is celebrated on 28 February.
 */
export function celebrationIn(year: number, occasion: Occasion, { birthday, startDate }: Dates): CelebrationDay | null {
  const date = occasion === 'birthday' ? birthday : startDate
  if (!date) return null
  const first = parseDay(date)
  const years = year - first.year
  if (years < 1) return null
  const day = first.with({ year }, { overflow: 'constrain' })
  if (startDate && isBefore(day, parseDay(startDate))) return null
  return { day, years: occasion === 'birthday' ? null : years }
}

/** The days after one day and up to another on which someone is celebrated. */
export function celebrationsBetween(occasion: Occasion, dates: Dates, after: Day, until: Day): CelebrationDay[] {
  const years = Array.from({ length: Math.max(0, until.year - after.year + 1) }, (_, place) => after.year + place)
  return years
    .map((year) => celebrationIn(year, occasion, dates))
    .filter((one) => one !== null)
    .filter(({ day }) => isBefore(after, day) && !isBefore(until, day))
}

/** The latest day whose gifts may go out: they do at 9 in the morning of the rule's zone. */
export function currentDay(now: Instant, zone: string): Day {
  const local = now.toZonedDateTimeISO(zone)
  const isEarly = Temporal.PlainTime.compare(local.toPlainTime(), SEND_TIME) < 0
  return isEarly ? local.toPlainDate().subtract({ days: 1 }) : local.toPlainDate()
}

export const sendingTime = (day: Day, zone: string): Date =>
  toDate(day.toZonedDateTime({ timeZone: zone, plainTime: SEND_TIME }).toInstant())

/** When a rule is looked at next, if nothing is to be tried again. */
export const nextLook = (now: Instant, zone: string): Date => sendingTime(currentDay(now, zone).add({ days: 1 }), zone)

const RETRY_MINUTES = [5, 60, 360]

/** When gifts that could not be bought are tried again: three times on their day, then with the next day's. */
export function retryAt(now: Instant, zone: string, attempts: number): Date {
  const next = nextLook(now, zone)
  const minutes = RETRY_MINUTES[attempts - 1]
  if (minutes === undefined) return next
  const soon = toDate(now.add({ minutes }))
  return soon < next ? soon : next
}

export interface Plan<P> {
  planned: { person: P; day: Day }[]
  /** Open ones whose person has left, or whose day is another by now. */
  withdrawn: string[]
  /** The orders that such ones wait as. */
  calledOff: string[]
  /** Open ones that have waited too long. */
  missed: string[]
}

interface Window {
  occasion: Occasion
  handledThrough: Day
  /** The latest day whose gifts may go out. */
  today: Day
  /** How far ahead days are written down. */
  until: Day
}

/**
 * Whom a rule celebrates on the days it has not looked at yet, and what happens to what it has written down. A day is
 * looked at once; one that is looked at more than {@link LATE_DAYS} days late is left out.
 */
export function planCelebrations<P extends Dates & { id: string }>(
  { occasion, handledThrough, today, until }: Window,
  people: readonly P[],
  recorded: readonly RecordedCelebration[],
): Plan<P> {
  const latest = today.subtract({ days: LATE_DAYS })
  const missed = recorded.filter((one) => isUndecided(one) && isBefore(parseDay(one.day), latest))
  const known = new Map(people.map((person) => [person.id, person]))
  const isOff = (one: RecordedCelebration) => {
    const person = known.get(one.employeeId)
    return !person || !isCelebratedOn(occasion, person, one.day)
  }
  const withdrawn = recorded.filter((one) => isUndecided(one) && !missed.includes(one) && isOff(one))
  const calledOff = recorded.flatMap((one) => (isOpen(one.status) && one.orderId && isOff(one) ? one.orderId : []))
  const standing = Map.groupBy(
    recorded.filter((one) => !withdrawn.includes(one)),
    ({ employeeId }) => employeeId,
  )
  const after = later(handledThrough, latest.subtract({ days: 1 }))
  const planned = people.flatMap((person) => {
    const own = standing.get(person.id) ?? []
    return celebrationsBetween(occasion, person, after, until)
      .filter(({ day }) => !own.some((one) => standsAgainst(one, day)))
      .slice(0, 1)
      .map(({ day }) => ({ person, day }))
  })
  return { planned, calledOff, withdrawn: withdrawn.map(({ id }) => id), missed: missed.map(({ id }) => id) }
}

export const isCelebratedOn = (occasion: Occasion, person: Dates, day: string): boolean =>
  celebrationIn(parseDay(day).year, occasion, person)?.day.toString() === day

/** Same year: it has been decided on. Near it: the date was corrected, and the person celebrated by the former one. */
function standsAgainst({ day: recordedDay, status }: RecordedCelebration, day: Day): boolean {
  const other = parseDay(recordedDay)
  if (other.year === day.year) return true
  return status !== 'missed' && Math.abs(other.until(day, { largestUnit: 'days' }).days) < APART_DAYS
}

/** More gifts on a day than this wait for an admin: a system that gives everyone one date must not empty a wallet. */
export const isUnusuallyMany = (gifts: number, people: number): boolean => gifts > Math.max(5, Math.floor(people / 5))

export function isZone(zone: string): boolean {
  try {
    return Boolean(Temporal.Now.zonedDateTimeISO(zone))
  } catch {
    return false
  }
}
