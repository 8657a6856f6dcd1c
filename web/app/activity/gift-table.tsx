import { Link } from 'react-router'
import type { Huggg, hugggStatuses } from '#contract/hugggs/hugggs.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { formatDay, formatMoment } from '#web/ui/format.ts'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { statusLabel } from './labels.ts'
import { statusTone } from './tones.ts'

/** The contract's own table, written once more: its module would bring a validator into the browser. */
const statusNames: typeof hugggStatuses = {
  1: 'Created',
  2: 'Sent',
  3: 'Claimed',
  4: 'Redeemed',
  5: 'Expired',
  6: 'Cancelled',
  7: 'Updating',
  8: 'Scheduled',
  9: 'Fetched',
}

export const giftStatusText = (huggg: Pick<Huggg, 'status_id'>): string =>
  statusNames[huggg.status_id as keyof typeof statusNames]

/** A gift, and of a printed one whom its card is for. */
export type NamedGift = Huggg & { nameOnCard?: string | undefined }

/** Who a gift is for, as far as it is known. */
export function receiverName({ embedded, shortcode, nameOnCard }: NamedGift): string {
  const receiver = embedded?.receiver
  const known = receiver?.name || receiver?.email || receiver?.phone_number || nameOnCard
  return known || (shortcode ? `Link ${shortcode}` : 'Link')
}

/** The gifts of a purchase. */
export function GiftTable({ gifts }: { gifts: readonly NamedGift[] }) {
  const zone = useZone()
  const columns: TableColumn<NamedGift>[] = [
    {
      key: 'who',
      header: 'For',
      cell: (huggg) => (
        <span className="two-lines">
          <Link to={paths.sentGift(huggg.id)} prefetch="intent">
            {receiverName(huggg)}
          </Link>
          {huggg.embedded?.receiver?.name ? <span className="muted small">{huggg.embedded.receiver.email}</span> : null}
        </span>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      cell: (huggg) => (
        <StatusBadge status={statusLabel(giftStatusText(huggg))} tone={statusTone(giftStatusText(huggg))} />
      ),
    },
    {
      key: 'sent',
      header: 'Send date',
      cell: ({ sent_date }) => (sent_date ? <time dateTime={sent_date}>{formatMoment(sent_date, zone)}</time> : '–'),
    },
    {
      key: 'ends',
      header: 'Last day',
      cell: ({ expiry_date }) => <time dateTime={expiry_date}>{formatDay(expiry_date, BUSINESS_ZONE)}</time>,
    },
  ]
  return <DataTable caption="Gifts of this purchase" columns={columns} rows={gifts} rowKey={({ id }) => id} />
}
