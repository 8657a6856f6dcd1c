import { expect, test } from 'vitest'
import type { GrantReport } from '#contract/awards/grants.ts'
import { reportLines } from './report-lines.ts'

const report: GrantReport = {
  ...{ grantId: '', grantName: 'Winter fund', currency: 'GBX', from: null, until: null, opening: 0, closing: 5_500 },
  months: [
    {
      ...{ month: '2026-11', opening: 0, fundedIn: 9_000, takenOut: 0, awarded: 6_000, returned: 1_000, paid: 3_500 },
      ...{ fees: 0, vat: 0, closing: 5_500, paidLate: 500, openingInAwards: 0, closingInAwards: 2_000 },
      closingHeld: 1_000,
    },
  ],
  paidBy: [
    { rail: 'cash-out', paid: 3_000 },
    { rail: 'post-office', paid: 500 },
  ],
  rails: [],
  states: [
    { status: 'cashed', awards: 1, amount: 3_000, paid: 3_000 },
    { status: 'declined', awards: 2, amount: 2_000, paid: 0 },
    { status: 'expired', awards: 2, amount: 2_000, paid: 500 },
    { status: 'issued', awards: 1, amount: 1_500, paid: 0 },
    { status: 'referred', awards: 1, amount: 1_000, paid: 0 },
  ],
  neverIssued: [
    { status: 'declined', awards: 2, amount: 2_000 },
    { status: 'expired', awards: 1, amount: 500 },
    { status: 'referred', awards: 1, amount: 1_000 },
  ],
  reasons: [
    { reason: 'Food', awards: 2, amount: 4_500, paid: 3_500 },
    { reason: null, awards: 1, amount: 1_500, paid: 0 },
  ],
  households: [
    { householdType: 'family', awards: 2, amount: 4_500, paid: 3_500 },
    { householdType: null, awards: 1, amount: 1_500, paid: 0 },
  ],
  districts: [
    { kind: 'others', district: null, awards: 2, amount: 4_500, paid: 3_000 },
    { kind: 'no-postcode', district: null, awards: 1, amount: 1_500, paid: 500 },
  ],
  toCash: { awards: 2, averageDays: 2 },
}

test('the CSV of a grant’s report has what each way paid, and what ended unused in lines of its own; both add up to the statement, and what was asked for and not awarded is in no sum', () => {
  const lines = reportLines(report)
  const column = (name: string) => lines[0]!.indexOf(name)
  const of = (part: string) =>
    lines.filter(([first]) => first === part).map((row) => [row[1], row[column('Awarded')], row[column('Paid out')]])
  expect(of('Paid out by')).toEqual([
    ['PayPoint CashOut', '', '30.00'],
    ['Post Office Payout', '', '5.00'],
  ])
  expect(of('Awards made')).toEqual([
    ['Issued', '15.00', '0.00'],
    ['Cashed', '30.00', '30.00'],
    ['Expired', '15.00', '5.00'],
    ['In all', '60.00', '35.00'],
  ])
  const asked = lines.filter(([part]) => part === 'Requests, not awarded')
  expect(asked.map((row) => [row[1], row[column('Awards')], row[column('Awarded')], row[column('Asked for')]])).toEqual(
    [
      ['Declined', '2', '', '20.00'],
      ['Not decided in time', '1', '', '5.00'],
      ['Waits for approval', '1', '', '10.00'],
    ],
  )
  // What awards are for and where their people live adds up to the awards made.
  expect(of('By reason')).toEqual([
    ['Food', '45.00', '35.00'],
    ['Other reasons', '15.00', '0.00'],
    ['In all', '60.00', '35.00'],
  ])
  expect(of('By household')).toEqual([
    ['Family with children', '45.00', '35.00'],
    ['Not said', '15.00', '0.00'],
    ['In all', '60.00', '35.00'],
  ])
  expect(of('By postcode district')).toEqual([
    ['Other districts', '45.00', '30.00'],
    ['No postcode', '15.00', '5.00'],
    ['In all', '60.00', '35.00'],
  ])
  const days = lines.find(([part]) => part === 'Days to cash')!
  expect([days[column('Awards')], days[column('Average days to cash')]]).toEqual(['2', '2.0'])
  expect(of('Month')).toEqual([['2026-11', '60.00', '35.00']])
  const sum = lines.find(([, of]) => of === 'In all')!
  expect([sum[column('Ended unused')], sum[column('Not yet used')]]).toEqual(['10.00', '15.00'])
  // A closing is in awards, held and left.
  const month = lines[1]!
  const parts = ['In awards at the end', 'Held for approval', 'Left'].map((name) => month[column(name)])
  expect(parts).toEqual(['20.00', '10.00', '25.00'])
  for (const line of lines) expect(line).toHaveLength(lines[0]!.length)
})
