import { expect, test } from 'vitest'
import { leftToClaim } from './labels.ts'

test('a link that has ended says how many of its gifts were not claimed, never that none is left', () => {
  const shared = { claimed: 2, limit: 4, unclaimed: 2, state: 'open' as const }
  expect(leftToClaim(shared)).toBe('2 gifts left to claim.')
  expect(leftToClaim({ ...shared, unclaimed: 0, state: 'ended' })).toBe('It has ended: 2 gifts were not claimed.')
  expect(leftToClaim({ claimed: 4, limit: 4, unclaimed: 0, state: 'claimed' })).toBe('None left.')
})
