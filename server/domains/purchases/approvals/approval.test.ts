import { expect, test } from 'vitest'
import { aboveLimit, endOfWaiting } from './approval.ts'

const limits = (perOrder: number | null, perDay: number | null) => ({ perOrder, perDay, includeAllowances: false })

test('an order waits for approval above its limit, and not at it; so does one that makes a day’s sum too much', () => {
  const of = (totalPence: number, spentPence: number, ...[perOrder, perDay]: [number | null, number | null]) =>
    aboveLimit(limits(perOrder, perDay), { totalPence, spentPence })?.reason ?? null
  expect([of(100, 0, 100, null), of(101, 0, 100, null)]).toEqual([null, 'order'])
  expect([of(40, 60, null, 100), of(41, 60, null, 100), of(101, 0, null, 100)]).toEqual([null, 'day', 'day'])
  expect([of(1, 0, 0, null), of(1, 500, 100, null), of(150, 0, 100, 50)]).toEqual(['order', null, 'order'])
})

test('an order waits until the same time of day in London a fortnight on, also when the clocks change', () => {
  expect(endOfWaiting(new Date('2026-03-20T09:00:00Z'))).toEqual(new Date('2026-04-03T08:00:00Z'))
})
