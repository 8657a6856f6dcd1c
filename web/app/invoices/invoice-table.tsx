import { IconFileTypePdf } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Invoice } from '#contract/orders/invoices.ts'
import { paths } from '#web/paths.ts'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import styles from './invoices.module.css'
import { invoiceDayLabel, invoiceState } from './labels.ts'

/** Invoices for purchases, the newest first. */
export const InvoiceTable = ({
  invoices,
  today,
  isFiltered = false,
}: {
  invoices: Invoice[]
  today: string
  isFiltered?: boolean
}) => (
  <DataTable
    caption="Invoices"
    compact
    columns={columnsFor(today)}
    rows={invoices}
    rowKey={({ id }) => id}
    empty={
      isFiltered ? (
        <EmptyState picture="purse" title="No such invoices">
          Choose other days, or another status. <Link to={paths.invoices}>Show all invoices</Link>
        </EmptyState>
      ) : (
        <EmptyState picture="purse" title="No invoices yet">
          When gifts are bought by invoice, or a plan is, what is to be paid is listed here, with its PDF.
        </EmptyState>
      )
    }
  />
)

const columnsFor = (today: string): TableColumn<Invoice>[] => [
  {
    key: 'number',
    header: 'Invoice',
    cell: ({ id, number, from }) => (
      <span className="two-lines">
        <Link to={paths.invoice(id)} prefetch="intent">
          {number}
        </Link>
        <span className="muted small">{invoiceDayLabel(from)}</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    aside: true,
    cell: (invoice) => {
      const { word, tone } = invoiceState(invoice, today)
      return <StatusBadge status={word} tone={tone} />
    },
  },
  { key: 'due', header: 'Due', cell: ({ dueDate }) => (dueDate ? invoiceDayLabel(dueDate) : '') },
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    cell: ({ total, currency }) => <Money pence={total} currency={currency} />,
  },
  {
    key: 'credited',
    header: 'Credited',
    numeric: true,
    cell: ({ credited, currency }) => <Money pence={credited} currency={currency} />,
  },
  {
    key: 'outstanding',
    header: 'To pay',
    numeric: true,
    cell: ({ outstanding, currency }) => <Money pence={outstanding} currency={currency} />,
  },
  {
    key: 'pdf',
    header: 'Document',
    cell: ({ id, number }) => (
      <span className={styles.papers}>
        <a href={paths.invoicePdf(id)} aria-label={`Invoice ${number}, PDF`}>
          <IconFileTypePdf size={18} stroke={1.75} aria-hidden="true" />
          Invoice
        </a>
      </span>
    ),
  },
]
