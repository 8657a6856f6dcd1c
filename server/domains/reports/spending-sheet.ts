import type { SpendingDimension, SpendingReport } from '#contract/reports/reports.ts'
import { type Cell, money } from '#server/platform/sheets/cells.ts'
import { listTable, numberCell, type ReportFormat, tableFile } from './report-file.ts'

type Row = SpendingReport['rows'][number]

const headings: Record<SpendingDimension, [label: string, detail: string | null]> = {
  month: ['Month', null],
  person: ['Bought by', 'Address'],
  reason: ['Reason', null],
  wallet: ['Wallet', 'Team'],
  product: ['Gift', 'Brand'],
}

/** As the page has it. */
const withoutLabel: Record<SpendingDimension, string> = {
  month: '',
  person: 'No person',
  reason: 'No reason given',
  wallet: 'No wallet',
  product: 'No gift',
}

/** The rows of a report, and under them their total, as a file for spreadsheets. */
export function spendingFile(report: SpendingReport, format: ReportFormat) {
  const { by, from, until, rows, total } = report
  const [label, detail] = headings[by]
  const sum: Row = { key: 'total', label: 'Total', detail: null, ...total }
  const figures: [string, (row: Row) => Cell][] = [
    ['Gifts', ({ gifts }) => numberCell(gifts)],
    ['Value without VAT', ({ face }) => money(face)],
    ['Fees', ({ fees }) => money(fees)],
    ['VAT', ({ vat }) => money(vat)],
    ['Bought', ({ bought }) => money(bought)],
    ['Returned', ({ returned }) => money(returned)],
    ['Redeemed', ({ redeemed }) => numberCell(redeemed)],
    ['Expired', ({ expired }) => numberCell(expired)],
    ['Cancelled', ({ cancelled }) => numberCell(cancelled)],
    ['Not used yet', ({ open }) => numberCell(open)],
    ['Thank-yous', ({ thankYous }) => numberCell(thankYous)],
  ]
  const table = listTable(
    `Spending by ${by}`,
    [...rows, sum],
    [
      [label, (row) => row.label ?? withoutLabel[by]],
      ...(detail ? [[detail, (row: Row) => row.detail ?? ''] as [string, (row: Row) => Cell]] : []),
      ...figures,
    ],
  )
  return tableFile(`spending-by-${by}-${from}-to-${until}`, table, format)
}
