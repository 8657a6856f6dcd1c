import { expect, test } from 'vitest'
import { Temporal } from '#kit/time.ts'
import { taxYearAt } from './tax-year.ts'

const year = (moment: string) => {
  const { from, until } = taxYearAt(Temporal.Instant.from(moment))
  return [from.toISOString(), until.toISOString()]
}

test('a tax year begins with 6 April in London, in summer time, to the millisecond', () => {
  const before = ['2025-04-05T23:00:00.000Z', '2026-04-05T23:00:00.000Z']
  const after = ['2026-04-05T23:00:00.000Z', '2027-04-05T23:00:00.000Z']
  expect(year('2026-01-01T00:00:00Z')).toEqual(before)
  expect(year('2026-04-05T22:59:59.999Z')).toEqual(before)
  expect(year('2026-04-05T23:00:00Z')).toEqual(after)
  expect(year('2026-12-31T23:59:59Z')).toEqual(after)
})
