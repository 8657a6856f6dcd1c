import { expect, test } from 'vitest'
import { allowanceLabel, isFull } from './room.ts'

test('what a plan allows is said where it is offered, and a plan without any says so', () => {
  const free = { planName: 'Free', limit: 1 }
  expect(allowanceLabel(free, 'wallets')).toBe('The plan Free allows 1 wallet in each team.')
  expect(allowanceLabel({ ...free, limit: 1000 }, 'participants')).toBe(
    'The plan Free allows 1,000 people in budgets in each team.',
  )
  expect(allowanceLabel({ ...free, limit: 0 }, 'subteams')).toBe('The plan Free has no subteams.')
  expect([isFull(free, 0), isFull(free, 1), isFull(null, 9)]).toEqual([false, true, false])
})
