import { describe, expect, test } from 'vitest'
import { Temporal } from '#kit/time.ts'
import { billingPeriodStart, daysLeft, endAfterNotice, periodAt, proRata, startOfDay } from './period.ts'
import { type Billed, quotePlan } from './quote.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const starts = (anchor: string, unit: 'month' | 'year', count: number) =>
  Array.from({ length: count }, (_, index) => billingPeriodStart(day(anchor), unit, index).toString())

describe('periods', () => {
  test('from the 31st end on the last day of shorter months and come back to the 31st', () => {
    expect(starts('2026-01-31', 'month', 5)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
    ])
    expect(starts('2027-12-31', 'month', 3).at(-1)).toBe('2028-02-29')
  })
  test('of a year from 29 February fall on the 28th until the next leap year', () => {
    expect(starts('2028-02-29', 'year', 5)).toEqual([
      '2028-02-29',
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ])
  })
  test('begin with the London day on both sides of the clock changes', () => {
    expect(startOfDay(day('2026-03-28')).toISOString()).toBe('2026-03-28T00:00:00.000Z')
    expect(startOfDay(day('2026-03-30')).toISOString()).toBe('2026-03-29T23:00:00.000Z')
    expect(startOfDay(day('2026-10-25')).toISOString()).toBe('2026-10-24T23:00:00.000Z')
    expect(startOfDay(day('2026-10-26')).toISOString()).toBe('2026-10-26T00:00:00.000Z')
  })
  test('are counted in days: the day the clocks change is one like any other', () => {
    const march = { from: day('2026-03-15'), until: day('2026-04-15') }
    expect(daysLeft(march, day('2026-03-29'))).toEqual({ left: 17, of: 31 })
    expect(daysLeft(march, day('2026-04-20'))).toEqual({ left: 0, of: 31 })
    expect(daysLeft(march, day('2026-03-01'))).toEqual({ left: 31, of: 31 })
  })
})

describe('pro rata', () => {
  const february = { from: day('2026-02-01'), until: day('2026-03-01') }
  test('rounds halves to the even penny, and the parts of any split add up to within one', () => {
    // 1 of 28 days of 14p is half a penny.
    expect(proRata(14, february, day('2026-02-28'))).toBe(0)
    expect(proRata(42, february, day('2026-02-28'))).toBe(2)
    expect(proRata(4900, february, february.from)).toBe(4900)
    for (let d = 1; d <= 28; d++) {
      const rest = proRata(4999, february, day(`2026-02-${String(d).padStart(2, '0')}`))
      expect(rest).toBe(Math.round((4999 * (29 - d)) / 28))
    }
  })
})

describe('a quote', () => {
  const plus = { id: 'plus', name: 'Plus', pricePence: 4900, billingPeriod: 'month' as const }
  const max = { id: 'max', name: 'Max', pricePence: 24_900, billingPeriod: 'month' as const }
  const yearlyMax = { ...max, pricePence: 249_000, billingPeriod: 'year' as const }
  const billed: Billed = {
    plan: plus,
    anchor: day('2026-01-31'),
    billingPeriod: 'month',
    period: periodAt(day('2026-01-31'), 'month', 1),
  }

  test('for a team that was not billed is one whole period from today', () => {
    const quote = quotePlan(plus, null, day('2026-03-02'))
    expect([quote.netPence, quote.vatPence, quote.totalPence]).toEqual([4900, 980, 5880])
    expect([quote.anchor, quote.period.until].map(String)).toEqual(['2026-03-02', '2026-04-02'])
    expect(quote.renewal.totalPence).toBe(5880)
  })

  test('keeps the billing day: the rest of the period, less what is unused of the present plan', () => {
    const quote = quotePlan(max, billed, day('2026-03-10'))
    // 28 February to 31 March is 31 days, of which 21 are left.
    const [charge, unused] = [Math.round((24_900 * 21) / 31), Math.round((4900 * 21) / 31)]
    expect(quote.lines.map(({ kind, netPence }) => [kind, netPence])).toEqual([
      ['charge', charge],
      ['unused', -unused],
    ])
    expect(quote.netPence).toBe(charge - unused)
    expect([quote.anchor, quote.period.until].map(String)).toEqual(['2026-01-31', '2026-03-31'])
  })

  test('takes today as the billing day where the length of the period changes', () => {
    const quote = quotePlan(yearlyMax, billed, day('2026-03-10'))
    expect([quote.anchor, quote.period.until].map(String)).toEqual(['2026-03-10', '2027-03-10'])
    expect(quote.netPence).toBe(249_000 - Math.round((4900 * 21) / 31))
  })
})

describe('notice', () => {
  const plan = {
    noticePeriod: 1,
    noticePeriodUnit: 'month',
    initialPeriod: 3,
    initialPeriodUnit: 'month',
  } as const
  const end = (startedOn: string, today: string, change: object = {}) =>
    endAfterNotice(
      {
        anchor: day('2026-01-31'),
        billingPeriod: 'month',
        startedOn: day(startedOn),
        plan: { ...plan, ...change },
      },
      day(today),
    ).toString()

  test('ends a plan with a period, not before its initial period', () => {
    expect(end('2026-01-31', '2026-02-01')).toBe('2026-04-30')
    expect(end('2026-03-10', '2026-03-11')).toBe('2026-06-30')
  })
  test('is a whole one: given too late it is the next period', () => {
    expect(end('2025-01-31', '2026-05-31')).toBe('2026-06-30')
    expect(end('2025-01-31', '2026-06-01')).toBe('2026-07-31')
    expect(end('2025-01-31', '2026-06-01', { noticePeriod: 0 })).toBe('2026-06-30')
    expect(end('2025-01-31', '2026-06-30', { noticePeriod: 0 })).toBe('2026-07-31')
  })
})
