import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { OperatorPermission } from '#contract/core/operators.ts'
import { getOperatorOverview, type InstallationCheck, type SignInFailures } from '#contract/operator/overview.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { checkLabels, waitingLabels } from '#web/operator/labels.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatCount, formatMoment } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const overview = session.unwrap(await session.call(getOperatorOverview, {})).data
  const open = Object.entries(places).filter(([, { needs }]) => session.may(needs))
  return { ...overview, links: Object.fromEntries(open.map(([key, { to }]) => [key, to])) as Record<string, string> }
}

/** Where what waits is dealt with. */
const places: Partial<Record<keyof typeof waitingLabels, { to: string; needs: OperatorPermission }>> = {
  failedJobs: { to: paths.operatorWork, needs: 'view-console' },
  unsentMessages: { to: paths.operatorMessages, needs: 'view-console' },
  failedMessages: { to: paths.operatorMessages, needs: 'view-console' },
  heldWork: { to: paths.operatorWork, needs: 'view-console' },
  tillIdTries: { to: paths.operatorTills, needs: 'view-settlements' },
  refusedCodes: { to: paths.operatorRefusals, needs: 'view-stock' },
  bookFindings: { to: paths.operatorReconciliation, needs: 'view-reconciliation' },
  actsToConfirm: { to: paths.operatorWaiting, needs: 'confirm-acts' },
  statementsToConfirm: { to: paths.operatorBank, needs: 'view-bank' },
  payoutsToRelease: { to: paths.operatorPayouts, needs: 'view-payouts' },
  paymentFilesToRelease: { to: paths.operatorMerchantFiles, needs: 'view-settlements' },
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

export default function Overview() {
  const { checks, waiting, signInFailures, links } = useLoaderData<typeof loader>()
  const open = checks.filter(({ state }) => state === 'missing' || state === 'failed')
  return (
    <>
      <PageHeader
        title="Overview"
        lead={open.length === 0 ? 'Ready for customers.' : `${open.length} of ${checks.length} checks need attention.`}
      />
      <Card title="Waiting for an operator">
        <Facts
          facts={Object.entries(waitingLabels).map(([key, name]) => ({
            name: links[key] ? <Link to={links[key]}>{name}</Link> : name,
            value: String(waiting[key as keyof typeof waiting]),
          }))}
        />
      </Card>
      <Card title="Failed sign-ins to this console" flush>
        <DataTable
          caption="Sign-ins to the console that failed in the last 24 hours"
          columns={failureColumns}
          rows={signInFailures}
          rowKey={({ operatorId }) => operatorId ?? 'none'}
          empty={<p className="panel muted">None in the last 24 hours.</p>}
        />
      </Card>
      <Card title="This installation" flush>
        <DataTable
          caption="What customers need, and whether it is there"
          columns={columns}
          rows={[...open, ...checks.filter((check) => !open.includes(check))]}
          rowKey={({ name }) => name}
        />
      </Card>
    </>
  )
}
