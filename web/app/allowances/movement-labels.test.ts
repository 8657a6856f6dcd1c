import { expect, test } from 'vitest'
import { giftLabel } from './movement-labels.ts'

test('a movement of an allowance names what was given and to whom, or how many where it went to several', () => {
  expect(giftLabel({ name: 'Flat white', recipient: 'Ada Hill', count: 1 })).toBe('Flat white for Ada Hill')
  expect(giftLabel({ name: 'Flat white', recipient: null, count: 3 })).toBe('Flat white, 3 gifts')
  expect(giftLabel({ name: 'Flat white', recipient: null, count: 1 })).toBe('Flat white')
})
