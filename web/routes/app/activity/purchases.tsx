import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { isPass } from '#client/result.ts'
import type { TransactionHit, TransactionQuery, TransactionSortField } from '#contract/search.ts'
import styles from '../../../features/activity/activity.module.css'
import { ActivityTabs } from '../../../features/activity/activity-tabs.tsx'
import { Filters, isFiltered } from '../../../features/activity/filters.tsx'
import { lastPageOf, PAGE_SIZE, readActivityQuery, sortOf } from '../../../features/activity/query.server.ts'
import { SavedViews } from '../../../features/activity/saved-views.tsx'
import { StatusCounts } from '../../../features/activity/status-counts.tsx'
import { viewQueryOf } from '../../../features/activity/views.ts'
import { giftStatuses, methods, methodWord } from '../../../features/activity/words.ts'
import { useCan, useZone } from '../../../features/shell/app-data.ts'
import { sessionOf } from '../../../session/middleware.ts'
import { formatCount, formatMoment } from '../../../ui/format.ts'
import { LinkButton } from '../../../ui/kit/button.tsx'
import { Card } from '../../../ui/kit/card.tsx'
import { type Column, DataTable } from '../../../ui/kit/data-table.tsx'
import { EmptyState } from '../../../ui/kit/empty-state.tsx'
import { Money } from '../../../ui/kit/money.tsx'
import { PageHeader } from '../../../ui/kit/page-header.tsx'
import { Pagination } from '../../../ui/kit/pagination.tsx'

const sorts = [
  { value: '-createdAt', label: 'Newest' },
  { value: 'createdAt', label: 'Oldest' },
  { value: '-saleTotal', label: 'Dearest' },
  { value: '-quantity', label: 'Most gifts' },
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  const { query, moments } = readActivityQuery(session, new URL(request.url), {
    statuses: giftStatuses,
    methods,
    sorts: sorts.map(({ value }) => value),
  })
  const filters = {
    ...(query.status && { statusNames: [query.status] }),
    ...(query.method && { deliveryMethods: [query.method] }),
    ...(moments && { createdAt: moments }),
  } as TransactionQuery['filters']
  const [answer, saved] = await Promise.all([
    session.api.searchTransactions({
      body: {
        query: {
          ...(query.q && { text: query.q }),
          filters,
          sort: sortOf<TransactionSortField>(query.sort),
          from: (query.page - 1) * PAGE_SIZE,
          size: PAGE_SIZE,
        },
      },
    }),
    session.api.listSavedViews(),
  ])
  const { hits, total, totalIsExact } = session.unwrap(answer).data
  const views = isPass(saved) ? saved.pass.data.filter(({ place }) => place === 'purchases') : []
  return { hits, total, totalIsExact, query, views, lastPage: lastPageOf(total) }
}

function useColumns(): Column<TransactionHit>[] {
  const zone = useZone()
  return [
    {
      key: 'what',
      header: 'Purchase',
      cell: ({ transaction, product }) => (
        <span className={styles.two}>
          <Link to={`/activity/${transaction.id}`} prefetch="intent">
            {transaction.title ?? product?.label ?? 'Top-up'}
          </Link>
          <span className="muted small">
            {transaction.title && product ? `${product.label} · ` : ''}
            {methodWord(transaction.delivery_method)}
          </span>
        </span>
      ),
    },
    {
      key: 'when',
      header: 'Bought',
      cell: ({ transaction, sender }) => (
        <span className={styles.two}>
          <time dateTime={transaction.created_at}>{formatMoment(transaction.created_at, zone)}</time>
          <span className="muted small">
            {sender.first_name} {sender.surname}
          </span>
        </span>
      ),
    },
    { key: 'gifts', header: 'Gifts', cell: ({ hugggStatuses }) => <StatusCounts counts={hugggStatuses} /> },
    {
      key: 'total',
      header: 'Total',
      numeric: true,
      cell: ({ transaction }) => <Money pence={transaction.sale_total} currency={transaction.currency} />,
    },
  ]
}

export default function Purchases() {
  const { hits, total, totalIsExact, query, views, lastPage } = useLoaderData<typeof loader>()
  const columns = useColumns()
  const can = useCan()
  const mayBuy = can('purchase-hugggs')
  const empty = isFiltered(query) ? (
    <EmptyState
      picture="dandelion"
      title="Nothing fits all of that"
      action={<LinkButton to="/activity">Start afresh</LinkButton>}
    >
      Try another word, or wider dates.
    </EmptyState>
  ) : (
    <EmptyState
      picture="sprout"
      title="Nothing has been bought yet"
      action={mayBuy ? <LinkButton to="/send">Send a gift</LinkButton> : null}
    >
      As soon as gifts are bought, you see here how they fare.
    </EmptyState>
  )
  return (
    <>
      <PageHeader
        title="Activity"
        lead="What was bought, and what became of it."
        actions={mayBuy ? <LinkButton to="/send">Send a gift</LinkButton> : null}
      />
      <ActivityTabs />
      <Filters query={query} placeholder="Title, gift, sender or recipient" sorts={sorts} />
      <SavedViews place="purchases" path="/activity" views={views} query={viewQueryOf(query, sorts)} />
      <p className="muted small" role="status">
        {formatCount(total)}
        {totalIsExact ? '' : ' and more'} {total === 1 ? 'purchase' : 'purchases'}
      </p>
      <Card flush>
        <DataTable
          caption="Purchases"
          columns={columns}
          rows={hits}
          rowKey={({ transaction }) => transaction.id}
          empty={empty}
        />
        <Pagination page={query.page} lastPage={lastPage} label="purchases" />
      </Card>
    </>
  )
}
