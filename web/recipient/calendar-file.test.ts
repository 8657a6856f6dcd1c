import { expect, test } from 'vitest'
import { buildGift, voucher } from '#web/testing/gifts.ts'
import { calendarFile } from './calendar-file.ts'

const now = new Date('2026-11-20T12:00:00Z')
const file = (changes: Parameters<typeof buildGift>[0]) => calendarFile(buildGift(changes), 'https://posy.example', now)

test('the calendar file marks the last day in London as a whole day, with a reminder a week before', () => {
  const lines = file({ state: 'revealed', voucher, expiresAt: '2026-07-31T22:59:59Z' })!.split('\r\n')
  expect(lines).toContain('DTSTART;VALUE=DATE:20260731')
  expect(lines).toContain('DTEND;VALUE=DATE:20260801')
  expect(lines).toContain('TRIGGER:-P7D')
  expect(lines).toContain('SUMMARY:Last day to use: Coffee and a pastry')
})

test('the calendar file reminds of an opening without saying what is inside', () => {
  const text = file({ state: 'scheduled', opensAt: '2026-12-24T09:00:00Z' })!
  expect(text).toContain('DTSTART;VALUE=DATE:20261224')
  expect(text).not.toContain('Coffee')
})

test('the calendar file never carries the voucher', () => {
  expect(file({ state: 'revealed', voucher })).not.toContain(voucher.code)
})

test.each(['wrapped', 'opened', 'redeemed', 'expired', 'cancelled'] as const)(
  'the calendar file reminds of nothing when %s',
  (state) => {
    expect(file({ state })).toBeNull()
  },
)

test('the calendar file escapes and folds as calendars need it', () => {
  const name = `Tea; cake, and "more"\nBEGIN:VEVENT ${'é'.repeat(80)}`
  const text = file({ state: 'claimed', product: { ...buildGift().product, name } })!
  expect(text).toContain('Tea\\; cake\\, and "more"\\nBEGIN')
  expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(1)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})
