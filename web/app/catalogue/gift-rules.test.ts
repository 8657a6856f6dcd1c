import { expect, test } from 'vitest'
import { narrowed, whyNot } from './gift-rules.ts'

const rules = { territory: 'GB' as const, minPence: 500, maxPence: 1500, allow: ['food'], disallow: ['alcohol'] }
const gift = { senderPrice: 1000, tagIds: ['food'], currency: 'GBX' as const, territory: 'GB' as const }

test('a search is narrowed to what a budget allows, and never widened', () => {
  expect(narrowed({ minPrice: 700, maxPrice: 9900, territory: 'EU' }, rules)).toEqual({
    territory: 'GB',
    minPrice: 700,
    maxPrice: 1500,
    tagIds: ['food'],
    withoutTagIds: ['alcohol'],
  })
  expect(narrowed({ minPrice: 100 }, { ...rules, maxPence: null, allow: [], disallow: [] })).toEqual({
    territory: 'GB',
    minPrice: 500,
  })
  expect(narrowed({ maxPrice: 100 }, null)).toEqual({ maxPrice: 100 })
  expect(narrowed({}, { ...rules, leftPence: 440 })).toMatchObject({ maxPrice: 440 })
  expect(narrowed({ maxPrice: 300 }, { ...rules, maxPence: null, leftPence: 440 })).toMatchObject({ maxPrice: 300 })
})

test('the gift rules say why a gift may not be given, by price and by kind', () => {
  expect(whyNot(gift, rules)).toBeNull()
  expect(whyNot({ ...gift, senderPrice: 1501 }, rules)).toContain('up to £15.00')
  expect(whyNot({ ...gift, senderPrice: 499 }, rules)).toContain('from £5.00')
  expect(whyNot({ ...gift, tagIds: ['books'] }, rules)).toContain('left out')
  expect(whyNot({ ...gift, tagIds: ['food', 'alcohol'] }, rules)).toContain('left out')
  expect(whyNot({ ...gift, territory: 'EU' }, rules)).toContain('left out')
  expect(whyNot({ ...gift, senderPrice: 9999 }, null)).toBeNull()
})
