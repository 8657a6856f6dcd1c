import { describe, expect, test } from 'vitest'
import { Temporal } from '#kit/time.ts'
import type { Problem } from '#server/platform/problem/problem.ts'
import { type ClockMove, resolveClockTarget } from './clock.ts'

const reach = (now: string, move: ClockMove) => resolveClockTarget(move, Temporal.Instant.from(now)).toString()
const problem = (now: string, move: ClockMove) => {
  try {
    return reach(now, move)
  } catch (error) {
    return (error as Problem).code
  }
}

describe('a duration of the clock is counted in the calendar of London', () => {
  test('a month from the 31st ends on the last day of the next', () => {
    expect(reach('2026-01-31T10:00:00Z', { advance: 'P1M' })).toBe('2026-02-28T10:00:00Z')
  })
  test('a day over the clock change keeps the time of day', () => {
    expect(reach('2026-03-28T12:00:00Z', { advance: 'P1D' })).toBe('2026-03-29T11:00:00Z')
  })
  test('hours are counted as they pass, also over the clock change', () => {
    expect(reach('2026-03-28T12:00:00Z', { advance: 'PT24H' })).toBe('2026-03-29T12:00:00Z')
  })
})

test('an instant for the clock may have any offset', () => {
  expect(reach('2026-03-01T00:00:00Z', { to: '2026-03-02T01:00:00+01:00' })).toBe('2026-03-02T00:00:00Z')
})
test('an instant for the clock in the past is refused, this very moment is not', () => {
  expect(problem('2026-03-02T00:00:00Z', { to: '2026-03-01T23:59:59.999Z' })).toBe('clock_backwards')
  expect(problem('2026-03-02T00:00:00Z', { to: '2026-03-02T00:00:00Z' })).toBe('2026-03-02T00:00:00Z')
})
test.each<ClockMove>([{ advance: 'P11Y' }, { advance: 'P999999999Y' }, { to: '2036-03-02T00:00:01Z' }])(
  '%j is refused as too far for the clock',
  (move) => {
    expect(problem('2026-03-02T00:00:00Z', move)).toBe('invalid_fields')
  },
)
