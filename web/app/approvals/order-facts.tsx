import type { ApprovalDetail } from '#contract/orders/approvals.ts'
import type { Order } from '#contract/orders/orders.ts'
import { methodLabel } from '#web/app/activity/labels.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { formatFull, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { wantedLabel } from './labels.ts'

const RECIPIENTS_SHOWN = 20

/** Everything to decide by: who, what, for whom, when, and from which money. */
export function OrderFacts({ approval }: { approval: ApprovalDetail }) {
  const zone = useZone()
  const { buyer, team, payment, order, dateAsked } = approval
  const isGift = order !== null && order.type !== 'superhuggg'
  return (
    <Card title="The order">
      <Facts
        facts={[
          { name: 'Asked by', value: buyer.isKey ? `${buyer.name} (API key)` : buyer.name },
          { name: 'Asked on', value: formatFull(dateAsked, zone) },
          { name: 'Gift', value: wantedLabel(approval) },
          { name: 'For', value: order ? <Recipients order={order} /> : null },
          { name: 'How', value: order ? methodLabel(isGift ? order.deliveryMethod : 'superhuggg') : null },
          { name: 'When', value: isGift ? whenLabel(order.sendDate, order.sendZone ?? zone) : null },
          { name: 'From', value: order?.fromName ?? null },
          { name: 'Message', value: order?.message ?? null },
          {
            name: 'For adults',
            value: order?.over18 ? 'The person who asked says that everyone who gets it is 18 or over' : null,
          },
          { name: 'Reason', value: order?.reasonCode ?? null },
          { name: 'Notes', value: order?.notes ?? null },
          { name: 'Purchase order', value: order?.purchaseOrderNumber ?? null },
          { name: 'Paid by', value: team.name },
          { name: 'Paid from', value: payment.method === 'invoice' ? 'An invoice' : payment.walletName },
        ]}
      />
    </Card>
  )
}

const whenLabel = (sendDate: string | null, zone: string) =>
  sendDate ? formatFull(sendDate, zone) : 'As soon as it is approved'

function Recipients({ order }: { order: Order }) {
  if (order.type === 'superhuggg') return `${plural(order.limit ?? 1, 'gift')} for one link`
  if (!order.receivers.length) return 'No one by name'
  const more = order.receivers.length - RECIPIENTS_SHOWN
  return (
    <>
      {order.receivers.slice(0, RECIPIENTS_SHOWN).map(({ name, email, phoneNumber, userId }, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their places
        <span key={row} className="two-lines">
          {[name, email ?? phoneNumber ?? (userId ? 'A colleague' : null)].filter(Boolean).join(', ')}
        </span>
      ))}
      {more > 0 ? <span className="muted">and {plural(more, 'other')}</span> : null}
    </>
  )
}
