import { expect, test } from 'vitest'
import type { Allowance } from '#contract/budgets/participants.ts'
import { allowancesOver } from './allowances-over.ts'

test('home tells people that they are no longer in a budget, and that gifts stay valid', () => {
  const allowance = { participantId: 'p', name: 'Treats', teamName: 'Acme', participantStatus: 'deleted' } as Allowance
  const ended = { ...allowance, participantStatus: 'active' } as Allowance
  const [removed, over] = allowancesOver([allowance, ended])
  expect([removed!.title, over!.title]).toEqual(['You are no longer in Treats', 'Treats has ended'])
  expect(removed!.text).toBe('What you had not spent went back to Acme. Gifts that you sent stay valid.')
})
