import { lastEndedRun } from '#server/domains/reconciliation/index.ts'
import { type Metrics, watchGauge } from '#server/platform/metrics.ts'
import type { Posy } from '#server/platform/posy.ts'

/** Whether the books were in order when they were last looked at, and how long ago that was. */
export function watchReconciliation(metrics: Metrics, posy: Posy): void {
  watchGauge(
    metrics,
    posy,
    {
      name: 'posy_reconcile_findings',
      help: 'What the latest run of reconcile found, and checks that gave no answer; none before the first.',
      labels: ['kind'],
    },
    async (gauge) => {
      const run = await lastEndedRun(posy.watch.db)
      if (!run) return
      gauge.set({ kind: 'finding' }, run.findings ?? 0)
      gauge.set({ kind: 'unanswered' }, run.unanswered ?? 0)
    },
  )
  watchGauge(
    metrics,
    posy,
    {
      name: 'posy_reconcile_age_seconds',
      help: 'How long ago the latest run of reconcile that has ended began; 0 before the first.',
    },
    async (gauge) => {
      const run = await lastEndedRun(posy.watch.db)
      if (run) gauge.set((posy.wall.nowMs() - run.started_at.getTime()) / 1000)
    },
  )
}
