import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Posy } from './posy.ts'

export interface Metrics {
  registry: Registry
  requests: Histogram<'endpoint' | 'status'>
}

/** Prometheus metrics; labels are endpoint ids and statuses, never people. */
export function openMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'posy_request_seconds',
    help: 'Time to answer, by endpoint and status.',
    labelNames: ['endpoint', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  return { registry, requests }
}

/** Queue depths, read when the metrics are. */
export function watchQueue(metrics: Metrics, posy: Posy): void {
  const gauge: Gauge<'queue'> = new Gauge({
    name: 'posy_queue_jobs',
    help: 'Jobs waiting or running, by queue.',
    labelNames: ['queue'] as const,
    registers: [metrics.registry],
    collect: async () => {
      gauge.reset()
      for (const [queue, count] of Object.entries(await posy.queue.depths())) gauge.set({ queue }, count)
    },
  })
}
