import { Link } from 'react-router'
import type { MerchantStatement } from '#contract/operator/settlements.ts'
import { paths } from '#web/paths.ts'
import { formatCount, formatDay } from '#web/ui/format.ts'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { statementStates } from './labels.ts'

const columns: readonly TableColumn<MerchantStatement>[] = [
  {
    key: 'number',
    header: 'Statement',
    cell: ({ id, number, merchant }) => (
      <span className="two-lines">
        <Link to={paths.operatorMerchantStatement(id)}>{number}</Link>
        <span className="muted small">{merchant.name}</span>
      </span>
    ),
  },
  { key: 'until', header: 'Up to', cell: ({ lastDay }) => formatDay(lastDay, 'UTC') },
  {
    key: 'state',
    header: 'State',
    cell: ({ state, fileNumber }) => (
      <span className="two-lines">
        <span>
          <StatusBadge status={statementStates[state].label} tone={statementStates[state].tone} />
        </span>
        <span className="muted small">{fileNumber}</span>
      </span>
    ),
  },
  { key: 'lines', header: 'Lines', numeric: true, wideOnly: true, cell: ({ lines }) => formatCount(lines) },
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    cell: ({ totalPence, currency }) => <Money pence={totalPence} currency={currency} />,
  },
]

export const StatementTable = ({ rows }: { rows: readonly MerchantStatement[] }) => (
  <DataTable
    caption="Statements, the latest first"
    columns={columns}
    rows={rows}
    rowKey={({ id }) => id}
    empty={<EmptyState picture="sprout" title="No statements yet" />}
  />
)
