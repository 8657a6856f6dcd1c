import type { ReconcileRun } from '#contract/operator/reconciliation.ts'
import { formatCount, formatDay, plural } from '#web/ui/format.ts'
import type { Tone } from '#web/ui/kit/status-badge.tsx'

/** What came of a run, in a few words. */
export function runOutcome({ endedAt, findings, unanswered }: ReconcileRun): { label: string; tone: Tone } {
  if (endedAt === null) return { label: 'Under way', tone: 'accent' }
  if (findings) return { label: plural(findings, 'finding', 'findings'), tone: 'danger' }
  if (unanswered) return { label: `${plural(unanswered, 'check', 'checks')} without an answer`, tone: 'warning' }
  return { label: 'In order', tone: 'success' }
}

/** A night by the day on which it ends. */
export const runName = ({ night, askedBy }: ReconcileRun): string =>
  night === null ? `Asked for by ${askedBy}` : `Night to ${formatDay(night, 'UTC')}`

export const formatDuration = (ms: number): string =>
  ms < 1000 ? `${formatCount(ms)} ms` : ms < 120_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`
