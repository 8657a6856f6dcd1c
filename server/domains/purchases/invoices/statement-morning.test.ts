import { expect, test } from 'vitest'
import { iso } from '#kit/time.ts'
import { statementMorningAfter } from './statement-morning.ts'

test('statements leave at nine in London on the first weekday of a month that is not New Year’s Day, and never at the moment just passed', () => {
  const after = (moment: string) => iso(statementMorningAfter(new Date(moment)))
  // A Wednesday in summer time; the 1st of August is a Saturday, the 1st of November a Sunday.
  expect(after('2026-03-31T22:59:59Z')).toBe('2026-04-01T08:00:00.000Z')
  expect(after('2026-04-01T07:59:59Z')).toBe('2026-04-01T08:00:00.000Z')
  expect(after('2026-04-01T08:00:00Z')).toBe('2026-05-01T08:00:00.000Z')
  expect(after('2026-07-15T12:00:00Z')).toBe('2026-08-03T08:00:00.000Z')
  expect(after('2026-08-01T12:00:00Z')).toBe('2026-08-03T08:00:00.000Z')
  expect(after('2026-10-31T12:00:00Z')).toBe('2026-11-02T09:00:00.000Z')
  // New Year on a Friday leads to Monday.
  expect(after('2026-12-31T23:00:00Z')).toBe('2027-01-04T09:00:00.000Z')
})
