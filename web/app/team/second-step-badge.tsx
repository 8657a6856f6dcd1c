import type { TeamUser } from '#contract/teams/team-users.ts'
import { StatusBadge, type Tone } from '#web/ui/kit/status-badge.tsx'

const words: Record<NonNullable<TeamUser['secondStep']>, { status: string; tone: Tone }> = {
  on: { status: 'On', tone: 'success' },
  provider: { status: 'With Google or Microsoft', tone: 'plain' },
  off: { status: 'Off', tone: 'warning' },
}

/** Whether someone signs in with a second step. */
export const SecondStepBadge = ({ secondStep }: Pick<TeamUser, 'secondStep'>) =>
  secondStep ? <StatusBadge {...words[secondStep]} /> : null
