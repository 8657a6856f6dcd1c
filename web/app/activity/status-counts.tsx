import type { TransactionHit } from '#contract/search/search.ts'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import styles from './activity.module.css'
import { statusLabel } from './labels.ts'
import { statusTone } from './tones.ts'

/** How many gifts of a purchase are in each state. */
export const StatusCounts = ({ counts }: { counts: TransactionHit['hugggStatuses'] }) => (
  <span className={styles.counts}>
    {counts
      .filter(({ count }) => count > 0)
      .map(({ id, name, count }) => (
        <StatusBadge key={id} status={`${count} ${statusLabel(name).toLowerCase()}`} tone={statusTone(name)} />
      ))}
  </span>
)
