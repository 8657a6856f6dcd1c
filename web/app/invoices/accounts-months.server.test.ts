import { expect, test } from 'vitest'
import { lastMonths } from './accounts-months.server.ts'

test('months for accounts packages begin with the team, and end with the last that is over', () => {
  expect(lastMonths('2026-11-26', '2026-09-15T09:00:00Z')).toEqual(['2026-10', '2026-09'])
  // Summer in London: it is the first of July by then.
  expect(lastMonths('2026-11-26', '2026-06-30T23:30:00Z').at(-1)).toBe('2026-07')
  expect(lastMonths('2026-11-26', '2026-11-02T09:00:00Z')).toEqual([])
  expect(lastMonths('2026-11-26', '2020-01-01T09:00:00Z')).toHaveLength(24)
})
