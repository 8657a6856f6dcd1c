import { describe, expect, test } from 'vitest'
import { DeliveryStatus } from '#contract/delivery/delivery.ts'
import { Temporal } from '#kit/time.ts'
import { nextSummaryAt } from '../emails/reaction-summary.ts'
import { emailMessageId, pauseAfterSeconds } from './retry.ts'

test('pauses between the tries of a message grow from five seconds to half an hour, and end after three days', () => {
  const pauses: number[] = []
  for (let attempts = 1; ; attempts++) {
    const pause = pauseAfterSeconds(attempts)
    if (pause === null) break
    pauses.push(pause)
  }
  expect(pauses.slice(0, 6)).toEqual([5, 30, 120, 600, 1800, 1800])
  const total = pauses.reduce((sum, pause) => sum + pause, 0)
  expect(total).toBeLessThanOrEqual(3 * 24 * 3600)
  expect(total).toBeGreaterThan(3 * 24 * 3600 - 1800)
})

test('a message has one Message-ID for all its tries', () => {
  expect(emailMessageId('0198', 'https://posy.example:8443')).toBe('<0198@posy.example>')
})

test('the delivery statuses are those of the specification: twelve for each channel, and unsent', () => {
  expect(DeliveryStatus.options).toHaveLength(37)
  expect(DeliveryStatus.options).toEqual(
    expect.arrayContaining(['email-sent', 'sms-undefined', 'links-rejected', 'unsent']),
  )
})

describe('the reaction summary is due at the next nine o’clock in London', () => {
  test.each([
    ['2026-03-02T08:59:59Z', '2026-03-02T09:00:00Z'],
    ['2026-03-02T09:00:00Z', '2026-03-03T09:00:00Z'],
    ['2026-03-28T12:00:00Z', '2026-03-29T08:00:00Z'],
    ['2026-07-01T07:30:00Z', '2026-07-01T08:00:00Z'],
    ['2026-10-24T12:00:00Z', '2026-10-25T09:00:00Z'],
    ['2026-06-30T23:30:00Z', '2026-07-01T08:00:00Z'],
  ])('after %s it is %s', (after, due) => {
    expect(nextSummaryAt(Temporal.Instant.from(after)).toString()).toBe(due)
  })
})
