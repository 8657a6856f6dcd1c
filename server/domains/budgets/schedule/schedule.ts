import { BUSINESS_ZONE, type Instant, Temporal } from '#kit/time.ts'

export const frequencies = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const
export type Frequency = (typeof frequencies)[number]

/**
 * When a budget runs. Occurrence 0 is `startingAt`; the others follow from the anchor, never from the run before:
 * `recurrenceDate` where there is one (the first of them after the start), else the start itself.
 */
export interface Schedule {
  frequency: Frequency
  startingAt: Instant
  recurrenceDate: Instant | null
  /** No occurrence falls on or after it. */
  endsAt: Instant | null
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Elapsed time, alike on the days the clocks change. */
const EXACT_MS: Partial<Record<Frequency, number>> = { minute: MINUTE_MS, hour: 60 * MINUTE_MS }

/** Steps of the London calendar, with their mean length to guess from. */
const CALENDAR: Partial<Record<Frequency, { of: (times: number) => Temporal.DurationLike; meanMs: number }>> = {
  day: { of: (days) => ({ days }), meanMs: DAY_MS },
  week: { of: (weeks) => ({ weeks }), meanMs: 7 * DAY_MS },
  month: { of: (months) => ({ months }), meanMs: 30.436_875 * DAY_MS },
  quarter: { of: (times) => ({ months: 3 * times }), meanMs: 91.310_625 * DAY_MS },
  year: { of: (years) => ({ years }), meanMs: 365.2425 * DAY_MS },
}

/** Missed occurrences of these are not made up for one by one: only the latest still means something. */
export const isSubDaily = (frequency: Frequency): boolean => EXACT_MS[frequency] !== undefined

const compare = Temporal.Instant.compare

/**
 * The anchor, so many steps on. By the wall clock of London: the 31st falls on the last day of a shorter month and comes
 * back to the 31st; a time that the clocks skip moves on by as much, one that comes twice is the first of the two.
 */
function step(frequency: Frequency, anchor: Instant, times: number): Instant {
  const exactMs = EXACT_MS[frequency]
  if (exactMs) return anchor.add({ milliseconds: exactMs * times })
  if (times === 0) return anchor
  const local = anchor.toZonedDateTimeISO(BUSINESS_ZONE).toPlainDateTime()
  return local.add(CALENDAR[frequency]!.of(times)).toZonedDateTime(BUSINESS_ZONE).toInstant()
}

/** The fewest steps that lead past a moment. */
function stepsPast(frequency: Frequency, anchor: Instant, moment: Instant): number {
  const meanMs = EXACT_MS[frequency] ?? CALENDAR[frequency]!.meanMs
  let times = Math.max(0, Math.floor((moment.epochMilliseconds - anchor.epochMilliseconds) / meanMs))
  while (times > 0 && compare(step(frequency, anchor, times - 1), moment) > 0) times--
  while (compare(step(frequency, anchor, times), moment) <= 0) times++
  return times
}

/** Occurrence 1 is so many steps from the anchor. */
const firstSteps = ({ frequency, startingAt, recurrenceDate }: Schedule): number =>
  recurrenceDate ? stepsPast(frequency, recurrenceDate, startingAt) : 1

/** The moment of an occurrence, whether or not the budget lasts so long. */
export function occurrenceAt(schedule: Schedule, index: number): Instant {
  const { frequency, startingAt, recurrenceDate } = schedule
  return index === 0 ? startingAt : step(frequency, recurrenceDate ?? startingAt, firstSteps(schedule) + index - 1)
}

/** The index of the first occurrence after a moment, whether or not the budget lasts so long. */
export function indexAfter(schedule: Schedule, moment: Instant): number {
  const { frequency, startingAt, recurrenceDate } = schedule
  if (compare(moment, startingAt) < 0) return 0
  return stepsPast(frequency, recurrenceDate ?? startingAt, moment) - firstSteps(schedule) + 1
}

const isBeforeEnd = ({ endsAt }: Schedule, moment: Instant) => endsAt === null || compare(moment, endsAt) < 0

/** The moment of an occurrence, or null where the budget ends first. */
export function plannedAt(schedule: Schedule, index: number): Instant | null {
  const moment = occurrenceAt(schedule, index)
  return isBeforeEnd(schedule, moment) ? moment : null
}

/** When the money of an occurrence has had its time: the next one, or the end of the budget. */
export const periodEnd = (schedule: Schedule, index: number): Instant =>
  plannedAt(schedule, index + 1) ?? schedule.endsAt!

/**
 * Up to `limit` occurrences from an index on: at most `remaining` of them where the number of runs is limited.
 * The one place that says when a budget runs: `execution-dates`, the forecast and the runner all ask here.
 */
export function occurrencesFrom(
  schedule: Schedule,
  { index, remaining, limit }: { index: number; remaining: number | null; limit: number },
): { index: number; at: Instant }[] {
  const occurrences: { index: number; at: Instant }[] = []
  const count = Math.min(limit, remaining ?? limit)
  for (let next = index; occurrences.length < count; next++) {
    const at = plannedAt(schedule, next)
    if (!at) break
    occurrences.push({ index: next, at })
  }
  return occurrences
}

/** How many occurrences from an index on fall before a moment, whether or not the number of runs is limited. */
export function countUntil(schedule: Schedule, index: number, until: Instant): number {
  const end = isBeforeEnd(schedule, until) ? until : schedule.endsAt!
  return Math.max(0, indexAfter(schedule, end.subtract({ milliseconds: 1 })) - index)
}

export interface Due {
  /** The occurrence to run now. */
  index: number
  at: Instant
  /** Occurrences left out for it, from `index - skipped` on. */
  skipped: number
}

/**
 * Which occurrence is to be run at a moment, given the first that has not been: after downtime, those of a day or longer
 * one after the other, of minutes and hours the latest alone. Null while nothing is due.
 */
export function dueOccurrence(schedule: Schedule, nextIndex: number, now: Instant): Due | null {
  const next = plannedAt(schedule, nextIndex)
  if (!next || compare(next, now) > 0) return null
  if (!isSubDaily(schedule.frequency)) return { index: nextIndex, at: next, skipped: 0 }
  let index = indexAfter(schedule, now) - 1
  while (!plannedAt(schedule, index)) index = indexAfter(schedule, schedule.endsAt!.subtract({ milliseconds: 1 })) - 1
  return { index, at: occurrenceAt(schedule, index), skipped: index - nextIndex }
}

/** Occurrences in a year from a moment on: what a year costs is so many runs. */
export function runsInYear(schedule: Schedule, { index, remaining }: { index: number; remaining: number | null }) {
  const from = occurrenceAt(schedule, index)
  const runs = countUntil(schedule, index, from.toZonedDateTimeISO(BUSINESS_ZONE).add({ years: 1 }).toInstant())
  return remaining === null ? runs : Math.min(runs, remaining)
}
