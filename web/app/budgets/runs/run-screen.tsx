import { useSearchParams } from 'react-router'
import type { Execution, ExecutionOutcome } from '#contract/budgets/budget-runs.ts'
import { formatMoney } from '#kit/money.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { formatCount, plural } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { Named } from '#web/ui/kit/named.tsx'
import { BackLink } from '#web/ui/kit/page-header.tsx'
import { CursorPagination, useAddress } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { useBudget } from '../budget-context.ts'
import { runLabel, runTone, triggerLabel } from '../labels.ts'
import { runFull } from '../run-dates.ts'
import { RunProblem } from './run-problem.tsx'

interface RunScreenProps {
  run: Execution & { undo: { people: number; amount: number } | null }
  outcomes: ExecutionOutcome[]
  next: string | null
}

/** One run: how it went, and what it did for each. */
export function RunScreen({ run, outcomes, next }: RunScreenProps) {
  const { budget } = useBudget()
  const { currency } = budget
  return (
    <>
      <div>
        <BackLink to={paths.budgetTab(budget.id, 'runs')} label="All runs" />
        <h2>Run of {runFull(run.scheduledFor)}</h2>
      </div>
      <RunProblem run={run} />
      <Undo run={run} />
      <div className="columns">
        <Card title="Who got what" flush>
          <DataTable
            caption="Outcomes"
            columns={columnsFor(budget.id, currency)}
            rows={outcomes}
            rowKey={({ participantId }) => participantId}
            empty={
              <EmptyState picture="purse" title="No one got anything">
                {run.status === 'succeeded'
                  ? 'No one had accepted when it was made. People who accept get the money of this period at once.'
                  : 'A run pays everyone or no one. Once it goes through, you see here who got what.'}
              </EmptyState>
            }
          />
          <CursorPagination next={next} label="outcomes" words={{ first: 'First page', next: 'Next page' }} />
        </Card>
        <Card title="The run">
          <Facts
            facts={[
              { name: 'Result', value: <StatusBadge status={runLabel(run)} tone={runTone(run)} /> },
              { name: 'Why', value: triggerLabel(run.trigger) },
              { name: run.status === 'failed' ? 'Last try' : 'Finished', value: run.endDate && runFull(run.endDate) },
              { name: 'Next try', value: run.retryDate && runFull(run.retryDate) },
              { name: 'Tries', value: formatCount(run.attempts) },
              { name: 'People', value: formatCount(run.participants) },
              { name: 'Paid out', value: formatMoney(run.paid, currency) },
              { name: 'Returned', value: run.returned ? formatMoney(run.returned, currency) : null },
              {
                name: 'Undone',
                value:
                  run.undone && `${runFull(run.undone.date)}: ${formatMoney(run.undone.amount, currency)} taken back`,
              },
              { name: 'Kept back by your limit', value: run.cut ? formatMoney(run.cut, currency) : null },
              { name: 'Id, for support', value: <span className="small">{run.id}</span> },
            ]}
          />
        </Card>
      </div>
    </>
  )
}

/** Offers to take back what this run gave and is not spent; asks first, with the sum and the people. */
function Undo({ run: { undo } }: Pick<RunScreenProps, 'run'>) {
  const { budget, attempt } = useBudget()
  const can = useCan()
  const addressWith = useAddress()
  const [search] = useSearchParams()
  if (!undo || !can('start-automated-budget')) return null
  const amount = formatMoney(undo.amount, budget.currency)
  return (
    <>
      <div className="row">
        <LinkButton look="quiet" to={addressWith({ confirm: 'undo' })} preventScrollReset>
          Undo this run
        </LinkButton>
      </div>
      {search.get('confirm') === 'undo' ? (
        <ConfirmDialog
          title={`Take ${amount} back?`}
          confirm={`Take ${amount} back`}
          fields={{ intent: 'undo', attempt }}
          closeTo={addressWith({ confirm: null })}
        >
          {amount} that this run gave and that {plural(undo.people, 'person has', 'people have')} not spent goes back to
          the budget’s wallet. What is spent stays spent, and gifts that were sent stay valid. Everyone it comes from is
          told by email. The run stays on record, and the planned runs stay as they are.
        </ConfirmDialog>
      ) : null}
    </>
  )
}

const columnsFor = (budgetId: string, currency: string): TableColumn<ExecutionOutcome>[] => [
  {
    key: 'who',
    header: 'Who',
    cell: ({ participantId, name, email }) => (
      <Named {...{ name, email }} to={paths.participant(budgetId, participantId)} />
    ),
  },
  {
    key: 'before',
    header: 'Had',
    numeric: true,
    cell: ({ before }) => <Money pence={before} currency={currency} />,
  },
  {
    key: 'change',
    header: 'Change',
    numeric: true,
    cell: ({ change, cut }) => (
      <>
        <Money pence={change} currency={currency} movement />
        {cut ? <span className="muted small block">{formatMoney(cut, currency)} kept back by your limit</span> : null}
      </>
    ),
  },
  {
    key: 'after',
    header: 'Balance after',
    numeric: true,
    cell: ({ after }) => <Money pence={after} currency={currency} />,
  },
]
