import type { GrantReport } from '#contract/awards/grants.ts'
import { formatPoundsInput } from '#web/ui/kit/amount.ts'
import {
  type DividedLine,
  districtLines,
  householdLines,
  leftAtEnd,
  madeLines,
  paidByLabel,
  reasonLines,
  requestLines,
} from './report-labels.ts'

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
  'In awards at the end',
  'Held for approval',
  'Left',
  'Ended unused',
  'Not yet used',
  'Asked for',
  'Average days to cash',
]

/** A grant’s report in lines of a CSV, as its page shows it. */
export function reportLines(report: GrantReport): string[][] {
  const pounds = formatPoundsInput
  return [
    head,
    ...report.months.map((row) => [
      ...['Month', row.month, pounds(row.opening), pounds(row.fundedIn), pounds(row.takenOut), pounds(row.awarded)],
      ...[pounds(row.returned), pounds(row.paid), pounds(row.fees), pounds(row.vat), pounds(row.closing), ''],
      ...[pounds(row.closingInAwards), pounds(row.closingHeld), pounds(leftAtEnd(row)), '', '', '', ''],
    ]),
    ...report.paidBy.map(({ rail, paid }) => line({ part: 'Paid out by', of: paidByLabel(rail), paid: pounds(paid) })),
    ...madeLines(report).map(({ label, awards, amount, paid, unused, open }) =>
      line({
        ...{ part: 'Awards made', of: label, awarded: pounds(amount), paid: pounds(paid), awards: `${awards}` },
        ...{ unused: pounds(unused), open: pounds(open) },
      }),
    ),
    ...requestLines(report).map(({ label, awards, amount }) =>
      line({ part: 'Requests, not awarded', of: label, asked: pounds(amount), awards: `${awards}` }),
    ),
    ...dividedLines('By reason', reasonLines(report)),
    ...dividedLines('By household', householdLines(report)),
    ...dividedLines('By postcode district', districtLines(report)),
    line({
      ...{ part: 'Days to cash', of: 'Awards paid out in whole or part', awards: `${report.toCash.awards}` },
      days: report.toCash.averageDays?.toFixed(1) ?? '',
    }),
  ]
}

const dividedLines = (part: string, lines: readonly DividedLine[]): string[][] =>
  lines.map(({ label, awards, amount, paid }) =>
    line({
      ...{ part, of: label, awarded: formatPoundsInput(amount), paid: formatPoundsInput(paid), awards: `${awards}` },
    }),
  )

interface Line {
  part: string
  of: string
  awarded?: string
  paid?: string
  awards?: string
  unused?: string
  open?: string
  asked?: string
  days?: string
}

const line = (wanted: Line): string[] => {
  const { part, of, awarded = '', paid = '', awards = '', unused = '', open = '', asked = '', days = '' } = wanted
  return [part, of, '', '', '', awarded, '', paid, '', '', '', awards, '', '', '', unused, open, asked, days]
}
