import type { SpendingReport } from '#contract/reports/reports.ts'
import type { ShownPeriod } from '#web/app/budgets/reports/period.ts'
import type { SpendingRow } from './labels.ts'

const ROWS_SHOWN = 50
/** Ten years: a plot of more tells no one anything. */
const MOST_MONTHS = 120
const MONTH_LENGTH = '2026-03'.length
type Figures = SpendingReport['total']

const noFigures: Figures = {
  gifts: 0,
  face: 0,
  fees: 0,
  vat: 0,
  bought: 0,
  returned: 0,
  redeemed: 0,
  expired: 0,
  cancelled: 0,
  open: 0,
  thankYous: 0,
}

/** What a page has room for; all others are summed in one row, so that the columns still close. */
export function shownRows(
  rows: readonly SpendingRow[],
  most = ROWS_SHOWN,
): { rows: SpendingRow[]; others: Figures | null } {
  if (rows.length <= most + 1) return { rows: [...rows], others: null }
  const names = Object.keys(noFigures) as (keyof Figures)[]
  const others = { ...noFigures }
  for (const row of rows.slice(most)) for (const name of names) others[name] += row[name]
  return { rows: rows.slice(0, most), others }
}

/** Every month from a period's first to its last, also those in which nothing was bought. */
export function everyMonth(rows: readonly SpendingRow[], first: string, last: string): SpendingRow[] {
  const byMonth = new Map(rows.map((row) => [row.key, row]))
  const months: SpendingRow[] = []
  for (let key = first; key <= last && months.length < MOST_MONTHS; key = monthAfter(key))
    months.push(byMonth.get(key) ?? { key, label: key, detail: null, ...noFigures })
  return months
}

/** The months that a plot draws: those of its period, and of this year the ones to come too. */
export const plottedMonths = ({ range, first, last }: ShownPeriod): [first: string, last: string] => [
  first.slice(0, MONTH_LENGTH),
  range === 'this-year' ? `${last.slice(0, 4)}-12` : last.slice(0, MONTH_LENGTH),
]

/** Of `2026-03`: `2026-04`. By hand, for a calendar is twenty kilobytes of script. */
function monthAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}
