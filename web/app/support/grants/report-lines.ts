import type { GrantReport } from '#contract/awards/grants.ts'
import { formatPoundsInput } from '#web/ui/kit/amount.ts'
import { madeLines, paidByLabel } from './report-labels.ts'

const head = [
  'Part',
  'Of',
  'Opening',
  'Put in',
  'Taken out',
  'Awarded',
  'Returned',
  'Paid out',
  'Fees',
  'VAT',
  'Closing',
  'Awards',
]

/** A grant’s report in lines of a CSV, as its page shows it. */
export function reportLines(report: GrantReport): string[][] {
  const pounds = formatPoundsInput
  return [
    head,
    ...report.months.map((row) => [
      ...['Month', row.month, pounds(row.opening), pounds(row.fundedIn), pounds(row.takenOut), pounds(row.awarded)],
      ...[pounds(row.returned), pounds(row.paid), pounds(row.fees), pounds(row.vat), pounds(row.closing), ''],
    ]),
    ...report.paidBy.map(({ rail, paid }) => line({ part: 'Paid out by', of: paidByLabel(rail), paid: pounds(paid) })),
    ...madeLines(report).map(({ label, awards, amount, paid }) =>
      line({ part: 'Awards made', of: label, awarded: pounds(amount), paid: pounds(paid), awards: `${awards}` }),
    ),
  ]
}

const line = (row: { part: string; of: string; awarded?: string; paid: string; awards?: string }): string[] => [
  ...[row.part, row.of, '', '', '', row.awarded ?? '', '', row.paid, '', '', '', row.awards ?? ''],
]
