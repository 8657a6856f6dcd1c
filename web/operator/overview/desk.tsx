import { Link } from 'react-router'
import type { WaitingForOperator, WaitingKind } from '#contract/operator/overview.ts'
import { waitingLabels } from '#web/operator/labels.ts'
import { paths } from '#web/paths.ts'
import { formatCount, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'

/** Where what waits is dealt with; what has no page of its own is dealt with at its customer, or at the command line. */
const places: Partial<Record<WaitingKind, string>> = {
  notes: paths.operatorNotes,
  actsToConfirm: paths.operatorWaiting,
  statementsToConfirm: paths.operatorBank,
  repairsToConfirm: paths.operatorRepairs,
  payoutsToRelease: paths.operatorPayouts,
  bankDetailsToApprove: paths.operatorMerchants,
  paymentFilesToRelease: paths.operatorMerchantFiles,
  bankLinesToAllocate: paths.operatorBank,
  payoutsToFile: paths.operatorPayouts,
  statementsToFile: paths.operatorMerchantStatements,
  statementsNotMailed: paths.operatorMerchantStatements,
  settlementLines: paths.operatorRails,
  overdueCodes: paths.operatorRails,
  customersLeaving: paths.operatorPayouts,
  openDisputes: paths.operatorOpenDisputes,
  erasures: paths.operatorPeople,
  refusedCodes: paths.operatorRefusals,
  awaitedCodes: paths.operatorStock,
  lowStock: paths.operatorStock,
  productsNotConnected: paths.operatorStock,
  tillIdTries: paths.operatorTills,
  bookFindings: paths.operatorReconciliation,
  failedJobs: paths.operatorWork,
  heldWork: paths.operatorWork,
  unsentMessages: paths.operatorMessagesIn('waiting'),
  failedMessages: paths.operatorMessagesIn('still-failed'),
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

function age(seconds: number): string {
  if (seconds < MINUTE) return 'under a minute'
  if (seconds < HOUR) return plural(Math.floor(seconds / MINUTE), 'minute')
  return seconds < DAY ? plural(Math.floor(seconds / HOUR), 'hour') : plural(Math.floor(seconds / DAY), 'day')
}

const columns: readonly TableColumn<WaitingForOperator>[] = [
  {
    key: 'what',
    header: 'What',
    cell: ({ kind, customers }) => {
      const to = places[kind]
      return (
        <span className="two-lines">
          {to ? <Link to={to}>{waitingLabels[kind]}</Link> : waitingLabels[kind]}
          {customers.length ? (
            <span className="small">
              {customers.map(({ id, name }, index) => (
                <span key={id}>
                  {index > 0 ? ', ' : ''}
                  <Link
                    to={kind === 'overdueInvoices' ? paths.operatorCustomerOverdue(id) : paths.operatorCustomer(id)}
                  >
                    {name}
                  </Link>
                </span>
              ))}
            </span>
          ) : null}
        </span>
      )
    },
  },
  { key: 'count', header: 'How many', numeric: true, cell: ({ count }) => formatCount(count) },
  {
    key: 'oldest',
    header: 'The oldest for',
    numeric: true,
    cell: ({ oldestSeconds }) => (oldestSeconds === null ? null : age(oldestSeconds)),
  },
]

/** Everything that waits for an operator, and where to deal with it. */
export function Desk({ waiting }: { waiting: readonly WaitingForOperator[] }) {
  const open = waiting.filter(({ count }) => count > 0)
  const none = waiting.filter(({ count }) => count === 0)
  return (
    <Card title="Waiting for an operator" flush>
      <DataTable
        caption="What waits for an operator, and how long"
        columns={columns}
        rows={open}
        rowKey={({ kind }) => kind}
        empty={<EmptyState picture="sprout" title="Nothing waits" />}
      />
      {none.length ? (
        <p className="panel muted small">None of: {none.map(({ kind }) => waitingLabels[kind]).join(', ')}.</p>
      ) : null}
    </Card>
  )
}
