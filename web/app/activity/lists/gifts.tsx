import {
  type ActionFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { HugggHit } from '#contract/search/search.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { choice, readForm } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatCount, formatDay, formatMoment } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { tellApart } from '#web/ui/tell-apart.ts'
import styles from '../activity.module.css'
import { GiftStatus } from '../gift-status.tsx'
import { methodLabel, recipientName } from '../labels.ts'
import { ActivityTabs } from './activity-tabs.tsx'
import { ExportButtons } from './export-buttons.tsx'
import { Filters, isFiltered } from './filters.tsx'
import { readHugggQuery } from './huggg-query.server.ts'
import { actOnPicked } from './picked.server.ts'
import { pickedActions } from './picked.ts'
import { PickedBar, PickedOutcome, pickColumn, useMayPick } from './picked-bar.tsx'
import { lastPageNumber, PAGE_SIZE } from './query.server.ts'
import { SavedViews } from './saved-views.tsx'
import { giftSorts, savedViewQuery } from './views.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const { query, search } = readHugggQuery(session, new URL(request.url))
  const [answer, saved] = await Promise.all([
    session.api.searchHugggs({
      body: { query: { ...search, from: (query.page - 1) * PAGE_SIZE, size: PAGE_SIZE } },
    }),
    session.api.listSavedViews(),
  ])
  const { hits, total, totalIsExact } = session.unwrap(answer).data
  const views = saved.ok ? saved.value.data.filter(({ place }) => place === 'gifts') : []
  return { hits, total, totalIsExact, query, views, lastPage: lastPageNumber(total), attempt: crypto.randomUUID() }
}

/** Has the list written to a file, or does something with the gifts that are ticked. */
export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const { query, search } = readHugggQuery(session, new URL(request.url))
  const form = await request.formData()
  const { do: picked, format } = readForm(form, { do: choice(...pickedActions), format: choice('csv', 'xlsx') })
  const here = `${paths.gifts}?${savedViewQuery(query, giftSorts)}`
  if (picked) {
    const answer = await actOnPicked(session, { action: picked, form, search })
    return 'tone' in answer ? session.redirect(here, answer.text, answer.tone) : answer
  }
  const asked = await session.api.createHugggExport({ body: { query: search, format: format ?? 'csv' } })
  if (asked.ok) return redirect(paths.giftExport(asked.value.data.id), 303)
  session.flash(`${toFormFailure(asked.problem).message} No file was written.`, 'danger')
  return redirect(here, 303)
}

function useColumns(hits: readonly HugggHit[]): TableColumn<HugggHit>[] {
  const zone = useZone()
  const apart = tellApart(hits, (hit) => `${recipientName(hit)}, ${hit.purchase.label}`)
  return [
    ...(useMayPick() ? [pickColumn] : []),
    {
      key: 'who',
      header: 'For',
      cell: (hit) => (
        <span className="two-lines">
          <Link to={paths.sentGift(hit.huggg.id)} prefetch="intent">
            {recipientName(hit)}
            <span className="visually-hidden">
              , {hit.purchase.label}
              {apart(hit)}
            </span>
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
      cell: (hit) => <GiftStatus hit={hit} />,
    },
    {
      key: 'sent',
      header: 'Delivery',
      cell: ({ transaction, huggg }) => (
        <span className="two-lines">
          <span>{methodLabel(transaction.delivery_method)}</span>
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
      cell: ({ huggg }) => <time dateTime={huggg.expiry_date}>{formatDay(huggg.expiry_date, BUSINESS_ZONE)}</time>,
    },
  ]
}

export default function Gifts() {
  const { hits, total, totalIsExact, query, views, lastPage, attempt } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() ?? null
  const columns = useColumns(hits)
  const mayPick = useMayPick()
  const empty = (
    <EmptyState
      picture={isFiltered(query) ? 'dandelion' : 'sprout'}
      title={isFiltered(query) ? 'No gifts match your filters' : 'No gifts yet'}
      action={isFiltered(query) ? <LinkButton to={paths.gifts}>Clear filters</LinkButton> : null}
    >
      {isFiltered(query)
        ? 'Try another word, or wider dates.'
        : 'Each gift that is bought is listed here, with its status.'}
    </EmptyState>
  )
  return (
    <>
      <PageHeader title="Gifts" lead="Every gift, its recipient and its status." />
      <ActivityTabs />
      <Filters query={query} placeholder="Recipient, gift, message" sorts={giftSorts} />
      <SavedViews place="gifts" path={paths.gifts} views={views} query={savedViewQuery(query, giftSorts)} />
      <div className={styles.views}>
        <p className="muted small" role="status">
          {formatCount(total)}
          {totalIsExact ? '' : ' and more'} {total === 1 ? 'gift' : 'gifts'}
        </p>
        {total > 0 ? <ExportButtons /> : null}
      </div>
      <PickedOutcome answer={answer} here={`${paths.gifts}?${savedViewQuery(query, giftSorts)}`} />
      {hits.length && mayPick ? <PickedBar key={attempt} {...{ attempt, hits, total }} /> : null}
      <Card flush>
        <DataTable caption="Gifts" columns={columns} rows={hits} rowKey={({ huggg }) => huggg.id} empty={empty} />
        <Pagination page={query.page} lastPage={lastPage} label="gifts" />
      </Card>
    </>
  )
}
