import { expect, test } from 'vitest'
import { Temporal } from '#kit/time.ts'
import { capPeriodStart } from './spend-cap.ts'

test.each([
  ['2026-03-02', '2026-03-01', '2026-01-01', '2026-01-01'],
  ['2026-12-31', '2026-12-01', '2026-10-01', '2026-01-01'],
  ['2028-02-29', '2028-02-01', '2028-01-01', '2028-01-01'],
])('the period of a limit on %s: the month began on %s, the quarter on %s, the year on %s', (day, ...starts) => {
  const date = Temporal.PlainDate.from(day)
  expect((['month', 'quarter', 'year'] as const).map((period) => capPeriodStart(date, period).toString())).toEqual(
    starts,
  )
})
