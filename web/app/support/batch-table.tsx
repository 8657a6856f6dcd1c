import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AwardBatch } from '#contract/awards/award-batches.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { formatDay } from '#web/ui/format.ts'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { tellApart } from '#web/ui/tell-apart.ts'
import { batchStates, whyListWaits } from './labels.ts'

interface BatchTableProps {
  caption: string
  batches: readonly AwardBatch[]
  empty?: ReactNode
  /** Why each waits for a second person. */
  saysWhy?: boolean
}

const WHY: TableColumn<AwardBatch> = { key: 'why', header: 'Why it waits', cell: whyListWaits }

export function BatchTable({ caption, batches, empty, saysWhy = false }: BatchTableProps) {
  const zone = useZone()
  const apart = tellApart(batches, ({ name }) => name)
  const columns: TableColumn<AwardBatch>[] = [
    {
      key: 'name',
      header: 'Batch',
      cell: (batch) => (
        <span className="two-lines">
          <Link to={paths.awardBatch(batch.id)} prefetch="intent">
            {batch.name}
            <span className="visually-hidden">{apart(batch)}</span>
          </Link>
          <span className="muted small">{batch.grantName}</span>
        </span>
      ),
    },
    {
      key: 'state',
      header: 'State',
      cell: ({ status }) => <StatusBadge status={batchStates[status].label} tone={batchStates[status].tone} />,
    },
    ...(saysWhy ? [WHY] : []),
    {
      key: 'made',
      header: 'Made',
      cell: ({ dateCreated, createdBy }) => (
        <span className="two-lines">
          <time dateTime={dateCreated}>{formatDay(dateCreated, zone)}</time>
          <span className="muted small">by {createdBy.name}</span>
        </span>
      ),
    },
    { key: 'awards', header: 'Awards', numeric: true, cell: ({ awards }) => awards.toLocaleString('en-GB') },
    {
      key: 'amount',
      header: 'Amount',
      numeric: true,
      cell: ({ amount, currency }) => <Money pence={amount} currency={currency} />,
    },
  ]
  return <DataTable caption={caption} columns={columns} rows={batches} rowKey={({ id }) => id} empty={empty} />
}
