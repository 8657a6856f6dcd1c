import type { StatementPeriod } from '#contract/wallets/wallets.ts'
import { plural } from '#web/ui/format.ts'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Money } from '#web/ui/kit/money.tsx'

interface Row {
  key: string
  what: string
  /** From when on, or until when, where no day was chosen. */
  when: string | null
  isMovement: boolean
  amounts: Partial<Record<'available' | 'live' | 'balance' | 'fees' | 'vat' | 'invoiced', number>>
}

interface PeriodTableProps {
  period: StatementPeriod
  /** The days that were chosen; empty where none was. */
  days: { from: string; to: string }
  currency: string
}

/** What a period opened with, all its movements, and what it closed with: each column closes. */
export function PeriodTable({ period, days, currency }: PeriodTableProps) {
  const { opening, closing, totals } = period
  const { movements, ...sums } = totals
  const rows: Row[] = [
    {
      key: 'opening',
      what: 'Opening balance',
      when: days.from ? null : 'before the first movement',
      isMovement: false,
      amounts: opening,
    },
    {
      key: 'total',
      what: `Total of ${plural(movements, 'movement')}`,
      when: null,
      isMovement: true,
      amounts: { ...sums, balance: sums.available + sums.live },
    },
    { key: 'closing', what: 'Closing balance', when: days.to ? null : 'today', isMovement: false, amounts: closing },
  ]
  const amount = (key: keyof Row['amounts'], header: string): TableColumn<Row> => ({
    key,
    header,
    numeric: true,
    cell: ({ amounts, isMovement }) =>
      amounts[key] === undefined ? null : (
        <Money pence={amounts[key]} currency={currency} movement={isMovement && key in opening} />
      ),
  })
  const columns = [
    {
      key: 'what',
      header: 'Period',
      cell: ({ what, when }: Row) => (
        <>
          <strong>{what}</strong>
          {when ? <span className="muted small"> {when}</span> : null}
        </>
      ),
    },
    amount('available', 'Available'),
    amount('live', 'In gifts'),
    amount('fees', 'Fees'),
    amount('vat', 'VAT'),
    amount('invoiced', 'On invoice'),
    amount('balance', 'Balance'),
  ]
  return (
    <DataTable
      caption="The period’s balances and sums"
      compact
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
    />
  )
}
