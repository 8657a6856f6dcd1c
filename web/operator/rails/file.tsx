import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { rails } from '#contract/core/rails.ts'
import { getRailFile, type RailLine } from '#contract/operator/rails.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { readPageNumber } from '#web/http/page-number.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatCount, formatDay, formatMoment } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { eventLabels, verdictLabels } from './labels.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const query = { page: readPageNumber(new URL(request.url).searchParams) }
  return session.unwrap(await session.call(getRailFile, { params: { id: params.id! }, query })).data
}

const columns: readonly TableColumn<RailLine>[] = [
  { key: 'line', header: 'Line', numeric: true, cell: ({ line }) => formatCount(line) },
  {
    key: 'reference',
    header: 'Reference',
    cell: ({ reference, purchaseId }) =>
      purchaseId ? <Link to={paths.operatorPurchase(purchaseId)}>{reference}</Link> : reference,
  },
  {
    key: 'verdict',
    header: 'Agrees',
    cell: ({ verdict }) => (
      <span className="two-lines">
        <StatusBadge status={verdictLabels[verdict].label} tone={verdictLabels[verdict].tone} />
        {verdict === 'matched' ? null : <span className="muted small">{verdictLabels[verdict].why}</span>}
      </span>
    ),
  },
  { key: 'event', header: 'What', cell: ({ event, day }) => `${eventLabels[event]}, ${formatDay(day, 'UTC')}` },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    cell: ({ amountPence }) => <Money pence={amountPence} currency="GBX" />,
  },
]

export default function File() {
  const { name, rail, day, lines, repeated, unmatched, amountPence, takenInAt, takenInBy, entries, pages } =
    useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title="Settlement file" lead={name} back={{ to: paths.operatorRails, label: 'Rails' }} />
      <Card title="What is in it">
        <Facts
          facts={[
            { name: 'Rail', value: rails[rail].label },
            { name: 'Day', value: formatDay(day, 'UTC') },
            { name: 'Lines', value: formatCount(lines) },
            { name: 'Told before', value: formatCount(repeated) },
            { name: 'Do not agree', value: formatCount(unmatched) },
            { name: 'Amount', value: <Money pence={amountPence} currency="GBX" /> },
            { name: 'Taken in', value: `${formatMoment(takenInAt, BUSINESS_ZONE)} by ${takenInBy}` },
          ]}
        />
      </Card>
      <Card title="Lines" flush>
        <DataTable
          caption="What does not agree comes first"
          columns={columns}
          rows={entries}
          rowKey={({ entry }) => entry}
          empty={<p className="panel muted">Every line of it had been told before.</p>}
        />
        <Pagination {...pages} label="lines" />
      </Card>
    </>
  )
}
