import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Instant, Temporal } from '#kit/time.ts'
import {
  countUntil,
  dueOccurrence,
  type Frequency,
  frequencies,
  indexAfter,
  isSubDaily,
  occurrenceAt,
  occurrencesFrom,
  periodEnd,
  plannedAt,
  runsInYear,
  type Schedule,
} from './schedule.ts'

/** A wall-clock time in London. */
const london = (text: string): Instant => Temporal.PlainDateTime.from(text).toZonedDateTime('Europe/London').toInstant()
const utc = (text: string): Instant => Temporal.Instant.from(text)
const schedule = (frequency: Frequency, startingAt: Instant, rest: Partial<Schedule> = {}): Schedule => ({
  frequency,
  startingAt,
  recurrenceDate: null,
  endsAt: null,
  ...rest,
})
const wall = (instant: Instant) =>
  instant.toZonedDateTimeISO('Europe/London').toPlainDateTime().toString({ smallestUnit: 'minute' })
const dates = (of: Schedule, limit: number, index = 0) =>
  occurrencesFrom(of, { index, remaining: null, limit }).map(({ at }) => wall(at))

describe('occurrences', () => {
  test('are counted from the anchor, at every frequency', () => {
    const start = london('2026-03-02T09:30')
    expect(dates(schedule('minute', start), 3)).toEqual(['2026-03-02T09:30', '2026-03-02T09:31', '2026-03-02T09:32'])
    expect(dates(schedule('hour', start), 3)).toEqual(['2026-03-02T09:30', '2026-03-02T10:30', '2026-03-02T11:30'])
    expect(dates(schedule('day', start), 3)).toEqual(['2026-03-02T09:30', '2026-03-03T09:30', '2026-03-04T09:30'])
    expect(dates(schedule('week', start), 3)).toEqual(['2026-03-02T09:30', '2026-03-09T09:30', '2026-03-16T09:30'])
    expect(dates(schedule('month', start), 3)).toEqual(['2026-03-02T09:30', '2026-04-02T09:30', '2026-05-02T09:30'])
    expect(dates(schedule('quarter', start), 3)).toEqual(['2026-03-02T09:30', '2026-06-02T09:30', '2026-09-02T09:30'])
    expect(dates(schedule('year', start), 3)).toEqual(['2026-03-02T09:30', '2027-03-02T09:30', '2028-03-02T09:30'])
  })

  test('31 January: the last day of shorter months, and back to the 31st', () => {
    expect(dates(schedule('month', london('2026-01-31T09:00')), 8)).toEqual([
      '2026-01-31T09:00',
      '2026-02-28T09:00',
      '2026-03-31T09:00',
      '2026-04-30T09:00',
      '2026-05-31T09:00',
      '2026-06-30T09:00',
      '2026-07-31T09:00',
      '2026-08-31T09:00',
    ])
    expect(dates(schedule('quarter', london('2025-11-30T09:00')), 3)).toEqual([
      '2025-11-30T09:00',
      '2026-02-28T09:00',
      '2026-05-30T09:00',
    ])
  })

  test('29 February: the 28th in other years, the 29th again in the next leap year', () => {
    expect(dates(schedule('year', london('2028-02-29T12:00')), 5)).toEqual([
      '2028-02-29T12:00',
      '2029-02-28T12:00',
      '2030-02-28T12:00',
      '2031-02-28T12:00',
      '2032-02-29T12:00',
    ])
  })

  test('clocks go forward (29 March 2026, 01:00): the wall-clock time stays, the skipped hour moves on', () => {
    const daily = schedule('day', london('2026-03-28T09:00'))
    expect(occurrenceAt(daily, 0)).toEqual(utc('2026-03-28T09:00:00Z'))
    expect(occurrenceAt(daily, 1)).toEqual(utc('2026-03-29T08:00:00Z'))
    const atNight = schedule('day', london('2026-03-28T01:30'))
    expect(dates(atNight, 3)).toEqual(['2026-03-28T01:30', '2026-03-29T02:30', '2026-03-30T01:30'])
    const hourly = schedule('hour', utc('2026-03-29T00:15:00Z'))
    expect(dates(hourly, 3)).toEqual(['2026-03-29T00:15', '2026-03-29T02:15', '2026-03-29T03:15'])
  })

  test('clocks go back (25 October 2026, 02:00): once a day, and every hour that passes', () => {
    const atNight = schedule('day', london('2026-10-24T01:30'))
    expect(occurrenceAt(atNight, 1)).toEqual(utc('2026-10-25T00:30:00Z'))
    expect(occurrenceAt(atNight, 2)).toEqual(utc('2026-10-26T01:30:00Z'))
    const hourly = schedule('hour', utc('2026-10-24T23:15:00Z'))
    expect(dates(hourly, 4)).toEqual(['2026-10-25T00:15', '2026-10-25T01:15', '2026-10-25T01:15', '2026-10-25T02:15'])
    // Started in the second 01:30 of the night, it begins then and not an hour before.
    const second = schedule('day', utc('2026-10-25T01:30:00Z'))
    expect(occurrenceAt(second, 0)).toEqual(utc('2026-10-25T01:30:00Z'))
  })

  test('with a recurrence date: first at the start, then on that day of each period', () => {
    const start = london('2026-03-17T14:00')
    const firstOfMonth = schedule('month', start, { recurrenceDate: london('2026-04-01T09:00') })
    expect(dates(firstOfMonth, 3)).toEqual(['2026-03-17T14:00', '2026-04-01T09:00', '2026-05-01T09:00'])
    const anchoredBefore = schedule('month', start, { recurrenceDate: london('2026-01-31T09:00') })
    expect(dates(anchoredBefore, 4)).toEqual([
      '2026-03-17T14:00',
      '2026-03-31T09:00',
      '2026-04-30T09:00',
      '2026-05-31T09:00',
    ])
  })

  test('stop at the end date, exclusive, and at the number of runs', () => {
    const start = london('2026-01-01T09:00')
    expect(dates(schedule('month', start, { endsAt: london('2026-03-01T09:00') }), 9)).toEqual([
      '2026-01-01T09:00',
      '2026-02-01T09:00',
    ])
    expect(occurrencesFrom(schedule('month', start), { index: 1, remaining: 2, limit: 9 })).toHaveLength(2)
    expect(occurrencesFrom(schedule('month', start), { index: 1, remaining: 0, limit: 9 })).toEqual([])
    expect(wall(periodEnd(schedule('month', start), 2))).toBe('2026-04-01T09:00')
    expect(wall(periodEnd(schedule('month', start, { endsAt: london('2026-03-15T00:00') }), 2))).toBe(
      '2026-03-15T00:00',
    )
  })
})

describe('after downtime', () => {
  test('three months down: monthly occurrences each, in order', () => {
    const monthly = schedule('month', london('2026-01-31T09:00'))
    const now = london('2026-05-01T00:00')
    const ran: string[] = []
    for (let next = 1; ; ) {
      const due = dueOccurrence(monthly, next, now)
      if (!due) break
      expect(due.skipped).toBe(0)
      ran.push(wall(due.at))
      next = due.index + 1
    }
    expect(ran).toEqual(['2026-02-28T09:00', '2026-03-31T09:00', '2026-04-30T09:00'])
  })

  test('occurrences of minutes and hours: only the latest, the rest left out', () => {
    const hourly = schedule('hour', utc('2026-03-02T10:00:00Z'))
    expect(dueOccurrence(hourly, 1, utc('2026-03-02T15:59:59Z'))).toEqual({
      index: 5,
      at: utc('2026-03-02T15:00:00Z'),
      skipped: 4,
    })
    const ended = { ...hourly, endsAt: utc('2026-03-02T13:00:00Z') }
    expect(dueOccurrence(ended, 1, utc('2026-03-02T15:59:59Z'))).toMatchObject({ index: 2, skipped: 1 })
    expect(dueOccurrence(ended, 3, utc('2026-03-02T15:59:59Z'))).toBeNull()
  })

  test('no occurrence before its time', () => {
    const daily = schedule('day', utc('2026-03-02T10:00:00Z'))
    expect(dueOccurrence(daily, 1, utc('2026-03-03T09:59:59.999Z'))).toBeNull()
    expect(dueOccurrence(daily, 1, utc('2026-03-03T10:00:00Z'))?.index).toBe(1)
  })
})

test('runsInYear counts the runs of a year, up to the number and the end that are set', () => {
  const start = london('2026-01-31T09:00')
  const runs = (frequency: Frequency, rest: Partial<Schedule> = {}, remaining: number | null = null) =>
    runsInYear(schedule(frequency, start, rest), { index: 0, remaining })
  expect([runs('month'), runs('quarter'), runs('year'), runs('day'), runs('hour')]).toEqual([12, 4, 1, 365, 8760])
  expect(runs('month', {}, 5)).toBe(5)
  expect(runs('month', { endsAt: london('2026-04-30T09:00') })).toBe(3)
})

describe('any schedule', () => {
  const instant = fc
    .date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2030-12-31T00:00:00Z'), noInvalidDate: true })
    .map((date) => Temporal.Instant.fromEpochMilliseconds(date.getTime()))
  const anySchedule: fc.Arbitrary<Schedule> = fc.record({
    frequency: fc.constantFrom(...frequencies),
    startingAt: instant,
    recurrenceDate: fc.option(instant),
    endsAt: fc.option(instant),
  })

  test('occurrences grow strictly, and indexAfter finds them again', () => {
    fc.assert(
      fc.property(anySchedule, fc.nat(200), (each, index) => {
        const at = occurrenceAt(each, index)
        expect(Temporal.Instant.compare(at, occurrenceAt(each, index + 1))).toBe(-1)
        expect(indexAfter(each, at)).toBe(index + 1)
        expect(indexAfter(each, at.subtract({ milliseconds: 1 }))).toBe(index)
      }),
    )
  })

  test('countUntil leads to the first occurrence that is not planned before a moment', () => {
    fc.assert(
      fc.property(anySchedule, instant, fc.nat(20), (each, until, index) => {
        const isBefore = (at: Instant | null) => at !== null && Temporal.Instant.compare(at, until) < 0
        const next = index + countUntil(each, index, until)
        expect(isBefore(plannedAt(each, next))).toBe(false)
        expect(next === index || isBefore(plannedAt(each, next - 1))).toBe(true)
      }),
    )
  })

  test('a calendar occurrence depends on its anchor alone, and keeps the time of day unless the clocks skip it', () => {
    fc.assert(
      fc.property(anySchedule, fc.integer({ min: 1, max: 200 }), (each, index) => {
        fc.pre(!isSubDaily(each.frequency))
        const anchor = (each.recurrenceDate ?? each.startingAt).toZonedDateTimeISO('Europe/London')
        const at = occurrenceAt(each, index).toZonedDateTimeISO('Europe/London')
        const [wanted, found] = [anchor.toPlainTime(), at.toPlainTime()]
        if (!wanted.equals(found)) expect(wanted.add({ hours: 1 }).equals(found)).toBe(true)
        if (each.frequency !== 'day' && each.frequency !== 'week')
          expect(at.day).toBe(Math.min(anchor.day, at.daysInMonth))
      }),
    )
  })

  test('catching up runs or leaves out every occurrence up to now, once, and none after', () => {
    fc.assert(
      fc.property(anySchedule, fc.nat(20), fc.nat(40), (each, next, missed) => {
        const now = occurrenceAt(each, next + missed)
        const seen: number[] = []
        for (let index = next; ; ) {
          const due = dueOccurrence(each, index, now)
          if (!due) break
          for (let skipped = due.index - due.skipped; skipped <= due.index; skipped++) seen.push(skipped)
          expect(due.skipped === 0 || isSubDaily(each.frequency)).toBe(true)
          index = due.index + 1
        }
        const planned = Array.from({ length: missed + 1 }, (_, step) => next + step).filter((index) =>
          plannedAt(each, index),
        )
        expect(seen).toEqual(planned)
      }),
    )
  })
})
