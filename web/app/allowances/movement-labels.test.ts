import { expect, test } from 'vitest'
import { giftLabel, movementLabel } from './movement-labels.ts'

test('a movement of an allowance names what was given and to whom, or how many where it went to several', () => {
  expect(giftLabel({ name: 'Flat white', recipient: 'Ada Hill', count: 1 })).toBe('Flat white for Ada Hill')
  expect(giftLabel({ name: 'Flat white', recipient: null, count: 3 })).toBe('Flat white, 3 gifts')
  expect(giftLabel({ name: 'Flat white', recipient: null, count: 1 })).toBe('Flat white')
})

test('a statement’s row says why money came back, and what became since of the gifts that were given', () => {
  const gift = { name: 'Coffee', recipient: null, transactionId: null, count: 1, expired: 0, cancelled: 0, toBudget: 0 }
  const given = (changes: Partial<typeof gift>) =>
    movementLabel({ movement: 'given', because: null, gift: { ...gift, ...changes } }, 'GBX')
  expect(movementLabel({ movement: 'returned', because: 'expired', gift }, 'GBX')).toBe('Expired, and returned')
  expect(movementLabel({ movement: 'returned', because: null, gift: null }, 'GBX')).toBe('Returned from gifts')
  expect(given({})).toBe('Gifts, with fees and VAT')
  expect(given({ expired: 1 })).toBe('Gifts, with fees and VAT; expired since')
  expect(given({ expired: 1, toBudget: 725 })).toBe(
    'Gifts, with fees and VAT; expired since; £7.25 went back to the budget',
  )
  expect(given({ count: 3, expired: 2, cancelled: 1 })).toBe(
    'Gifts, with fees and VAT; 2 expired since; 1 cancelled since',
  )
})
