import { expect, test } from 'vitest'
import { giftsLabel, planPurpose } from './plan-limits.ts'

const plan = (hugggsPerOrder: number) => ({ entities: { hugggsPerOrder } })

test('a plan promises no more gifts in one purchase than any purchase may have, and says how many a list may be for', () => {
  expect([1, 100, 2000].map((most) => giftsLabel(plan(most)))).toEqual([
    '1 gift in one purchase',
    '100 gifts in one purchase',
    '2,000 gifts in one purchase',
  ])
  expect([5000, 20_000].map((most) => giftsLabel(plan(most)))).toEqual([
    '5,000 gifts in one purchase, or 2,000 to a list of people',
    '10,000 gifts in one purchase, or 2,000 to a list of people',
  ])
})

test('a plan that sends no gifts says what it is for, and not that it sends none', () => {
  expect([giftsLabel(plan(0)), planPurpose(plan(0))]).toEqual([
    null,
    'For helping people in need with vouchers and cash.',
  ])
  expect(planPurpose(plan(1))).toBeNull()
})
