import { expect, test } from 'vitest'
import { readFields } from './event-changes.ts'

test('a change of a budget is told once: what was sent and stayed as it was, or has a line of its own, is not named again', () => {
  const detail = {
    fields: ['name', 'unspentParticipantBalanceAction', 'budgetAmount'],
    changed: { unspentAction: { from: 'reset', to: 'rollover' } },
  }
  expect(readFields('automated-budget.changed', detail)).toEqual(['name'])
  expect(readFields('team.updated', { fields: ['name', 'domain'], changed: { domain: {} } })).toEqual(['name'])
})
