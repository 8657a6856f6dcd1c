import { Link } from 'react-router'
import type { ReturnPlace } from '#contract/core/return-place.ts'
import type { Transaction } from '#contract/orders/transactions.ts'
import type { HugggHit } from '#contract/search/search.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { plural } from '#web/ui/format.ts'
import { Notice } from '#web/ui/kit/notice.tsx'
import styles from '../activity.module.css'
import { contactLabel, paidForUndelivered } from '../delivery-labels.ts'
import { deliveryAddress } from '../labels.ts'

/** As many as are named; the rest is told as a number. */
export const UNDELIVERED_SHOWN = 10

interface UndeliveredProps {
  total: number
  /** What cancelling them all would give back. */
  pence: number
  returnsTo: ReturnPlace
  purchase: Pick<Transaction, 'currency' | 'delivery_method' | 'payment_method'>
  hits: readonly Pick<HugggHit, 'huggg' | 'receiver' | 'transaction'>[]
}

/** The gifts of a purchase whose messages did not arrive, each a step away from being put right. */
export function Undelivered({ total, pence, returnsTo, purchase, hits }: UndeliveredProps) {
  const mayMend = useCan()('cancel-hugggs')
  if (total === 0) return null
  return (
    <Notice tone="warning" title={`${plural(total, 'gift')} could not be delivered`}>
      {paidForUndelivered({ count: total, pence, returnsTo, purchase, mayMend })}
      {mayMend
        ? ` With a new ${contactLabel(purchase.delivery_method, 1)} a gift goes out again, under a new link.`
        : null}
      <ul className={styles.undelivered}>
        {hits.map((hit) => (
          <li key={hit.huggg.id}>
            <Link to={paths.sentGift(hit.huggg.id)}>{deliveryAddress(hit)}</Link>
          </li>
        ))}
        {total > hits.length ? <li>and {total - hits.length} more</li> : null}
      </ul>
    </Notice>
  )
}
