import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { listReconcileRuns, type ReconcileRun, startReconcile } from '#contract/operator/reconciliation.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { readPageNumber } from '#web/http/page-number.ts'
import { exactText, readForm } from '#web/http/read-form.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import { runAct } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatCount, formatMoment } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { formatDuration, runName, runOutcome } from './labels.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const page = readPageNumber(new URL(request.url).searchParams)
  const list = session.unwrap(await session.call(listReconcileRuns, { query: { page, per_page: 50 } }))
  return {
    runs: list.data,
    page: list.current_page,
    lastPage: list.last_page,
    mayRun: session.may('run-reconciliation'),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const body = readForm(form, { reason: exactText })
  return runAct(
    session,
    { form, page: paths.operatorReconciliation },
    () => session.call(startReconcile, { body }),
    () => 'It runs now. Its results appear as they come.',
  )
}

const lasted = ({ startedAt, endedAt }: ReconcileRun): string =>
  endedAt === null ? '' : formatDuration(Date.parse(endedAt) - Date.parse(startedAt))

const columns: readonly TableColumn<ReconcileRun>[] = [
  {
    key: 'run',
    header: 'Run',
    cell: (run) => (
      <span className="two-lines">
        <Link to={paths.operatorReconcileRun(run.id)}>{runName(run)}</Link>
        <span className="muted small">{run.reason}</span>
      </span>
    ),
  },
  {
    key: 'outcome',
    header: 'Outcome',
    cell: (run) => <StatusBadge status={runOutcome(run).label} tone={runOutcome(run).tone} />,
  },
  {
    key: 'started',
    header: 'Began',
    cell: ({ startedAt }) => <time dateTime={startedAt}>{formatMoment(startedAt, BUSINESS_ZONE)}</time>,
  },
  { key: 'lasted', header: 'Lasted', numeric: true, cell: lasted },
  { key: 'checks', header: 'Checks', numeric: true, wideOnly: true, cell: ({ checks }) => formatCount(checks) },
]

export default function Reconciliation() {
  const { runs, page, lastPage, mayRun } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const last = runs.find(({ endedAt }) => endedAt !== null)
  return (
    <>
      <PageHeader title="Reconcile" lead="Every night the books are worked out again from their entries." />
      {last && page === 1 && runOutcome(last).tone === 'danger' ? (
        <Notice tone="danger" role="alert" title="The books do not agree.">
          <p>
            <Link to={paths.operatorReconcileRun(last.id)}>See what was found</Link>, and let no money leave until it is
            explained.
          </p>
        </Notice>
      ) : null}
      {mayRun ? (
        <Card title="Run it now">
          <ActForm
            intent="run"
            title="Run every check now"
            button="Run it"
            consequence="It only reads, and holds nothing up. It takes from seconds to hours, by how much there is."
            failure={failure}
          />
        </Card>
      ) : null}
      <Card title="Runs" flush>
        <DataTable
          caption="Runs of reconcile, the latest first"
          columns={columns}
          rows={runs}
          rowKey={({ id }) => id}
          empty={
            <EmptyState picture="sprout" title="No run yet">
              A worker begins one every night after two o’clock.
            </EmptyState>
          }
        />
        <Pagination page={page} lastPage={lastPage} label="runs" />
      </Card>
    </>
  )
}
