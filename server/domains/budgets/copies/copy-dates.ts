import { BUSINESS_ZONE, type Instant, toDate, toInstant } from '#kit/time.ts'
import { type BudgetRecord, budgetSchedule } from '../budget/budget.ts'
import { indexAfter, isSubDaily, occurrenceAt, type Schedule } from '../schedule/schedule.ts'

type Dates = Pick<BudgetRecord, 'scheduled_start_date' | 'recurrence_date' | 'scheduled_end_date'>

/** Runs that show whether a start alone says when the others come: the longest cycle of month ends and clock changes. */
const COMPARED_RUNS = 12

/**
 * When a copy of a budget starts and ends: at the next run that the schedule of the first one names, for as long as that
 * one lasts. What starts when someone presses start still does.
 */
export function copiedDates(
  budget: Dates & Pick<BudgetRecord, 'frequency' | 'starting_at' | 'scheduled_start_date'>,
  now: Date,
): Dates {
  const { recurrence_date, scheduled_end_date: end } = budget
  const first = budget.starting_at ?? budget.scheduled_start_date
  if (!first || isSubDaily(budget.frequency))
    return { scheduled_start_date: null, recurrence_date, scheduled_end_date: end && end > now ? end : null }
  const schedule: Schedule = { ...budgetSchedule(budget, now), startingAt: toInstant(first), endsAt: null }
  const start = first > now ? toInstant(first) : occurrenceAt(schedule, indexAfter(schedule, toInstant(now)))
  return {
    scheduled_start_date: toDate(start),
    recurrence_date: anchorFrom(schedule, start),
    scheduled_end_date: end && toDate(shifted(toInstant(end), toInstant(first), start)),
  }
}

/** The 28th of February may stand for the 31st: then the first schedule's own day is kept beside the start. */
function anchorFrom(schedule: Schedule, start: Instant): Date | null {
  const moved = { ...schedule, startingAt: start, recurrenceDate: null }
  const from = indexAfter(schedule, start)
  const isTheSame = Array.from({ length: COMPARED_RUNS }, (_, run) => run).every((run) =>
    occurrenceAt(moved, run + 1).equals(occurrenceAt(schedule, from + run)),
  )
  return isTheSame ? null : toDate(schedule.recurrenceDate ?? schedule.startingAt)
}

/** By the calendar of London: a year stays a year. */
function shifted(end: Instant, from: Instant, to: Instant): Instant {
  const local = (at: Instant) => at.toZonedDateTimeISO(BUSINESS_ZONE).toPlainDateTime()
  const lasts = local(from).until(local(end), { largestUnit: 'months' })
  return local(to).add(lasts).toZonedDateTime(BUSINESS_ZONE).toInstant()
}
