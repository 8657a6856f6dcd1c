import { expect, test } from 'vitest'
import { lacksAddress } from './no-address.tsx'

test('papers are without an address until the team’s details have a street', () => {
  const nothing = { line1: null, line2: null, city: null, county: null, postcode: null, country: null }
  expect(
    [null, nothing, { ...nothing, line1: '1 High Street' }].map((businessAddress) => lacksAddress({ businessAddress })),
  ).toEqual([true, true, false])
})
