import { unsent } from '#server/domains/operators/index.ts'
import { type Metrics, watchGauge } from '#server/platform/metrics.ts'
import type { Posy } from '#server/platform/posy.ts'

const labels = ['channel', 'waits_for'] as const

/** What is to leave and has not: emails, texts, webhooks. */
export function watchMessages(metrics: Metrics, posy: Posy): void {
  watchGauge(
    metrics,
    posy,
    {
      name: 'posy_unsent_messages',
      help: 'Messages that have not left, by channel and by what they wait for: their turn, the server that takes them, or the recipient’s, which put them off.',
      labels,
    },
    async (gauge) => {
      for (const { channel, waitsFor, count } of await unsent(posy, posy.watch.db))
        gauge.set({ channel, waits_for: waitsFor }, count)
    },
  )
  watchGauge(
    metrics,
    posy,
    {
      name: 'posy_unsent_oldest_seconds',
      help: 'How long the oldest of them has waited for it.',
      labels,
    },
    async (gauge) => {
      for (const { channel, waitsFor, oldestSeconds } of await unsent(posy, posy.watch.db))
        gauge.set({ channel, waits_for: waitsFor }, oldestSeconds)
    },
  )
}
