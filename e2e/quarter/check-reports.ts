import { expect } from 'vitest'
import { csvTable, pence, xlsxTable } from './books/files.ts'
import type { Days } from './books/journal.ts'
import { type Dimension, type Spending, spendingBy, sumSpending } from './books/spending.ts'
import type { Quarter } from './quarter.ts'

const dimensions: Dimension[] = ['month', 'person', 'reason', 'wallet', 'product']
const MONEY = { face: 'Value without VAT', fees: 'Fees', vat: 'VAT', bought: 'Bought', returned: 'Returned' } as const
const COUNTS = {
  gifts: 'Gifts',
  redeemed: 'Redeemed',
  expired: 'Expired',
  cancelled: 'Cancelled',
  open: 'Not used yet',
} as const
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'short', year: '2-digit', timeZone: 'UTC' })

/** What a page calls a row: people by their address, the rest by their name, to which something may be added. */
const shownAs = (dimension: Dimension, label: string): string =>
  dimension === 'month' && label !== 'Total' ? monthName.format(new Date(`${label}-01T00:00:00Z`)) : label
const names = (dimension: Dimension, cell: string, label: string): boolean =>
  dimension === 'person' && label !== 'Total'
    ? cell.endsWith(` ${label}`)
    : cell === label || cell.startsWith(`${label} `)

type Row = Record<string, string>
const inMoney = (row: Row) => Object.values(MONEY).map((column) => pence(row[column]!))
const inCounts = (row: Row, open: string) => Object.values({ ...COUNTS, open }).map((column) => Number(row[column]))
const money = (spending: Spending) => Object.keys(MONEY).map((key) => spending[key as keyof typeof MONEY])
const counts = (spending: Spending) => Object.keys(COUNTS).map((key) => spending[key as keyof typeof COUNTS])

/** Every row of the books is there once, nothing else is, and all together are the last row. */
function expectRows(
  what: string,
  dimension: Dimension,
  { rows, read }: { rows: Row[]; read: (row: Row) => number[] },
  expected: [string, number[]][],
) {
  const [first] = Object.keys(rows[0] ?? {})
  const found = expected.map(([label]) => {
    const alike = rows.filter((row) => names(dimension, row[first!]!, label) || row.Address === label)
    return [label, alike.length === 1 ? read(alike[0]!) : `${alike.length} rows`]
  })
  expect([what, found, rows.length]).toEqual([what, expected, expected.length])
}

export async function reportsAddUp({ company, office, months, all }: Quarter): Promise<void> {
  for (const dimension of dimensions)
    for (const days of [all, ...months]) {
      const path = `/reports${dimension === 'month' ? '' : `/${dimension}`}?from=${days.from}&to=${days.until}`
      const tables = await office.tables(path)
      const expected = withTotal(spendingBy(company, dimension, days))
      const label = (spending: Spending) => shownAs(dimension, spending.label)
      if (expected.length === 1) continue
      expectRows(
        path,
        dimension,
        { rows: tables(/^Money: /).rows, read: inMoney },
        expected.map((each) => [label(each), money(each)]),
      )
      expectRows(
        path,
        dimension,
        { rows: tables(/^Gifts: /).rows, read: (row) => inCounts(row, 'Not used yet') },
        expected.map((each) => [label(each), counts(each)]),
      )
    }
}

const withTotal = (rows: Spending[]): Spending[] => [...rows, sumSpending(rows, 'Total')]

export async function reportFilesAddUp({ company, office, all }: Quarter): Promise<void> {
  for (const dimension of dimensions) {
    const expected = withTotal(spendingBy(company, dimension, all as Days))
    for (const format of ['csv', 'xlsx'] as const) {
      const bytes = await office.file(`/reports/${dimension}/file?from=${all.from}&to=${all.until}&format=${format}`)
      const { rows } = format === 'csv' ? csvTable(new TextDecoder().decode(bytes)) : xlsxTable(bytes)
      const what = `${dimension} ${format}`
      expectRows(
        what,
        dimension,
        { rows, read: inMoney },
        expected.map((each) => [each.label, money(each)]),
      )
      expectRows(
        what,
        dimension,
        { rows, read: (row) => inCounts(row, 'Not used yet') },
        expected.map((each) => [each.label, counts(each)]),
      )
    }
  }
}
