import { expect, test } from 'vitest'
import { copiedDates } from './copy-dates.ts'

const day = (text: string | null) => text && new Date(text)
const copied = (
  first: { frequency?: string; started?: string; planned?: string; recurrence?: string; end?: string },
  now: string,
) => {
  const dates = copiedDates(
    {
      frequency: (first.frequency ?? 'month') as 'month',
      starting_at: day(first.started ?? null) as Date | null,
      scheduled_start_date: day(first.planned ?? null) as Date | null,
      recurrence_date: day(first.recurrence ?? null) as Date | null,
      scheduled_end_date: day(first.end ?? null) as Date | null,
    },
    new Date(now),
  )
  return [dates.scheduled_start_date, dates.recurrence_date, dates.scheduled_end_date].map(
    (date) => date?.toISOString() ?? null,
  )
}

test('a copied budget starts on the next date of the first one’s schedule, at the same time in London on both sides of the clock changes', () => {
  expect(copied({ started: '2026-01-15T09:00:00Z' }, '2026-06-20T12:00:00Z')).toEqual([
    '2026-07-15T08:00:00.000Z',
    null,
    null,
  ])
  expect(copied({ started: '2026-07-15T08:00:00Z' }, '2026-11-20T12:00:00Z')).toEqual([
    '2026-12-15T09:00:00.000Z',
    null,
    null,
  ])
})

test('a copied budget of the 31st that starts on a shorter month’s last day returns to the 31st', () => {
  expect(copied({ started: '2025-12-31T09:00:00Z' }, '2026-02-02T09:00:00Z')).toEqual([
    '2026-02-28T09:00:00.000Z',
    '2025-12-31T09:00:00.000Z',
    null,
  ])
  expect(
    copied({ started: '2026-01-05T09:00:00Z', recurrence: '2026-01-31T09:00:00Z' }, '2026-02-02T09:00:00Z'),
  ).toEqual(['2026-02-28T09:00:00.000Z', '2026-01-31T09:00:00.000Z', null])
})

test('a copied budget lasts as long as the first one', () => {
  expect(copied({ started: '2026-01-01T09:00:00Z', end: '2027-01-01T09:00:00Z' }, '2026-11-20T12:00:00Z')).toEqual([
    '2026-12-01T09:00:00.000Z',
    null,
    '2027-12-01T09:00:00.000Z',
  ])
})

test('the copy of a budget without a date, or of one that runs by the hour, starts when someone starts it', () => {
  expect(copied({}, '2026-06-20T12:00:00Z')).toEqual([null, null, null])
  expect(copied({ frequency: 'hour', started: '2026-01-15T09:00:00Z' }, '2026-06-20T12:00:00Z')).toEqual([
    null,
    null,
    null,
  ])
  expect(copied({ planned: '2026-08-01T08:00:00Z' }, '2026-06-20T12:00:00Z')[0]).toBe('2026-08-01T08:00:00.000Z')
})
