import type { HugggHit } from '#contract/search/search.ts'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { deliveryLabel } from './delivery-labels.ts'
import { stateLabel } from './labels.ts'
import { stateTone } from './tones.ts'

type Status = Pick<HugggHit, 'state' | 'left' | 'transaction' | 'deliveryStatus'>

/** How a gift fares, and why where its message did not arrive. */
export const GiftStatus = ({ hit }: { hit: Status }) => (
  <span className="two-lines">
    <span>
      <StatusBadge status={stateLabel(hit)} tone={stateTone(hit.state)} />
    </span>
    {hit.state === 'not-delivered' ? <span className="muted small">{deliveryLabel(hit.deliveryStatus)}</span> : null}
  </span>
)
