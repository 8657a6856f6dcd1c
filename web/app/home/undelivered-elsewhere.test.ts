import { expect, test } from 'vitest'
import type { Allowance } from '#contract/budgets/participants.ts'
import { undeliveredElsewhere } from './undelivered-elsewhere.ts'

const allowance = (teamId: string, name: string, undelivered: number) =>
  ({ teamId, name, undelivered }) as unknown as Allowance

test('home tells of gifts of other budgets that did not arrive, each by its name, with a button that opens it', () => {
  const found = undeliveredElsewhere(
    [allowance('here', 'Treats', 3), allowance('there', 'Gifts', 1), allowance('fine', 'Cards', 0)],
    'here',
  )
  expect(found).toMatchObject([
    {
      title: '1 gift could not be delivered: Gifts',
      level: 1,
      action: { to: '/activity/gifts?status=not-delivered', label: 'Open Gifts', teamId: 'there' },
    },
  ])
})
