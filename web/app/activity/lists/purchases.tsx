import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { TransactionHit } from '#contract/search/search.ts'
import { loadUsedTags } from '#web/app/send/team-rules.server.ts'
import { useCan, useZone } from '#web/app/shell/app-data.ts'
import { paths, withQuery } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatCount, formatMoment } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { tellApart } from '#web/ui/tell-apart.ts'
import styles from '../activity.module.css'
import { onlyRecipients } from '../causes.server.ts'
import { paidLabel } from '../delivery-labels.ts'
import { methodLabel } from '../labels.ts'
import { StatusCounts } from '../status-counts.tsx'
import { ActivityTabs } from './activity-tabs.tsx'
import { Filters, isFiltered } from './filters.tsx'
import { readPurchaseQuery } from './purchase-query.server.ts'
import { lastPageNumber, PAGE_SIZE } from './query.server.ts'
import { SavedViews } from './saved-views.tsx'
import { MOST_EXPORTED, purchaseSorts, savedViewQuery } from './views.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const { query, search } = readPurchaseQuery(session, new URL(request.url))
  const [answer, saved, tags] = await Promise.all([
    session.api.searchTransactions({
      body: { query: { ...search, from: (query.page - 1) * PAGE_SIZE, size: PAGE_SIZE } },
    }),
    session.api.listSavedViews(),
    loadUsedTags(session),
  ])
  const { hits, total, totalIsExact } = session.unwrap(answer).data
  const only = await onlyRecipients(
    session,
    hits.flatMap(({ transaction: { id, sale_quantity } }) => (sale_quantity === 1 ? [id] : [])),
  )
  const views = saved.ok ? saved.value.data.filter(({ place }) => place === 'purchases') : []
  return { hits, only, total, totalIsExact, query, tags, views, lastPage: lastPageNumber(total) }
}

/** @param only whom purchases of one gift are for */
function useColumns(hits: readonly TransactionHit[], only: ReadonlyMap<string, string>): TableColumn<TransactionHit>[] {
  const zone = useZone()
  const title = ({ transaction, product }: TransactionHit) => transaction.title ?? product?.label ?? 'Top-up'
  const when = ({ transaction }: TransactionHit) => formatMoment(transaction.created_at, zone)
  const apart = tellApart(hits, (hit) => `${title(hit)}, ${when(hit)}`)
  return [
    {
      key: 'what',
      header: 'Purchase',
      cell: (hit) => {
        const { transaction, product } = hit
        return (
          <span className="two-lines">
            <Link to={paths.purchase(transaction.id)} prefetch="intent">
              {title(hit)}
              <span className="visually-hidden">
                , bought {when(hit)}
                {apart(hit)}
              </span>
            </Link>
            <span className="muted small">
              {transaction.title && product ? `${product.label} · ` : ''}
              {methodLabel(transaction.delivery_method)}
              {only.has(transaction.id) ? ` for ${only.get(transaction.id)}` : ''}
            </span>
          </span>
        )
      },
    },
    {
      key: 'when',
      header: 'Bought',
      cell: ({ transaction, sender, wallet }) => (
        <span className="two-lines">
          <time dateTime={transaction.created_at}>{formatMoment(transaction.created_at, zone)}</time>
          <span className="muted small">
            {sender.first_name} {sender.surname} · {paidLabel(transaction.payment_method, wallet.name)}
          </span>
        </span>
      ),
    },
    {
      key: 'gifts',
      header: 'Gifts',
      cell: ({ transaction, states }) => (
        <span className="two-lines">
          <StatusCounts counts={states} />
          {transaction.status === 'failed' ? <span className="muted small">Failed and refunded</span> : null}
        </span>
      ),
    },
    {
      key: 'total',
      header: 'Total',
      numeric: true,
      cell: ({ transaction }) => <Money pence={transaction.sale_total} currency={transaction.currency} />,
    },
  ]
}

export default function Purchases() {
  const { hits, only, total, totalIsExact, query, tags, views, lastPage } = useLoaderData<typeof loader>()
  const columns = useColumns(hits, only)
  const can = useCan()
  const mayBuy = can('purchase-hugggs')
  // The search looks for words of titles and names; a tag is found by the filter.
  const tag = tags?.find((each) => each.toLowerCase() === query.q.trim().toLowerCase())
  const empty = isFiltered(query) ? (
    <EmptyState
      picture="dandelion"
      title="No purchases match your filters"
      action={<LinkButton to={paths.purchases}>Clear filters</LinkButton>}
    >
      {tag ? (
        <>
          <Link to={withQuery(paths.purchases, { tag })}>Show what is tagged “{tag}”</Link>, or try another word or
          wider dates.
        </>
      ) : (
        'Try another word, or wider dates.'
      )}
    </EmptyState>
  ) : (
    <EmptyState
      picture="sprout"
      title="Nothing has been bought yet"
      action={mayBuy ? <LinkButton to={paths.send}>Send a gift</LinkButton> : null}
    >
      When gifts are bought, you see them and their status here.
    </EmptyState>
  )
  return (
    <>
      <PageHeader
        title="Activity"
        lead="Your purchases and their status."
        actions={mayBuy ? <LinkButton to={paths.send}>Send a gift</LinkButton> : null}
      />
      <ActivityTabs />
      <Filters query={query} placeholder="Title, gift, sender or recipient" sorts={purchaseSorts} tags={tags} />
      <SavedViews place="purchases" path={paths.purchases} views={views} query={savedViewQuery(query, purchaseSorts)} />
      <div className={styles.views}>
        <p className="muted small" role="status">
          {formatCount(total)}
          {totalIsExact ? '' : ' and more'} {total === 1 ? 'purchase' : 'purchases'}
        </p>
        {total > 0 ? (
          <p className="small">
            <a href={`${paths.purchasesCsv}?${savedViewQuery(query, purchaseSorts)}`} download>
              Export these purchases as CSV
            </a>
            {total > MOST_EXPORTED ? (
              <span className="muted"> · the first {formatCount(MOST_EXPORTED)}; choose dates for the rest</span>
            ) : null}
          </p>
        ) : null}
      </div>
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
