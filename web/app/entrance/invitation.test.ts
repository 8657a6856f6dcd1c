import { expect, test } from 'vitest'
import { acceptBy } from './invitation.tsx'

test('an invite to a budget is to be accepted before the budget ends, however long its link works', () => {
  const expires = '2027-01-12T08:46:00.000Z'
  expect(acceptBy(expires, '2027-01-07T08:46:00.000Z')).toBe('7 January 2027 at 08:46')
  expect(acceptBy(expires, '2027-03-07T08:46:00.000Z')).toBe('12 January 2027')
  expect(acceptBy(expires, null)).toBe('12 January 2027')
})
