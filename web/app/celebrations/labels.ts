import type { Celebration, CelebrationRule, CelebrationStatus, Occasion } from '#contract/celebrations/celebrations.ts'
import { plural } from '#web/ui/format.ts'
import type { Tone } from '#web/ui/kit/status-badge.tsx'

export const occasionLabels: Record<Occasion, string> = {
  birthday: 'Birthday',
  'work-anniversary': 'Work anniversary',
}

/** What is celebrated: Birthday, 3 years at work. */
export const formatOccasion = ({ occasion, years }: Pick<Celebration, 'occasion' | 'years'>): string =>
  years === null ? occasionLabels[occasion] : `${plural(years, 'year')} at work`

const statuses: Record<CelebrationStatus, { label: string; tone: Tone }> = {
  'awaiting-approval': { label: 'Waits for approval', tone: 'warning' },
  due: { label: 'Approved', tone: 'accent' },
  given: { label: 'Sent', tone: 'success' },
  skipped: { label: 'Skipped', tone: 'plain' },
  missed: { label: 'Missed', tone: 'danger' },
}

export const celebrationState = ({ status, problem, orderId }: Celebration): { label: string; tone: Tone } =>
  status === 'due' && orderId
    ? { label: 'Waits for approval', tone: 'warning' }
    : status === 'due' && problem
      ? { label: 'Not sent yet', tone: 'danger' }
      : statuses[status]

/** Why a gift was not sent, and what to do. */
export const problemText = (problem: string): string =>
  problem === 'insufficient_funds'
    ? 'The wallet does not have enough money.'
    : problem === 'unavailable'
      ? 'Your HR system has not been read for three days.'
      : 'The purchase was refused. The rule says why.'

export function ruleState({ status, failing, awaitingApproval }: CelebrationRule): { label: string; tone: Tone } {
  if (status === 'paused') return { label: 'Paused', tone: 'plain' }
  if (failing) return { label: 'Not sent yet', tone: 'danger' }
  if (awaitingApproval) return { label: 'Waits for approval', tone: 'warning' }
  return { label: 'Active', tone: 'success' }
}

/** Who is celebrated. */
export const ruleAudience = ({ groupId, groupName }: CelebrationRule): string =>
  groupId === null ? 'Everyone' : (groupName ?? 'A group that is no longer in your HR system')
