import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Grant } from '#contract/awards/grants.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { AttentionList } from '#web/app/home/attention-list.tsx'
import { useAppData, useCan } from '#web/app/shell/app-data.ts'
import { businessNow } from '#web/business-time.ts'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatDay, plural } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { AwardTable } from './award-table.tsx'
import { loadOverview } from './load-overview.server.ts'
import type { Waiting } from './waiting-sums.ts'

/** The first page of who helps people in need and buys no gifts. */
export async function loader({ context }: LoaderFunctionArgs) {
  return loadOverview(getSession(context), await businessNow(context.get(webContext)))
}

export default function SupportOverview() {
  const { attention, waiting, grants, awards } = useLoaderData<typeof loader>()
  const { initialUser } = useAppData()
  const can = useCan()
  return (
    <>
      <PageHeader
        title={initialUser?.firstName ? `Hello, ${initialUser.firstName}` : 'Hello'}
        lead="What waits, what is left of your grants, and the newest awards."
        actions={can('make-awards') ? <LinkButton to={paths.newAward()}>New award</LinkButton> : null}
      />
      <div className="stack">
        {attention.length ? (
          <Card title="Needs attention">
            <AttentionList items={attention} />
          </Card>
        ) : null}
        <WaitingCard waiting={waiting} mayDecide={can('approve-awards')} />
        <Card title="Grants" flush action={<Link to={paths.grants}>All grants</Link>}>
          <DataTable
            caption="Open grants, with what is left"
            columns={columns}
            rows={grants}
            rowKey={({ id }) => id}
            empty={
              <EmptyState picture={null} title="No grant is open">
                An award is paid out of a grant: a funder’s money with a purpose and a period.
              </EmptyState>
            }
          />
        </Card>
        <Card title="Newest awards" flush action={<Link to={paths.awards}>All awards</Link>}>
          <AwardTable
            caption="Newest awards"
            awards={awards}
            empty={
              <EmptyState picture={null} title="No awards yet">
                An award gives one person a sum out of a grant.
              </EmptyState>
            }
          />
        </Card>
      </div>
    </>
  )
}

function WaitingCard({ waiting, mayDecide }: { waiting: Waiting; mayDecide: boolean }) {
  const { requests, awards, pence, since, days, hasMore } = waiting
  const many = `${plural(requests, 'request')}${hasMore ? ' and more' : ''}`
  return (
    <Card
      title={mayDecide ? 'Waits for your approval' : 'Waits for approval'}
      action={requests ? <Link to={paths.awardApprovals}>{mayDecide ? 'Decide' : 'See them'}</Link> : null}
    >
      {since === null ? (
        <p className="muted">Nothing waits.</p>
      ) : (
        <p>
          <strong>{many}</strong>: {plural(awards, 'award')}, {formatMoney(pence, 'GBX')} in all. The oldest waits since{' '}
          {formatDay(since, BUSINESS_ZONE)}
          {days > 0 ? ` (${plural(days, 'day')})` : ''}. What no one decides on in 14 days ends.
        </p>
      )}
    </Card>
  )
}

const money = (key: 'available' | 'committed', header: string): TableColumn<Grant> => ({
  ...{ key, header, numeric: true },
  cell: (grant) => <Money pence={grant[key]} currency={grant.currency} />,
})

const columns: TableColumn<Grant>[] = [
  { key: 'name', header: 'Grant', cell: ({ id, name }) => <Link to={paths.grant(id)}>{name}</Link> },
  { key: 'until', header: 'Until', cell: ({ untilDay }) => formatDay(untilDay, 'UTC') },
  money('committed', 'In awards'),
  money('available', 'Left'),
]
