import type { StatementPeriod } from '#contract/wallets/wallets.ts'
import { plural } from '#web/ui/format.ts'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Money } from '#web/ui/kit/money.tsx'

interface Row {
  key: string
  what: string
  isMovement: boolean
  amounts: Partial<Record<'available' | 'live' | 'balance' | 'fees' | 'vat' | 'invoiced', number>>
}

/** What a period opened with, all its movements, and what it closed with: each column closes. */
export function PeriodTable({ period, currency }: { period: StatementPeriod; currency: string }) {
  const { opening, closing, totals } = period
  const { movements, ...sums } = totals
  const rows: Row[] = [
    { key: 'opening', what: 'Opening balance', isMovement: false, amounts: opening },
    {
      key: 'total',
      what: `Total of ${plural(movements, 'movement')}`,
      isMovement: true,
      amounts: { ...sums, balance: sums.available + sums.live },
    },
    { key: 'closing', what: 'Closing balance', isMovement: false, amounts: closing },
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
    { key: 'what', header: 'Period', cell: ({ what }: Row) => <strong>{what}</strong> },
    amount('available', 'Available'),
    amount('live', 'In gifts'),
    amount('fees', 'Fees'),
    amount('vat', 'VAT'),
    amount('invoiced', 'On invoice'),
    amount('balance', 'Balance'),
  ]
  return <DataTable caption="The period’s balances and sums" columns={columns} rows={rows} rowKey={({ key }) => key} />
}
