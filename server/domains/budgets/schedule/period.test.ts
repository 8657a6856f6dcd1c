import { expect, test } from 'vitest'
import { nextPeriod } from './period.ts'

const period = (from: string, endedAt: string | null = null) => {
  const { until, month } = nextPeriod({ from: new Date(from), endedAt: endedAt ? new Date(endedAt) : null })
  return [month, until.toISOString()]
}

test.each([
  ['the rest of the first month', '2026-01-31T18:00:00Z', null, '2026-01', '2026-02-01T00:00:00.000Z'],
  ['a month that summer time begins in', '2026-03-01T00:00:00Z', null, '2026-03', '2026-03-31T23:00:00.000Z'],
  ['a month of summer, by London’s midnight', '2026-03-31T23:00:00Z', null, '2026-04', '2026-04-30T23:00:00.000Z'],
  ['the turn of the year', '2026-12-01T00:00:00Z', null, '2026-12', '2027-01-01T00:00:00.000Z'],
  [
    'up to the end of the budget',
    '2026-02-01T00:00:00Z',
    '2026-02-12T09:30:00Z',
    '2026-02',
    '2026-02-12T09:30:00.000Z',
  ],
  [
    'the rest of the month after it',
    '2026-02-12T09:30:00Z',
    '2026-02-12T09:30:00Z',
    '2026-02',
    '2026-03-01T00:00:00.000Z',
  ],
  [
    'a whole month before the end',
    '2026-01-01T00:00:00Z',
    '2026-02-12T09:30:00Z',
    '2026-01',
    '2026-02-01T00:00:00.000Z',
  ],
])('a period is %s', (_, from, endedAt, month, until) => {
  expect(period(from, endedAt)).toEqual([month, until])
})
