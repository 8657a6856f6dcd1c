import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Temporal, toDate, toInstant } from '#kit/time.ts'
import { nextReminder } from './reminder.ts'

const at = (text: string) => toDate(Temporal.Instant.from(text))
const all = (gift: Parameters<typeof nextReminder>[0]) => {
  const told: string[] = []
  for (let next = nextReminder(gift, toInstant(gift.sentAt)); next; next = nextReminder(gift, next.at))
    told.push(`${next.kind} ${next.at}`)
  return told
}

test('reminders come a day, a week and a month after sending, and a week and a day before the end, by the sender’s clock through both changes of it', () => {
  const gift = {
    sentAt: at('2026-10-24T10:30:00Z'),
    expiresAt: at('2027-04-23T22:59:59Z'),
    zone: 'Europe/London',
  }
  expect(all(gift)).toEqual([
    'day 2026-10-25T11:30:00Z',
    'week 2026-10-31T11:30:00Z',
    'month 2026-11-24T11:30:00Z',
    'week-left 2027-04-16T08:00:00Z',
    'day-left 2027-04-22T08:00:00Z',
  ])
})

test('a gift sent late at night has no reminder at night', () => {
  const gift = { sentAt: at('2026-11-23T23:10:00Z'), expiresAt: at('2026-12-31T23:59:59Z'), zone: 'Europe/London' }
  expect(all(gift)[0]).toBe('day 2026-11-25T09:00:00Z')
})

test('a gift that ends soon has one reminder, not two', () => {
  const gift = { sentAt: at('2026-11-23T10:00:00Z'), expiresAt: at('2026-11-25T23:59:59Z'), zone: 'Europe/London' }
  expect(all(gift)).toEqual(['day-left 2026-11-24T09:00:00Z'])
})

test('a week before the end and a week after sending never come on two days in a row: the end is what is said', () => {
  const gift = { sentAt: at('2026-11-20T10:00:00Z'), expiresAt: at('2026-12-05T23:59:59Z'), zone: 'Europe/London' }
  expect(all(gift)).toEqual([
    'day 2026-11-21T10:00:00Z',
    'week-left 2026-11-28T09:00:00Z',
    'day-left 2026-12-04T09:00:00Z',
  ])
})

test('reminders come by day, never after the end, never two within three days, and at most five, whenever a gift was sent', () => {
  const moments = fc.date({ min: at('2026-01-01T00:00:00Z'), max: at('2028-01-01T00:00:00Z'), noInvalidDate: true })
  const zones = fc.constantFrom('Europe/London', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe')
  fc.assert(
    fc.property(moments, fc.integer({ min: 1, max: 400 }), zones, (sentAt, days, zone) => {
      const gift = { sentAt, expiresAt: new Date(sentAt.getTime() + days * 86_400_000), zone }
      let last = toInstant(sentAt)
      let told = 0
      for (let next = nextReminder(gift, last); next; next = nextReminder(gift, last)) {
        const { hour } = next.at.toZonedDateTimeISO(zone)
        expect(hour).toBeGreaterThanOrEqual(9)
        expect(hour).toBeLessThan(18)
        expect(next.at.epochMilliseconds).toBeLessThan(gift.expiresAt.getTime())
        expect(next.at.since(last).total('hours')).toBeGreaterThanOrEqual(told === 0 ? 20 : 72)
        last = next.at
        told += 1
      }
      expect(told).toBeLessThanOrEqual(5)
    }),
  )
})
