import type { OperatorAnnouncement } from '#contract/operator/announcements.ts'

/** Where an announcement stands at a moment. */
export function stateAt(
  { fromAt, untilAt }: { fromAt: Date; untilAt: Date },
  now: Date,
): OperatorAnnouncement['state'] {
  if (untilAt <= now) return 'over'
  return fromAt <= now ? 'shown' : 'scheduled'
}
