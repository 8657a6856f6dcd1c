import { expect, test } from 'vitest'
import { dayOf, instantOf, localOf } from './zoned.server.ts'

test('a local time is a moment of its zone, in summer and in winter', () => {
  expect(instantOf('2026-07-01T09:00', 'Europe/London')).toBe('2026-07-01T08:00:00Z')
  expect(instantOf('2026-12-01T09:00', 'Europe/London')).toBe('2026-12-01T09:00:00Z')
  expect(instantOf('2026-12-01T09:00', 'Asia/Tokyo')).toBe('2026-12-01T00:00:00Z')
})

test('and comes back as it was typed', () => {
  expect(localOf('2026-07-01T08:00:00Z', 'Europe/London')).toBe('2026-07-01T09:00')
  expect(dayOf('2026-07-01T23:30:00Z', 'Europe/London')).toBe('2026-07-02')
})

test('what is no time is none', () => {
  expect(instantOf('', 'Europe/London')).toBeUndefined()
  expect(instantOf('2026-13-01T09:00', 'Europe/London')).toBeUndefined()
  expect(instantOf('2026-12-01T09:00', 'Atlantis')).toBeUndefined()
})
