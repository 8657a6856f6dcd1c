import { Link } from 'react-router'
import type { CustomerApproval } from '#contract/operator/customer-lists.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { paths } from '#web/paths.ts'
import { formatDay, formatMoment } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { StatusBadge, type Tone } from '#web/ui/kit/status-badge.tsx'

const states: Record<CustomerApproval['status'], { label: string; tone: Tone }> = {
  pending: { label: 'Waits', tone: 'warning' },
  approved: { label: 'Approved', tone: 'success' },
  declined: { label: 'Declined', tone: 'danger' },
  withdrawn: { label: 'Withdrawn', tone: 'plain' },
  expired: { label: 'Not decided in time', tone: 'plain' },
}

/** What is known of a decision, or of who is to make it. */
function decision({ status, decidedBy, decidedAt, endsAt, approvers }: CustomerApproval): string {
  if (decidedBy && decidedAt) return `${decidedBy}, ${formatMoment(decidedAt, BUSINESS_ZONE)}`
  if (status !== 'pending') return decidedAt ? formatMoment(decidedAt, BUSINESS_ZONE) : ''
  const who = approvers.length ? `${approvers.join(', ')} may decide` : 'No one in the team may decide'
  return `${who}, until ${formatDay(endsAt, BUSINESS_ZONE)}`
}

const columns: readonly TableColumn<CustomerApproval>[] = [
  {
    key: 'title',
    header: 'Order',
    cell: ({ title, productName, quantity, buyer, purchaseId, team }) => {
      const name = `${quantity} × ${title ?? productName}`
      return (
        <span className="two-lines">
          {purchaseId ? <Link to={paths.operatorPurchase(purchaseId)}>{name}</Link> : name}
          <span className="muted small">
            {buyer}, {team}
          </span>
        </span>
      )
    },
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ status }) => <StatusBadge status={states[status].label} tone={states[status].tone} />,
  },
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    cell: ({ totalPence, currency }) => <Money pence={totalPence} currency={currency} />,
  },
  {
    key: 'limit',
    header: 'Above',
    cell: ({ reason, limitPence, currency }) =>
      `${formatMoney(limitPence, currency)} ${reason === 'order' ? 'for one order' : 'in a day'}`,
  },
  {
    key: 'decision',
    header: 'Who decides',
    cell: (approval) => (
      <span className="two-lines">
        {decision(approval)}
        {approval.note ? <span className="muted small">“{approval.note}”</span> : null}
      </span>
    ),
  },
  {
    key: 'at',
    header: 'Asked',
    cell: ({ askedAt }) => <time dateTime={askedAt}>{formatMoment(askedAt, BUSINESS_ZONE)}</time>,
  },
]

/** Orders above a limit of their team. Support sees who is to decide, and decides nothing. */
export const ApprovalTable = ({ approvals }: { approvals: readonly CustomerApproval[] }) => (
  <Card flush>
    <DataTable
      caption="Orders that wait for approval, or did, the newest first"
      columns={columns}
      rows={approvals}
      rowKey={({ id }) => id}
      empty={<p className="panel muted">No order of theirs has needed approval.</p>}
    />
  </Card>
)
