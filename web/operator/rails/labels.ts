import type { Rail, SettlementVerdict } from '#contract/operator/rails.ts'
import type { Tone } from '#web/ui/kit/status-badge.tsx'

export const connectionLabels: Record<Rail['connection'], { label: string; tone: Tone }> = {
  connected: { label: 'Connected', tone: 'success' },
  sandbox: { label: 'Sandbox', tone: 'accent' },
  none: { label: 'Not connected', tone: 'warning' },
}

export const verdictLabels: Record<SettlementVerdict, { label: string; tone: Tone; why: string }> = {
  matched: { label: 'Agrees', tone: 'success', why: 'It agrees with its code.' },
  unknown: { label: 'No such code', tone: 'danger', why: 'No code was asked for under this reference.' },
  'not-given-out': { label: 'Not given out', tone: 'danger', why: 'The rail never told us of this code.' },
  'too-much': { label: 'Too much', tone: 'danger', why: 'More was paid out than the code was worth.' },
  'wrong-rest': { label: 'Wrong rest', tone: 'warning', why: 'What was left is not what was never paid out.' },
  'after-its-end': { label: 'After its end', tone: 'warning', why: 'It was paid out after the code had ended.' },
  'not-booked': {
    label: 'Not booked',
    tone: 'danger',
    why: 'It was paid out after the award had ended, and its grant has no money for it.',
  },
}

export const eventLabels = { cashed: 'Paid out', expired: 'Ran out', cancelled: 'Stopped' } as const
