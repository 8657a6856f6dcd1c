import { expect, test } from 'vitest'
import { formatMoney, formatPrice } from './money.ts'

test('money is written one way on pages, in emails and documents', () => {
  expect(formatMoney(123_450, 'GBX')).toBe('£1,234.50')
  expect(formatMoney(-200, 'EUX')).toBe('−€2.00')
  expect(formatMoney(-0, 'GBX')).toBe('£0.00')
})

test('a price is written without empty pennies', () => {
  expect(formatPrice(500, 'GBX')).toBe('£5')
  expect(formatPrice(750, 'GBX')).toBe('£7.50')
  expect(formatPrice(123_456, 'EUX')).toBe('€1,234.56')
})
