import type { Announcement } from '#contract/announcements/announcements.ts'
import type { OperatorAnnouncement } from '#contract/operator/announcements.ts'
import type { Tone } from '#web/ui/kit/status-badge.tsx'

export const levelLabels: Record<Announcement['level'], { label: string; tone: Tone }> = {
  info: { label: 'News', tone: 'accent' },
  warning: { label: 'A warning', tone: 'warning' },
  danger: { label: 'Trouble', tone: 'danger' },
}

export const stateLabels: Record<OperatorAnnouncement['state'], { label: string; tone: Tone }> = {
  scheduled: { label: 'Scheduled', tone: 'plain' },
  shown: { label: 'Shown', tone: 'success' },
  over: { label: 'Over', tone: 'plain' },
}

export const audienceLabel = ({ plan, team }: Pick<OperatorAnnouncement, 'plan' | 'team'>): string =>
  team ? team.name : plan ? `Plan ${plan.name}` : 'Everyone'
