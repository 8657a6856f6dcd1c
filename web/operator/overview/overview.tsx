import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import {
  describeChecks,
  getOperatorOverview,
  type InstallationCheck,
  openChecks,
  type SignInFailures,
} from '#contract/operator/overview.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { useOperator } from '#web/operator/console.tsx'
import { checkLabels } from '#web/operator/labels.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { formatCount, formatMoment } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { Desk } from './desk.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  return session.unwrap(await session.call(getOperatorOverview, {})).data
}

const columns: readonly TableColumn<InstallationCheck>[] = [
  { key: 'name', header: 'What', cell: ({ name }) => name },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <StatusBadge status={checkLabels[state].label} tone={checkLabels[state].tone} />,
  },
  { key: 'what', header: 'Details', cell: ({ what }) => what },
]

const failureColumns: readonly TableColumn<SignInFailures>[] = [
  {
    key: 'who',
    header: 'Whose address',
    cell: ({ name, email }) => (email ? `${name}, ${email}` : 'No operator’s'),
  },
  { key: 'failed', header: 'In 24 hours', cell: ({ failed }) => formatCount(failed), numeric: true },
  { key: 'last', header: 'Last', cell: ({ lastAt }) => formatMoment(lastAt, BUSINESS_ZONE) },
]

const Installation = ({ checks }: { checks: readonly InstallationCheck[] }) => {
  const open = openChecks(checks)
  return (
    <Card title="This installation" flush>
      <DataTable
        caption="What customers need, and whether it is there"
        columns={columns}
        rows={[...open, ...checks.filter((check) => !open.includes(check))]}
        rowKey={({ name }) => name}
      />
    </Card>
  )
}

/** Support puts nothing of the installation right: its checks are folded for them. */
export default function Overview() {
  const { checks, waiting, signInFailures } = useLoaderData<typeof loader>()
  const { role } = useOperator()
  return (
    <>
      <PageHeader title="Overview" lead={describeChecks(checks)} />
      <Desk waiting={waiting} />
      <Card title="Failed sign-ins to this console" flush>
        <DataTable
          caption="Sign-ins to the console that failed in the last 24 hours"
          columns={failureColumns}
          rows={signInFailures}
          rowKey={({ operatorId }) => operatorId ?? 'none'}
          empty={<p className="panel muted">None in the last 24 hours.</p>}
        />
      </Card>
      {role === 'support' ? (
        <details>
          <summary>This installation: {describeChecks(checks)}</summary>
          <Installation checks={checks} />
        </details>
      ) : (
        <Installation checks={checks} />
      )}
    </>
  )
}
