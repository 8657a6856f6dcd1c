import { expect, test } from 'vitest'
import { buildGift, voucher } from '#web/testing/gifts.ts'
import { calendarFile } from './calendar-file.ts'

const now = new Date('2026-11-20T12:00:00Z')
const file = (changes: Parameters<typeof buildGift>[0]) => calendarFile(buildGift(changes), 'https://posy.example', now)

test('the calendar file marks the last day in London as a whole day, with reminders a week and a day before, at nine', () => {
  const lines = file({ state: 'revealed', voucher, expiresAt: '2026-07-31T22:59:59Z' })!.split('\r\n')
  expect(lines).toContain('DTSTART;VALUE=DATE:20260731')
  expect(lines).toContain('DTEND;VALUE=DATE:20260801')
  expect(lines.filter((line) => line.startsWith('TRIGGER'))).toEqual(['TRIGGER:-P6DT15H', 'TRIGGER:-PT15H'])
  expect(lines).toContain('SUMMARY:Last day to use: Coffee and a pastry')
})

test('the calendar file reminds of an opening without saying what is inside', () => {
  const text = file({ state: 'scheduled', opensAt: '2026-12-24T09:00:00Z' })!
  expect(text).toContain('DTSTART;VALUE=DATE:20261224')
  expect(text).not.toContain('Coffee')
})

test.each(['scheduled', 'wrapped', 'opened', 'claimed', 'revealed'] as const)(
  'the calendar file of a gift that is %s holds nothing that opens it, for colleagues read calendars',
  (state) => {
    const gift = { state, opensAt: '2026-12-24T09:00:00Z', voucher: state === 'revealed' ? voucher : null }
    const text = file(gift)!.replaceAll('\r\n ', '')
    for (const secret of [voucher.code!, voucher.pin!, buildGift().shortcode, '/g/']) expect(text).not.toContain(secret)
    expect(text).toContain('https://posy.example/find-gifts')
    expect(text).toContain('CLASS:PRIVATE')
    if (state === 'wrapped') expect(text).not.toContain('Coffee')
  },
)

test.each(['redeemed', 'expired', 'cancelled'] as const)('the calendar file reminds of nothing when %s', (state) => {
  expect(file({ state })).toBeNull()
})

test('the calendar file escapes and folds as calendars need it', () => {
  const name = `Tea; cake, and "more"\nBEGIN:VEVENT\u2028X\u0000\u000b\u0085 ${'é'.repeat(80)}`
  const text = file({ state: 'claimed', product: { ...buildGift().product, name } })!
  expect(text).toContain('Tea\\; cake\\, and "more"\\nBEGIN')
  expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(1)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\p{Cc}\u2028]/u)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})
