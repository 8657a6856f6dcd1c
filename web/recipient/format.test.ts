import { expect, test } from 'vitest'
import { civilDay, formatDayAndTime, formatGiftDay, webAddress } from './format.ts'

test('the recipient’s page dates gifts in London, on both sides of a clock change', () => {
  expect(formatGiftDay('2026-07-31T23:30:00Z')).toBe('Saturday, 1 August 2026')
  expect(formatGiftDay('2026-12-31T23:30:00Z')).toBe('Thursday, 31 December 2026')
  expect(civilDay('2026-07-31T23:30:00Z')).toBe('2026-08-01')
  expect(formatDayAndTime('2026-07-31T08:00:00Z')).toMatch(/Friday,? 31 July.*9:00/)
})

test('the recipient’s page says nothing of a date no one can read', () => {
  expect(formatGiftDay('soon')).toBeNull()
  expect(civilDay('soon')).toBeNull()
})

test('the recipient’s page lets only web addresses through', () => {
  expect(webAddress('https://shop.example/use')).toBe('https://shop.example/use')
  expect(webAddress('javascript:alert(1)')).toBeNull()
  expect(webAddress('data:text/html,x')).toBeNull()
  expect(webAddress(null)).toBeNull()
})
