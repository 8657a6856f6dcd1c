import { expect, test } from 'vitest'
import { pastPurchaseLabel } from './past-label.ts'

test('a past purchase is named by its title, else its gift, with its day and its people, wherever it can be chosen', () => {
  const purchase = { title: null, giftName: 'Flat White', first: 'Ada', count: 2, boughtAt: '2026-11-27T10:00:00Z' }
  expect(pastPurchaseLabel(purchase, 'Europe/London')).toBe('Flat White, 27 November 2026: Ada and 1 other')
  expect(pastPurchaseLabel({ ...purchase, title: 'Thanks', count: 1 }, 'Europe/London')).toBe(
    'Thanks, 27 November 2026: Ada',
  )
})
