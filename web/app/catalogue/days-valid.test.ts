import { expect, test } from 'vitest'
import { validFact } from './days-valid.ts'

test('a gift is said to be valid for as long as its product and the rules of the team or budget both allow', () => {
  const product = { maximumExpiryDays: 730 }
  expect(validFact(product, 30).value).toBe('For up to 30 days')
  expect(validFact(product, 900).value).toBe('For up to 730 days')
  expect(validFact(product, null).value).toBe('For up to 730 days')
})
