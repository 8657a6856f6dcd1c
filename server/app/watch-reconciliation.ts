import { lastEndedRun } from '#server/domains/reconciliation/index.ts'
import { installedAt } from '#server/platform/database/migrate.ts'
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
      help: 'How long ago the latest run of reconcile that has ended began; before the first, how long there was none.',
    },
    async (gauge) => {
      const run = await lastEndedRun(posy.watch.db)
      const since = run?.started_at ?? (await installedAt(posy.watch.db))
      gauge.set(Math.max(0, (posy.wall.nowMs() - since.getTime()) / 1000))
    },
  )
}
