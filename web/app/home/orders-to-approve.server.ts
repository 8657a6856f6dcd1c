import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { wantedLabel } from '#web/app/approvals/labels.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { formatDay } from '#web/ui/format.ts'
import type { Attention } from './attention.ts'

const SHOWN = 20

/** Orders that wait: for this reader, or of this reader for someone else. */
export async function ordersToApprove(session: Session): Promise<Attention[]> {
  if (!session.can(['manage-billing', 'purchase-hugggs'])) return []
  const found = await session.api.listApprovals({ query: { status: 'pending', page: 1, per_page: 20 } })
  if (!found.ok) return []
  const zone = session.user?.zone ?? BUSINESS_ZONE
  return found.value.data
    .filter(({ mayDecide, isOwn }) => mayDecide || isOwn)
    .slice(0, SHOWN)
    .map((one) => ({
      key: `approval ${one.orderId}`,
      level: 1,
      tone: one.mayDecide ? 'warning' : 'info',
      title: one.mayDecide
        ? `${one.buyer.name} asks for ${formatMoney(one.total, one.currency)}`
        : `Your order of ${formatMoney(one.total, one.currency)} waits for approval`,
      text: `${wantedLabel(one)}. Nothing has been bought yet; it waits until ${formatDay(one.dateEnds, zone)}.`,
      action: { to: paths.approval(one.orderId), label: one.mayDecide ? 'Decide' : 'View' },
    }))
}
