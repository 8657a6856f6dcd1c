import { giftStateLabel } from '#contract/core/status-labels.ts'
import type { TransactionHit } from '#contract/search/search.ts'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import styles from './activity.module.css'
import { stateTone } from './tones.ts'

/** How many gifts of a purchase are in each state. */
export const StatusCounts = ({ counts }: { counts: TransactionHit['states'] }) => (
  <span className={styles.counts}>
    {counts.map(({ state, count }) => (
      <StatusBadge key={state} status={`${count} ${giftStateLabel(state).toLowerCase()}`} tone={stateTone(state)} />
    ))}
  </span>
)
