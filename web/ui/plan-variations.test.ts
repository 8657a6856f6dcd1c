import { expect, test } from 'vitest'
import type { SubscriptionPlan } from '#contract/plans/plans.ts'
import { groupVariations, planPicture } from './plan-variations.ts'

const plan = (id: string, priceVariationPlanIds: string[] = []) => ({ id, priceVariationPlanIds }) as SubscriptionPlan

test('plans that are the same at another price stand together, whichever of them says so', () => {
  const plans = [
    plan('free'),
    plan('plus', ['plus by the year']),
    plan('firm'),
    plan('plus by the year'),
    plan('firm by the year', ['firm']),
  ]
  expect(groupVariations(plans, (each) => each).map((group) => group.map(({ id }) => id))).toEqual([
    ['free'],
    ['plus', 'plus by the year'],
    ['firm', 'firm by the year'],
  ])
})

test('a plan’s picture of another host is not shown', () => {
  expect(planPicture({ planImageURL: '/catalogue/plus.svg' })).toBe('/catalogue/plus.svg')
  expect([
    planPicture({ planImageURL: 'https://elsewhere.example/plus.svg' }),
    planPicture({ planImageURL: null }),
  ]).toEqual([null, null])
})
