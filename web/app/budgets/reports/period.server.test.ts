import { expect, test } from 'vitest'
import { readReportPeriod, readTeamPeriod } from './period.server.ts'

const BEGAN = '2026-01-15T09:00:00Z'
/** Half past midnight in London, where it is summer. */
const NOW = '2026-05-30T23:30:00Z'
const read = (search: string) => readReportPeriod(new URLSearchParams(search), BEGAN, NOW)

test.each([
  ['', 'all', '2026-01-15', '2026-05-31'],
  ['range=this-month', 'this-month', '2026-05-01', '2026-05-31'],
  ['range=last-month', 'last-month', '2026-04-01', '2026-04-30'],
  ['range=last-3-months', 'last-3-months', '2026-03-01', '2026-05-31'],
  ['from=2026-02-10&to=2026-02-20', 'custom', '2026-02-10', '2026-02-20'],
  ['until=2026-02-20', 'custom', '2026-01-15', '2026-02-20'],
  ['to=2026-02-20', 'custom', '2026-01-15', '2026-02-20'],
  ['from=2026-02-30&to=soon', 'all', '2026-01-15', '2026-05-31'],
  ['range=for-ever', 'all', '2026-01-15', '2026-05-31'],
])('%j asks for %s: %s to %s', (search, range, first, last) => expect(read(search)).toEqual({ range, first, last }))

test('days named the wrong way round are turned, and it is said', () => {
  const period = { range: 'custom', first: '2026-02-10', last: '2026-02-20', isTurned: true }
  expect(read('from=2026-02-20&to=2026-02-10')).toEqual(period)
})

test.each([
  ['', 'last-12-months', '2025-06-01', '2026-05-31'],
  ['range=this-year', 'this-year', '2026-01-01', '2026-05-31'],
  ['range=last-year', 'last-year', '2025-01-01', '2025-12-31'],
  ['range=toString', 'last-12-months', '2025-06-01', '2026-05-31'],
  ['from=2026-02-10', 'custom', '2026-02-10', '2026-05-31'],
])('%j asks of a team for %s: %s to %s', (search, range, first, last) =>
  expect(readTeamPeriod(new URLSearchParams(search), NOW)).toEqual({ range, first, last }),
)
