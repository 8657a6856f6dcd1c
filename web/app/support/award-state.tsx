import type { Award } from '#contract/awards/awards.ts'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { CANNOT_USE, LOCKED, stateLook } from './labels.ts'

/** Its state, and beside it what someone has to do something about. */
export function AwardState({ award }: { award: Pick<Award, 'status' | 'isUndecided' | 'isLocked' | 'cannotUse'> }) {
  const { label, tone } = stateLook(award)
  return (
    <span className="two-lines">
      <StatusBadge status={label} tone={tone} />
      {award.isLocked ? <StatusBadge status={LOCKED} tone="warning" /> : null}
      {award.cannotUse ? <StatusBadge status={CANNOT_USE} tone="warning" /> : null}
    </span>
  )
}
