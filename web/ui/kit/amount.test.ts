import { expect, test } from 'vitest'
import { amountAsked, parsePence } from './amount.ts'

test.each([
  ['12', 1200],
  ['12.5', 1250],
  ['12,5', 1250],
  ['£12.05', 1205],
  ['1,250.00', 125_000],
  [' 0.01 ', 1],
])('the amount field reads %j as %i pence', (typed, pence) => expect(parsePence(typed)).toBe(pence))

test.each(['', 'ten', '-5', '1.234', '1e3', '1.2.3', null])('the amount field does not take %j for money', (typed) =>
  expect(parsePence(typed)).toBeUndefined(),
)

test.each([
  ['12.50', '12.50'],
  ['12,50', '12.50'],
  ['1,250', '1250.00'],
  ['1.250', undefined],
  ['0', undefined],
  ['many', undefined],
])('a link that asks for %j fills in %j: as it was read', (asked, filled) =>
  expect(amountAsked({ url: `https://posy.test/wallets/1/top-up?amount=${encodeURIComponent(asked)}` })).toBe(filled),
)
