import { expect, test } from 'vitest'
import { toInstantString, toLocalDateTime, toLocalDay } from './zoned.server.ts'

test('a local time is a moment of its zone, in summer and in winter', () => {
  expect(toInstantString('2026-07-01T09:00', 'Europe/London')).toBe('2026-07-01T08:00:00Z')
  expect(toInstantString('2026-12-01T09:00', 'Europe/London')).toBe('2026-12-01T09:00:00Z')
  expect(toInstantString('2026-12-01T09:00', 'Asia/Tokyo')).toBe('2026-12-01T00:00:00Z')
})

test('a local date and time comes back as it was typed', () => {
  expect(toLocalDateTime('2026-07-01T08:00:00Z', 'Europe/London')).toBe('2026-07-01T09:00')
  expect(toLocalDay('2026-07-01T23:30:00Z', 'Europe/London')).toBe('2026-07-02')
})

test('a local time that does not exist is read as none', () => {
  expect(toInstantString('', 'Europe/London')).toBeUndefined()
  expect(toInstantString('2026-13-01T09:00', 'Europe/London')).toBeUndefined()
  expect(toInstantString('2026-12-01T09:00', 'Atlantis')).toBeUndefined()
  expect(toInstantString('202026-12-01T09:00', 'Europe/London')).toBeUndefined()
})
