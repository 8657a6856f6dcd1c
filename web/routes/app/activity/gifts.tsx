import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { isPass } from '#client/result.ts'
import type { HugggHit } from '#contract/search.ts'
import styles from '../../../features/activity/activity.module.css'
import { ActivityTabs } from '../../../features/activity/activity-tabs.tsx'
import { ExportButtons } from '../../../features/activity/export-buttons.tsx'
import { Filters, isFiltered } from '../../../features/activity/filters.tsx'
import { readHugggQuery } from '../../../features/activity/huggg-query.server.ts'
import { lastPageOf, PAGE_SIZE } from '../../../features/activity/query.server.ts'
import { SavedViews } from '../../../features/activity/saved-views.tsx'
import { toneOf } from '../../../features/activity/tones.ts'
import { giftSorts, viewQueryOf } from '../../../features/activity/views.ts'
import { deliveryWord, hasFailed, methodWord, recipientOf, statusWord } from '../../../features/activity/words.ts'
import { useZone } from '../../../features/shell/app-data.ts'
import { sessionOf } from '../../../session/middleware.ts'
import { formatCount, formatDay, formatMoment } from '../../../ui/format.ts'
import { LinkButton } from '../../../ui/kit/button.tsx'
import { Card } from '../../../ui/kit/card.tsx'
import { type Column, DataTable } from '../../../ui/kit/data-table.tsx'
import { EmptyState } from '../../../ui/kit/empty-state.tsx'
import { failureOf } from '../../../ui/kit/failure.ts'
import { PageHeader } from '../../../ui/kit/page-header.tsx'
import { Pagination } from '../../../ui/kit/pagination.tsx'
import { StatusBadge } from '../../../ui/kit/status-badge.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  const { query, search } = readHugggQuery(session, new URL(request.url))
  const [answer, saved] = await Promise.all([
    session.api.searchHugggs({
      body: { query: { ...search, from: (query.page - 1) * PAGE_SIZE, size: PAGE_SIZE } },
    }),
    session.api.listSavedViews(),
  ])
  const { hits, total, totalIsExact } = session.unwrap(answer).data
  const views = isPass(saved) ? saved.pass.data.filter(({ place }) => place === 'gifts') : []
  return { hits, total, totalIsExact, query, views, lastPage: lastPageOf(total) }
}

/** Has the list written to a file. */
export async function action({ request, context }: ActionFunctionArgs) {
  const session = sessionOf(context)
  const { query, search } = readHugggQuery(session, new URL(request.url))
  const format = (await request.formData()).get('format') === 'xlsx' ? 'xlsx' : 'csv'
  const asked = await session.api.createHugggExport({ body: { query: search, format } })
  if (isPass(asked)) return redirect(`/activity/exports/${asked.pass.data.id}`, 303)
  session.flash(`${failureOf(asked.fail!).message} No file was written.`, 'danger')
  return redirect(`/activity/gifts?${viewQueryOf(query, giftSorts)}`, 303)
}

function useColumns(): Column<HugggHit>[] {
  const zone = useZone()
  return [
    {
      key: 'who',
      header: 'For',
      cell: (hit) => (
        <span className={styles.two}>
          <Link to={`/activity/gifts/${hit.huggg.id}`} prefetch="intent">
            {recipientOf(hit)}
          </Link>
          {hit.receiver?.email && hit.receiver.first_name ? (
            <span className="muted small">{hit.receiver.email}</span>
          ) : null}
        </span>
      ),
    },
    { key: 'gift', header: 'Gift', cell: ({ purchase }) => purchase.label },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status, deliveryStatus }) => (
        <span className={styles.counts}>
          <StatusBadge status={statusWord(status)} tone={toneOf(status)} />
          {hasFailed(deliveryStatus) ? <StatusBadge status={deliveryWord(deliveryStatus)} tone="danger" /> : null}
        </span>
      ),
    },
    {
      key: 'sent',
      header: 'Delivery',
      cell: ({ transaction, huggg }) => (
        <span className={styles.two}>
          <span>{methodWord(transaction.delivery_method)}</span>
          {huggg.sent_date ? (
            <time className="muted small" dateTime={huggg.sent_date}>
              {formatMoment(huggg.sent_date, zone)}
            </time>
          ) : null}
        </span>
      ),
    },
    {
      key: 'ends',
      header: 'Last day',
      wideOnly: true,
      cell: ({ huggg }) => <time dateTime={huggg.expiry_date}>{formatDay(huggg.expiry_date, 'Europe/London')}</time>,
    },
  ]
}

export default function Gifts() {
  const { hits, total, totalIsExact, query, views, lastPage } = useLoaderData<typeof loader>()
  const columns = useColumns()
  const empty = (
    <EmptyState
      picture={isFiltered(query) ? 'dandelion' : 'sprout'}
      title={isFiltered(query) ? 'No gift fits all of that' : 'No gifts yet'}
      action={isFiltered(query) ? <LinkButton to="/activity/gifts">Start afresh</LinkButton> : null}
    >
      {isFiltered(query)
        ? 'Try another word, or wider dates.'
        : 'Each gift that is bought is listed here, with where it is.'}
    </EmptyState>
  )
  return (
    <>
      <PageHeader title="Gifts" lead="Every single gift: who has it, and where it is." />
      <ActivityTabs />
      <Filters query={query} placeholder="Recipient, gift, message" sorts={giftSorts} />
      <SavedViews place="gifts" path="/activity/gifts" views={views} query={viewQueryOf(query, giftSorts)} />
      <div className={styles.views}>
        <p className="muted small" role="status">
          {formatCount(total)}
          {totalIsExact ? '' : ' and more'} {total === 1 ? 'gift' : 'gifts'}
        </p>
        {total > 0 ? <ExportButtons /> : null}
      </div>
      <Card flush>
        <DataTable caption="Gifts" columns={columns} rows={hits} rowKey={({ huggg }) => huggg.id} empty={empty} />
        <Pagination page={query.page} lastPage={lastPage} label="gifts" />
      </Card>
    </>
  )
}
