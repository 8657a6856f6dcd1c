import { expect, test } from 'vitest'
import { whatToDo } from './what-to-do.ts'

const now = new Date('2026-12-01T09:00:00Z')
const award = {
  ...{ paid: 0, rail: null, isLocked: false, cannotUse: null, notDelivered: null, dateExpires: '2026-12-24T23:59:59Z' },
} as const

test.each([
  [
    'waits for approval',
    { ...award, status: 'referred' },
    /another person of the team to approve it until .*24 December/,
  ],
  ['is locked', { ...award, status: 'delivered', isLocked: true }, /unlocks it/],
  ['was not opened', { ...award, status: 'issued' }, /issues it again/],
  [
    'did not arrive',
    { ...award, status: 'issued', notDelivered: 'not delivered by email: bounce' },
    /did not arrive.*issues it again/,
  ],
  [
    'its person cannot use',
    { ...award, status: 'code-generated', rail: 'cash-out', cannotUse: 'too-far' },
    /cannot use it, and the one who made it was told by email.*can cancel it/,
  ],
  ['expired unused', { ...award, status: 'expired' }, /issues it again/],
  ['has a code that its rail can stop', { ...award, status: 'code-generated', rail: 'cash-out' }, /can cancel it/],
  ['has a code that its rail cannot stop', { ...award, status: 'part-cashed', rail: 'post-office' }, /cannot stop/],
  [
    'has a code whose last day is over',
    { ...award, status: 'code-generated', dateExpires: '2026-11-04T23:59:59Z' },
    /settlement files/,
  ],
  ['was paid and expired', { ...award, status: 'expired', paid: 100 }, /another award/],
  ['was cashed', { ...award, status: 'cashed', paid: 4900 }, /another award/],
] as const)('support is told what there is to do about an award that %s', (_, stands, expected) =>
  expect(whatToDo(stands, now)).toMatch(expected),
)
