import { type GiftState, giftStateLabel } from '#contract/core/status-labels.ts'
import type { TransactionHit } from '#contract/search/search.ts'
import { plural } from '#web/ui/format.ts'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import styles from './activity.module.css'
import { stateTone } from './tones.ts'

/** How many gifts of a purchase are in each state. */
export const StatusCounts = ({ counts }: { counts: TransactionHit['states'] }) => (
  <span className={styles.counts}>
    {counts.map(({ state, count }) => (
      <StatusBadge key={state} status={countLabel(state, count)} tone={stateTone(state)} />
    ))}
  </span>
)

const countLabel = (state: GiftState, count: number): string =>
  state === 'link-not-shared'
    ? `${plural(count, 'link')} not shared`
    : `${count} ${giftStateLabel(state).toLowerCase()}`
