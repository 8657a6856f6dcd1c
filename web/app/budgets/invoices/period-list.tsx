import type { Invoice } from '#contract/orders/invoices.ts'
import invoicesStyles from '#web/app/invoices/invoices.module.css'
import { daysLabel, monthLabel } from '#web/app/invoices/labels.ts'
import { Papers } from '#web/app/invoices/papers.tsx'
import { useCan } from '#web/app/shell/app-data.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { CursorPagination, useAddress } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'

const periodName = ({ period }: Invoice) => monthLabel(period ?? '')

/** A budget's months: what was bought and came back, with the papers. */
export function PeriodList({ periods, next }: { periods: Invoice[]; next: string | null }) {
  const mayPublish = useCan()('manage-billing')
  const addressWith = useAddress()
  const columns: TableColumn<Invoice>[] = [
    {
      key: 'period',
      header: 'Month',
      cell: (period) => (
        <span className="two-lines">
          <strong>{periodName(period)}</strong>
          <span className="muted small">{daysLabel(period)}</span>
          {period.underWay ? <span className="muted small">Not over: its invoice and report follow</span> : null}
        </span>
      ),
    },
    {
      key: 'total',
      header: 'Bought',
      numeric: true,
      cell: ({ total, currency, underWay }) =>
        underWay ? <span className="muted">Not yet invoiced</span> : <Money pence={total} currency={currency} />,
    },
    {
      key: 'credited',
      header: 'Returned',
      numeric: true,
      cell: ({ credited, currency }) => <Money pence={credited} currency={currency} />,
    },
    { key: 'papers', header: 'Documents', cell: (period) => <Papers files={period.files} of={periodName(period)} /> },
    {
      key: 'state',
      header: 'State',
      cell: ({ published, notes }) => (
        <span className="two-lines">
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
          to={addressWith({ invoice: period.id })}
          preventScrollReset
          aria-label={`${period.published ? 'Change' : 'Publish'} ${periodName(period)}`}
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
              ? 'After each month, and when the budget ends, its invoice and report are here. What comes back is credited after the 10th, after the 20th and with the invoice.'
              : 'The people who manage your team’s billing publish the invoices shown here.'}
          </EmptyState>
        }
      />
      <CursorPagination next={next} label="invoices" />
    </Card>
  )
}
