import type { GiftState } from '#contract/core/status-labels.ts'
import type { Tone } from '#web/ui/kit/status-badge.tsx'

const tones: Partial<Record<GiftState, Tone>> = {
  redeemed: 'success',
  opened: 'accent',
  'code-shown': 'accent',
  'partly-used': 'accent',
  'code-taken': 'accent',
  sent: 'accent',
  sending: 'warning',
  scheduled: 'warning',
  'being-made': 'warning',
  'not-delivered': 'danger',
}

/** What a state means to who looks at it. */
export const stateTone = (state: GiftState): Tone => tones[state] ?? 'plain'
