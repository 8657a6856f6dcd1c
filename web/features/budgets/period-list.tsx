import type { Invoice } from '#contract/invoices.ts'
import { LinkButton } from '../../ui/kit/button.tsx'
import { Card } from '../../ui/kit/card.tsx'
import { type Column, DataTable } from '../../ui/kit/data-table.tsx'
import { EmptyState } from '../../ui/kit/empty-state.tsx'
import { Money } from '../../ui/kit/money.tsx'
import { CursorPagination, useAddress } from '../../ui/kit/pagination.tsx'
import { StatusBadge } from '../../ui/kit/status-badge.tsx'
import activity from '../activity/activity.module.css'
import invoicesStyles from '../invoices/invoices.module.css'
import { Papers } from '../invoices/papers.tsx'
import { daysWord, monthWord } from '../invoices/words.ts'
import { useCan } from '../shell/app-data.ts'

const nameOf = ({ period }: Invoice) => monthWord(period ?? '')

/** A budget's months: what was bought and came back, with the papers. */
export function PeriodList({ periods, next }: { periods: Invoice[]; next: string | null }) {
  const mayPublish = useCan()('manage-billing')
  const addressOf = useAddress()
  const columns: Column<Invoice>[] = [
    {
      key: 'period',
      header: 'Month',
      cell: (period) => (
        <span className={activity.two}>
          <strong>{nameOf(period)}</strong>
          <span className="muted small">{daysWord(period)}</span>
        </span>
      ),
    },
    {
      key: 'total',
      header: 'Bought',
      numeric: true,
      cell: ({ total, currency }) => <Money pence={total} currency={currency} />,
    },
    {
      key: 'credited',
      header: 'Came back',
      numeric: true,
      cell: ({ credited, currency }) => <Money pence={credited} currency={currency} />,
    },
    { key: 'papers', header: 'Papers', cell: (period) => <Papers files={period.files} of={nameOf(period)} /> },
    {
      key: 'state',
      header: 'State',
      cell: ({ published, notes }) => (
        <span className={activity.two}>
          <span>
            <StatusBadge status={published ? 'Published' : 'Not published'} tone={published ? 'success' : 'plain'} />
          </span>
          {notes ? <span className={`muted small ${invoicesStyles.note}`}>{notes}</span> : null}
        </span>
      ),
    },
  ]
  if (mayPublish)
    columns.push({
      key: 'change',
      header: 'Change',
      numeric: true,
      cell: (period) => (
        <LinkButton
          look="plain"
          size="small"
          className={invoicesStyles.whole}
          to={addressOf({ invoice: period.id })}
          preventScrollReset
          aria-label={`${period.published ? 'Change' : 'Publish'} ${nameOf(period)}`}
        >
          {period.published ? 'Change' : 'Publish'}
        </LinkButton>
      ),
    })
  return (
    <Card title="Month by month" flush>
      <DataTable
        caption="Invoices by month, the newest first"
        columns={columns}
        rows={periods}
        rowKey={({ id }) => id}
        empty={
          <EmptyState picture="purse" title={mayPublish ? 'No month is over yet' : 'Nothing is published yet'}>
            {mayPublish
              ? 'After each month, and when the budget ends, its invoice, credit note and report are here.'
              : 'Whoever manages your team’s billing publishes the invoices that are shown here.'}
          </EmptyState>
        }
      />
      <CursorPagination next={next} label="invoices" />
    </Card>
  )
}
