import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getReconcileRun, type ReconcileResult } from '#contract/operator/reconciliation.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import styles from '#web/operator/console.module.css'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatCount, formatMoment, humanise, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { formatDuration, runName, runOutcome } from './labels.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  return session.unwrap(await session.call(getReconcileRun, { params: { id: params.id! } })).data
}

const results: readonly TableColumn<ReconcileResult>[] = [
  { key: 'name', header: 'Check', cell: ({ name }) => humanise(name) },
  {
    key: 'outcome',
    header: 'Outcome',
    cell: ({ findings }) =>
      findings === null ? (
        <StatusBadge status="No answer" tone="warning" />
      ) : findings === 0 ? (
        <StatusBadge status="In order" tone="success" />
      ) : (
        <StatusBadge status={plural(findings, 'finding', 'findings')} tone="danger" />
      ),
  },
  { key: 'lasted', header: 'Lasted', numeric: true, cell: ({ durationMs }) => formatDuration(durationMs) },
]

const findings: readonly TableColumn<ReconcileResult['first'][number]>[] = [
  { key: 'subject', header: 'Record', cell: ({ subject }) => <code className={styles.code}>{subject}</code> },
  { key: 'expected', header: 'Expected', cell: ({ expected }) => expected ?? 'nothing' },
  { key: 'found', header: 'Found', cell: ({ found }) => found ?? 'nothing' },
]

export default function Run() {
  const run = useLoaderData<typeof loader>()
  const outcome = runOutcome(run)
  const wrong = run.results.filter((result) => result.findings !== 0)
  return (
    <>
      <PageHeader
        title={runName(run)}
        lead={run.reason ?? `${run.results.length} of ${run.checks} checks are done.`}
        back={{ to: paths.operatorReconciliation, label: 'Reconcile' }}
      />
      <Card title="What came of it">
        <Facts
          facts={[
            { name: 'Outcome', value: <StatusBadge status={outcome.label} tone={outcome.tone} /> },
            { name: 'Began', value: formatMoment(run.startedAt, BUSINESS_ZONE) },
            { name: 'Ended', value: run.endedAt && formatMoment(run.endedAt, BUSINESS_ZONE) },
            { name: 'Checks done', value: `${formatCount(run.results.length)} of ${formatCount(run.checks)}` },
          ]}
        />
      </Card>
      {wrong.map(({ name, error, first, findings: count }) => (
        <Card key={name} title={humanise(name)} flush={error === null}>
          {error === null ? (
            <>
              <DataTable
                caption={`What ${humanise(name)} found`}
                columns={findings}
                rows={first}
                rowKey={({ subject, expected, found }) => `${subject} ${expected} ${found}`}
              />
              {count !== null && first.length < count ? (
                <p className="panel muted">The first {formatCount(first.length)} are shown.</p>
              ) : null}
            </>
          ) : (
            <p>It gave no answer: {error}</p>
          )}
        </Card>
      ))}
      <Card title="Checks" flush>
        <DataTable
          caption="Every check that is done, and what it gave"
          columns={results}
          rows={run.results}
          rowKey={({ name }) => name}
          empty={<p className="panel muted">None is done yet. Load the page again in a moment.</p>}
        />
      </Card>
    </>
  )
}
