import type { Tone } from '#web/ui/kit/status-badge.tsx'

const tones: Record<string, Tone> = {
  Redeemed: 'success',
  Claimed: 'accent',
  Fetched: 'accent',
  Sent: 'accent',
  Scheduled: 'warning',
  Pending: 'warning',
  Updating: 'warning',
}

/** What a state means to who looks at it. */
export const statusTone = (status: string): Tone => tones[status] ?? 'plain'
