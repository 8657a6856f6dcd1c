import type { SuperHuggg } from '#contract/superhugggs/super-hugggs.ts'
import { plural } from '#web/ui/format.ts'

export const hasEnded = ({ state }: Pick<SuperHuggg, 'state'>): boolean => state === 'ended' || state === 'expired'

/** Beside how many of a link’s gifts were claimed: what happened to the others. */
export function leftToClaim(shared: Pick<SuperHuggg, 'state' | 'claimed' | 'limit' | 'unclaimed'>): string {
  const { claimed, limit, unclaimed } = shared
  if (unclaimed > 0) return `${plural(unclaimed, 'gift')} left to claim.`
  return hasEnded(shared) && claimed < limit
    ? `It has ended: ${plural(limit - claimed, 'gift was', 'gifts were')} not claimed.`
    : 'None left.'
}
