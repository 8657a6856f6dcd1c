import { expect, test } from 'vitest'
import { amountLabel, peopleLabel, runDay, runFull, runsLabel, stateLabel, stateTone } from './labels.ts'

test('a budget’s label says what a job is doing before the status', () => {
  expect(stateLabel({ status: 'live', subStatus: null })).toBe('Live')
  expect(stateLabel({ status: 'live', subStatus: 'running' })).toBe('Running now')
  expect(stateTone({ status: 'draft', subStatus: 'starting' })).toBe('accent')
})

test('a budget’s amount is shown with its frequency', () => {
  const budget = { budgetAmount: 2500, currency: 'GBX', frequency: 'month', isVariable: false } as const
  expect(amountLabel(budget)).toBe('£25 each month')
  expect(amountLabel({ ...budget, budgetAmount: 1250, isVariable: true })).toBe(
    '£12.50 each month, or their own amount',
  )
  expect(runsLabel(0)).toBe('Never ends')
  expect(runsLabel(1)).toBe('1 run')
})

test('a budget’s people are counted with those who do not take part yet', () => {
  expect(peopleLabel({ active: 1, inactive: 0, invited: 0 })).toBe('1 person')
  expect(peopleLabel({ active: 900, inactive: 1, invited: 1000 })).toBe('1,901 people, 1,000 still to accept, 1 paused')
  expect(peopleLabel({ active: 0, inactive: 0, invited: 12 }, true)).toBe('12 people')
})

test('a budget’s dates are those of London, in summer too', () => {
  expect(runFull('2026-07-01T08:00:00Z')).toBe('1 July 2026 at 09:00')
  expect(runDay('2026-06-30T23:30:00Z')).toBe('1 July 2026')
})
