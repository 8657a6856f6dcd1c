import { expect, test } from 'vitest'
import type { Award } from '#contract/awards/awards.ts'
import { sumWaiting } from './waiting-sums.ts'

const award = (id: string, amount: number, dateCreated: string, batchId: string | null = null) =>
  ({ id, amount, dateCreated, batchId }) as Award
const now = new Date('2026-11-27T10:00:00Z')

test('what waits for a second person is counted by request, a batch as one, summed by award, and as old as its oldest', () => {
  const waiting = [
    award('a', 6_000, '2026-11-26T12:00:00Z'),
    award('b', 2_000, '2026-11-23T09:00:00Z', 'list'),
    award('c', 3_000, '2026-11-23T09:00:00Z', 'list'),
  ]
  expect(sumWaiting(waiting, false, now)).toEqual({
    ...{ requests: 2, awards: 3, pence: 11_000, since: '2026-11-23T09:00:00Z', days: 4, hasMore: false },
  })
  expect(sumWaiting([], false, now)).toMatchObject({ requests: 0, pence: 0, since: null })
})
