import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Approval } from '#contract/orders/approvals.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatDay } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { approvalStates, wantedLabel } from './labels.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const page = Math.max(1, Number.parseInt(new URL(request.url).searchParams.get('page') ?? '1', 10) || 1)
  const found = session.unwrap(await session.api.listApprovals({ query: { page, per_page: 25 } }))
  return { approvals: found.data, page: found.current_page, lastPage: found.last_page }
}

export default function Approvals() {
  const { approvals, page, lastPage } = useLoaderData<typeof loader>()
  const zone = useZone()
  const columns: TableColumn<Approval>[] = [
    {
      key: 'order',
      header: 'Order',
      cell: (one) => <Link to={paths.approval(one.orderId)}>{wantedLabel(one)}</Link>,
    },
    { key: 'who', header: 'Asked by', cell: ({ buyer, isOwn }) => (isOwn && !buyer.isKey ? 'You' : buyer.name) },
    { key: 'when', header: 'On', cell: ({ dateAsked }) => formatDay(dateAsked, zone) },
    { key: 'state', header: 'State', cell: (one) => <StatusBadge {...approvalBadge(one)} /> },
    {
      key: 'total',
      header: 'Total',
      numeric: true,
      cell: ({ total, currency }) => <Money pence={total} currency={currency} />,
    },
  ]
  return (
    <>
      <PageHeader
        title="Approvals"
        lead="Orders above your team’s limits. Nothing is bought before someone else agrees."
      />
      <Card flush>
        <DataTable
          caption="Orders that wait for approval, or did"
          columns={columns}
          rows={approvals}
          rowKey={({ orderId, version }) => `${orderId} ${version}`}
          empty={
            <EmptyState picture="sprout" title="No orders to approve yet">
              An order above a limit of your team is shown here.
            </EmptyState>
          }
        />
      </Card>
      <Pagination page={page} lastPage={lastPage} label="approvals" />
    </>
  )
}

const approvalBadge = ({ status }: Approval) => ({
  status: approvalStates[status].label,
  tone: approvalStates[status].tone,
})
