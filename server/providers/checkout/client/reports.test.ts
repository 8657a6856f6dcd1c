import { expect, test } from 'vitest'
import { mergeRecords, readReport } from './reports.ts'

const COLUMNS =
  'Action Type,Action ID,Payment ID,Processed On,Processing Currency,Holding Currency,Payout ID,Breakdown Type,Processing Currency Amount,Holding Currency Amount'
const actions = (...rows: string[]) => readReport(`\uFEFF${[COLUMNS, ...rows].join('\r\n')}\r\n`).movements

test('the reader of payout reports separates what holders paid or were paid from the provider’s own movements, to the penny', () => {
  const read = actions(
    'Capture,act_1,pay_1,2026-11-01 10:00:00,GBP,GBP,P1,Capture,25.00000000,25.00000000',
    'Capture,act_1,pay_1,2026-11-01 10:00:00,GBP,GBP,P1,Premium Variable Fee,-0.15816820,-0.15816820',
    'Refund,act_2,pay_1,2026-11-02 10:00:00,GBP,GBP,P1,Partial Refund,-4.99,-4.99',
    'Chargeback,act_3,pay_2,2026-11-02 10:00:00,GBP,GBP,,Chargeback (Debit),-10,-10',
    'Chargeback,act_4,pay_2,2026-11-03 10:00:00,GBP,GBP,,Chargeback (Credit),10.00,10.00',
    'Minimum Fee,act_5,,2026-11-03 10:00:00,,GBP,P1,Minimum Billing Fee,,-12.5',
    'Payout,act_6,,2026-11-03 10:00:00,,GBP,P1,Payout,,-7.35',
  )
  expect(read.map(({ kind, amountPence }) => [kind, amountPence])).toEqual([
    ['capture', 2_500],
    ['other', -16],
    ['refund', -499],
    ['chargeback', -1_000],
    ['chargeback-reversal', 1_000],
    ['other', 0],
    ['other', 0],
  ])
  expect(read.filter(({ payoutId }) => payoutId).reduce((sum, { heldUnits }) => sum + heldUnits, 0n)).toBe(735_183_180n)
})

test('an action that stands in two reports counts once', () => {
  const row = 'Capture,act_1,pay_1,2026-11-01,GBP,GBP,P1,Capture,25,25'
  const report = { movements: actions(row), payouts: [] }
  expect(mergeRecords([report, report]).movements).toHaveLength(1)
})

test.each([
  ['Client Entity ID,Amount\nent_1,1\n', /no report/],
  [`${COLUMNS}\nCapture,act_1,pay_1\n`, /no CSV/],
  [`${COLUMNS}\nCapture,,pay_1,2026-11-01,GBP,GBP,P1,Capture,25,25\n`, /action id/],
  [`${COLUMNS}\nCapture,act_1,pay_1,2026-11-01,GBP,GBP,P1,Capture,"1,000.00",25\n`, /1,000.00/],
])('the reader of payout reports refuses what it cannot read with certainty (%#)', (csv, why) => {
  expect(() => readReport(csv)).toThrow(why)
})
