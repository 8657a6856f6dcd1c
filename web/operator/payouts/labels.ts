import type { Payout } from '#contract/operator/payouts.ts'
import type { Tone } from '#web/ui/kit/status-badge.tsx'

export const payoutStates: Record<Payout['state'], { label: string; tone: Tone }> = {
  requested: { label: 'Waits for release', tone: 'warning' },
  refused: { label: 'Refused', tone: 'plain' },
  released: { label: 'Released', tone: 'accent' },
  paid: { label: 'Paid', tone: 'success' },
  returned: { label: 'Returned by the bank', tone: 'danger' },
}
