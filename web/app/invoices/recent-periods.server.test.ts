import { expect, test } from 'vitest'
import { recentPeriods } from './recent-periods.server.ts'

test('the months and quarters that are offered for invoices are whole, whatever the day and across a year’s end', () => {
  expect(recentPeriods('2026-11-27')).toEqual([
    { name: 'This month', from: '2026-11-01', to: '2026-11-30' },
    { name: 'Last month', from: '2026-10-01', to: '2026-10-31' },
    { name: 'This quarter', from: '2026-10-01', to: '2026-12-31' },
    { name: 'Last quarter', from: '2026-07-01', to: '2026-09-30' },
  ])
  expect(recentPeriods('2028-03-31').slice(1)).toEqual([
    { name: 'Last month', from: '2028-02-01', to: '2028-02-29' },
    { name: 'This quarter', from: '2028-01-01', to: '2028-03-31' },
    { name: 'Last quarter', from: '2027-10-01', to: '2027-12-31' },
  ])
})
