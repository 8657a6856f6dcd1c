import { expect, test } from 'vitest'
import { creditDueAfter, cutBefore, nextPeriod, partFrom } from './period.ts'

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

test.each(['2026-02-01', '2026-03-01', '2026-10-01', '2026-12-01', '2026-07-05'])(
  'a refund on any day from %s is credited within 14 days, in parts that follow one another',
  (first) => {
    const start = new Date(`${first}T09:00:00Z`)
    const month = nextPeriod({ from: start, endedAt: null })
    const due = [creditDueAfter(month, month.from)]
    while (due.at(-1)! < month.dueAt) due.push(creditDueAfter(month, due.at(-1)!))
    expect(due.at(-1)).toEqual(month.dueAt)
    let from = month.from
    for (const at of due) {
      const until = at < month.dueAt ? cutBefore(month, at)! : month.until
      expect(partFrom(month, until)).toEqual(from)
      expect(at.getTime() - from.getTime()).toBeLessThan(14 * 86_400_000)
      from = until
    }
    expect(cutBefore(month, new Date(due[0]!.getTime() - 1))).toBeUndefined()
  },
)

test('a budget that ended before a cut is credited with its last invoice', () => {
  const last = nextPeriod({ from: new Date('2026-02-01T00:00:00Z'), endedAt: new Date('2026-02-10T09:30:00Z') })
  expect(creditDueAfter(last, last.from)).toEqual(last.dueAt)
})
