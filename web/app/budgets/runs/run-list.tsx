import { Link } from 'react-router'
import type { Execution } from '#contract/budgets/budget-runs.ts'
import { formatMoney } from '#kit/money.ts'
import { paths } from '#web/paths.ts'
import { formatCount, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { CursorPagination } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { useBudget } from '../budget-context.ts'
import { runLabel, runTone, triggerLabel } from '../labels.ts'
import { runFull } from '../run-dates.ts'

/** Every run there was, the newest first. */
export function RunList({ runs, next }: { runs: Execution[]; next: string | null }) {
  const { budget } = useBudget()
  return (
    <Card title="Past runs" flush>
      <DataTable
        caption="Runs"
        columns={columnsFor(budget.id, budget.currency)}
        rows={runs}
        rowKey={({ id }) => id}
        empty={
          <EmptyState picture="sprout" title="It has not run yet">
            Each run is listed here, with who got what, and what to do if one does not go through.
          </EmptyState>
        }
      />
      <CursorPagination next={next} label="runs" />
    </Card>
  )
}

const columnsFor = (budgetId: string, currency: string): TableColumn<Execution>[] => [
  {
    key: 'when',
    header: 'When',
    cell: ({ id, scheduledFor, status, skippedRuns }) =>
      status === 'skipped' ? (
        `${plural(skippedRuns, 'run')} from ${runFull(scheduledFor)}`
      ) : (
        <Link to={paths.budgetRun(budgetId, id)} prefetch="intent">
          {runFull(scheduledFor)}
        </Link>
      ),
  },
  { key: 'why', header: 'Why', cell: ({ trigger }) => triggerLabel(trigger) },
  {
    key: 'result',
    header: 'Result',
    cell: ({ status, problem, retryDate, undone }) => (
      <span className="two-lines">
        <span>
          <StatusBadge status={runLabel({ status, undone })} tone={runTone({ status, undone })} />
        </span>
        {undone ? <span className="muted small">{formatMoney(undone.amount, currency)} taken back</span> : null}
        {problem && status !== 'succeeded' ? <span className="muted small">{problem.message}</span> : null}
        {retryDate ? <span className="muted small">Next try {runFull(retryDate)}</span> : null}
      </span>
    ),
  },
  { key: 'people', header: 'People', numeric: true, cell: ({ participants }) => formatCount(participants) },
  {
    key: 'paid',
    header: 'Paid out',
    numeric: true,
    cell: ({ paid }) => <Money pence={paid} currency={currency} />,
  },
  {
    key: 'returned',
    header: 'Returned',
    numeric: true,
    cell: ({ returned }) => <Money pence={returned} currency={currency} />,
  },
]
