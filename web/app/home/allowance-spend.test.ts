import { expect, test } from 'vitest'
import { allowanceSpend, cameBack } from './allowance-spend.ts'

const totals = { received: 2500, given: -1170, returned: 390, takenBack: 0, other: 0, toBudget: 390 }

test('home tells a participant what came back to them and what went to the budget, as their statement does', () => {
  expect(allowanceSpend({ totals, currency: 'GBX' }, 'March')).toMatchObject({
    label: 'You spent in March',
    pence: 1170,
    notes: ['£3.90 was returned to you.', '£3.90 went back to the budget.'],
  })
  const nothing = { ...totals, given: 0, returned: 0, toBudget: 0 }
  expect(allowanceSpend({ totals: nothing, currency: 'GBX' }, 'March')).toMatchObject({ pence: 0, notes: [] })
})

test('recent activity tells what came back for a purchase apart from what went to the budget', () => {
  const told = (refundedValue: number, toBudgetValue: number) =>
    cameBack({ refundedValue, toBudgetValue, currency: 'GBX' })
  expect([told(0, 0), told(780, 0), told(780, 390), told(390, 390)]).toEqual([
    '',
    ' · £7.80 came back',
    ' · £3.90 came back · £3.90 went back to the budget',
    ' · £3.90 went back to the budget',
  ])
})
