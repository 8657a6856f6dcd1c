import { Link } from 'react-router'
import type { Huggg, hugggStatuses } from '#contract/hugggs/hugggs.ts'
import type { HugggHit } from '#contract/search/search.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { formatMoment, formatShortDay } from '#web/ui/format.ts'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { tellApart } from '#web/ui/tell-apart.ts'
import styles from './activity.module.css'
import { deliveryLabel } from './delivery-labels.ts'
import { GiftStatus } from './gift-status.tsx'
import { recipientName } from './labels.ts'

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

/** The gifts of a purchase; before what is told of them stand other columns. */
export function GiftTable({ gifts, first }: { gifts: readonly HugggHit[]; first: TableColumn<HugggHit>[] }) {
  const zone = useZone()
  const apart = tellApart(gifts, recipientName)
  const columns: TableColumn<HugggHit>[] = [
    ...first,
    {
      key: 'who',
      header: 'For',
      cell: (hit) => (
        <span className={`two-lines ${styles.person}`}>
          <Link to={paths.sentGift(hit.huggg.id)} prefetch="intent">
            {recipientName(hit)}
            <span className="visually-hidden">{apart(hit)}</span>
          </Link>
          {hit.receiver?.first_name ? <span className="muted small">{hit.receiver.email}</span> : null}
        </span>
      ),
    },
    { key: 'status', header: 'Status', cell: (hit) => <GiftStatus hit={hit} /> },
    {
      key: 'sent',
      header: 'Delivery',
      cell: ({ huggg: { sent_date }, deliveryStatus, state }) => (
        <span className="two-lines">
          {sent_date ? <time dateTime={sent_date}>{formatMoment(sent_date, zone)}</time> : <span>–</span>}
          {/^(email|sms)-/.test(deliveryStatus) && state !== 'not-delivered' ? (
            <span className="muted small">{deliveryLabel(deliveryStatus)}</span>
          ) : null}
        </span>
      ),
    },
    {
      key: 'ends',
      header: 'Last day',
      cell: ({ huggg: { expiry_date } }) => (
        <time dateTime={expiry_date}>{formatShortDay(expiry_date, BUSINESS_ZONE)}</time>
      ),
    },
  ]
  return <DataTable caption="Gifts of this purchase" columns={columns} rows={gifts} rowKey={({ huggg }) => huggg.id} />
}
