import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Occasion } from '#contract/celebrations/celebrations.ts'
import { Temporal } from '#kit/time.ts'
import {
  APART_DAYS,
  celebrationIn,
  celebrationsBetween,
  currentDay,
  type Dates,
  isUnusuallyMany,
  nextLook,
  parseDay,
  planCelebrations,
  type RecordedCelebration,
  retryAt,
  sendingTime,
} from './celebration.ts'

const born = (birthday: string | null, startDate: string | null = null): Dates => ({ birthday, startDate })
const dayIn = (year: number, occasion: Occasion, dates: Dates) => celebrationIn(year, occasion, dates)?.day.toString()
const at = (text: string) => Temporal.Instant.from(text)

describe('the day of a year', () => {
  test('29 February is celebrated on the 28th, and on its own day in leap years', () => {
    const dates = born('1992-02-29', '2016-02-29')
    expect([2026, 2027, 2028, 2100].map((year) => dayIn(year, 'birthday', dates))).toEqual([
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
      '2100-02-28',
    ])
    expect(dayIn(2027, 'work-anniversary', dates)).toBe('2027-02-28')
  })

  test('an anniversary comes after a year at work, and says how many', () => {
    const dates = born(null, '2024-05-01')
    expect([2024, 2025, 2034].map((year) => celebrationIn(year, 'work-anniversary', dates)?.years)).toEqual([
      undefined,
      1,
      10,
    ])
    expect(celebrationIn(2030, 'birthday', born('1990-05-01'))?.years).toBeNull()
  })

  test('no birthday before the first day at work, and none without a date', () => {
    expect(dayIn(2026, 'birthday', born('1990-03-03', '2026-03-05'))).toBeUndefined()
    expect(dayIn(2026, 'birthday', born('1990-03-05', '2026-03-05'))).toBe('2026-03-05')
    expect([dayIn(2026, 'birthday', born(null)), dayIn(2026, 'work-anniversary', born('1990-03-03'))]).toEqual([
      undefined,
      undefined,
    ])
  })

  test('the days between two are found across the new year', () => {
    const found = celebrationsBetween('birthday', born('1990-01-01'), parseDay('2026-12-31'), parseDay('2028-01-01'))
    expect(found.map(({ day }) => day.toString())).toEqual(['2027-01-01', '2028-01-01'])
  })
})

describe('the time of a day', () => {
  test('a day begins at 9 in the morning of the rule’s own zone', () => {
    const now = at('2026-03-02T09:30:00Z')
    expect(currentDay(now, 'Europe/London').toString()).toBe('2026-03-02')
    expect(currentDay(now, 'America/New_York').toString()).toBe('2026-03-01')
    expect(currentDay(now, 'Asia/Tokyo').toString()).toBe('2026-03-02')
    expect(sendingTime(parseDay('2026-03-29'), 'Europe/London').toISOString()).toBe('2026-03-29T08:00:00.000Z')
    expect(nextLook(now, 'Europe/London').toISOString()).toBe('2026-03-03T09:00:00.000Z')
  })

  test('a gift that failed is tried three times on its day, then with the next', () => {
    const now = at('2026-03-02T09:00:00Z')
    const tries = [1, 2, 3, 4].map((attempts) => retryAt(now, 'Europe/London', attempts).toISOString())
    expect(tries).toEqual([
      '2026-03-02T09:05:00.000Z',
      '2026-03-02T10:00:00.000Z',
      '2026-03-02T15:00:00.000Z',
      '2026-03-03T09:00:00.000Z',
    ])
    expect(retryAt(at('2026-03-03T08:30:00Z'), 'Europe/London', 2).toISOString()).toBe('2026-03-03T09:00:00.000Z')
  })
})

const person = (id: string, birthday: string) => ({ id, birthday, startDate: null })
const plan = (
  days: { handledThrough: string; today: string; until?: string },
  people: ReturnType<typeof person>[],
  recorded: RecordedCelebration[] = [],
) =>
  planCelebrations(
    {
      occasion: 'birthday',
      handledThrough: parseDay(days.handledThrough),
      today: parseDay(days.today),
      until: parseDay(days.until ?? days.today),
    },
    people,
    recorded,
  )
const row = (employeeId: string, day: string, status: RecordedCelebration['status']): RecordedCelebration => ({
  id: `${employeeId} ${day}`,
  employeeId,
  day,
  status,
})
const plannedDays = ({ planned }: ReturnType<typeof plan>) => planned.map(({ person: { id }, day }) => `${id} ${day}`)

describe('the plan', () => {
  test('makes up for a week of being late, and for no more', () => {
    const people = [person('ada', '1990-03-03'), person('ben', '1990-03-04')]
    expect(plannedDays(plan({ handledThrough: '2026-03-01', today: '2026-03-11' }, people))).toEqual(['ben 2026-03-04'])
  })

  test('withdraws a leaver’s open gift, and one whose day has changed', () => {
    const recorded = [row('ada', '2026-03-10', 'awaiting-approval'), row('ben', '2026-03-10', 'due')]
    const found = plan({ handledThrough: '2026-03-05', today: '2026-03-06' }, [person('ben', '1990-03-12')], recorded)
    expect(found.withdrawn).toEqual(['ada 2026-03-10', 'ben 2026-03-10'])
  })

  test('counts a gift that has waited for more than a week as missed, and does not plan it again', () => {
    const recorded = [row('ada', '2026-03-01', 'awaiting-approval'), row('ben', '2026-03-02', 'due')]
    const people = [person('ada', '1990-03-01'), person('ben', '1990-03-02')]
    const found = plan({ handledThrough: '2026-02-20', today: '2026-03-09' }, people, recorded)
    expect([found.missed, plannedDays(found)]).toEqual([['ada 2026-03-01'], []])
  })

  test('leaves out people who were given or skipped this year, or just before the new one', () => {
    const people = [person('ada', '1990-01-02'), person('ben', '1990-01-02'), person('cyd', '1990-01-02')]
    const recorded = [row('ada', '2026-12-20', 'given'), row('ben', '2027-01-01', 'skipped')]
    const days = { handledThrough: '2027-01-01', today: '2027-01-02' }
    expect(plannedDays(plan(days, people, recorded))).toEqual(['cyd 2027-01-02'])
  })

  const civilDay = (from: string, to: string) =>
    fc
      .integer({ min: 0, max: parseDay(from).until(to, { largestUnit: 'days' }).days })
      .map((days) => parseDay(from).add({ days }).toString())

  test('never gives twice in a year, however late or often it runs and however dates change', () => {
    const step = fc.record({
      hours: fc.integer({ min: 0, max: 30 * 24 }),
      birthday: fc.option(civilDay('1960-01-01', '2005-12-31')),
      zone: fc.constantFrom('Europe/London', 'America/Los_Angeles', 'Pacific/Auckland'),
      ahead: fc.constantFrom(0, 7),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let now = at('2026-01-01T12:00:00Z')
        let handledThrough = parseDay('2025-12-31')
        let birthday = '1992-02-29'
        const given: RecordedCelebration[] = []
        for (const { hours, birthday: corrected, zone, ahead } of steps) {
          now = now.add({ hours })
          birthday = corrected ?? birthday
          const today = currentDay(now, zone)
          const window = { occasion: 'birthday' as const, handledThrough, today, until: today.add({ days: ahead }) }
          for (const { day } of planCelebrations(window, [person('ada', birthday)], given).planned)
            given.push(row('ada', day.toString(), 'given'))
          handledThrough = today
        }
        const days = given.map(({ day }) => parseDay(day)).sort(Temporal.PlainDate.compare)
        expect(new Set(days.map(({ year }) => year)).size).toBe(days.length)
        for (const [place, day] of days.slice(1).entries())
          expect(days[place]!.until(day, { largestUnit: 'days' }).days).toBeGreaterThanOrEqual(APART_DAYS)
      }),
    )
  })

  test('run daily, it gives everyone exactly one gift a year, on the day', () => {
    fc.assert(
      fc.property(civilDay('1960-01-01', '2005-12-31'), (birthday) => {
        const given: RecordedCelebration[] = []
        const first = parseDay('2027-01-01')
        for (let days = 0; days < 731; days++) {
          const today = first.add({ days })
          const window = {
            occasion: 'birthday' as const,
            handledThrough: today.subtract({ days: 1 }),
            today,
            until: today,
          }
          for (const { day } of planCelebrations(window, [person('ada', birthday)], given).planned)
            given.push(row('ada', day.toString(), 'given'))
        }
        expect(given.map(({ day }) => day)).toEqual([2027, 2028].map((year) => dayIn(year, 'birthday', born(birthday))))
      }),
      { numRuns: 20 },
    )
  })
})

test.each([
  [5, 3, false],
  [6, 3, true],
  [20, 100, false],
  [21, 100, true],
])('%i gifts on one day among %i people: unusual is %s', (gifts, people, unusual) => {
  expect(isUnusuallyMany(gifts, people)).toBe(unusual)
})
