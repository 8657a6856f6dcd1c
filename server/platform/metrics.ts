import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { openHolds } from './brake.ts'
import { askTogether } from './due.ts'
import type { Posy } from './posy.ts'
import { waitingFailedJobs } from './queue-tables.ts'
import { type SecurityKind, securityKinds } from './security-events.ts'

export interface Metrics {
  registry: Registry
  requests: Histogram<'endpoint' | 'status'>
  /** Errors that nothing caught, by where they came up: each is a bug. */
  unhandledErrors: Counter<'kind'>
  /** Requests that were turned away because their team had its share of the database. */
  turnedAway: Counter
  /** Reads that a replica may answer, by who did. */
  replicaReads: Counter<'from'>
  /** What someone tried and was refused, by kind. */
  securityEvents: Counter<'kind'>
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
  const unhandledErrors = new Counter({
    name: 'posy_unhandled_errors_total',
    help: 'Errors that nothing caught: each is a bug, logged.',
    labelNames: ['kind'] as const,
    registers: [registry],
  })
  const turnedAway = new Counter({
    name: 'posy_requests_turned_away_total',
    help: 'Requests answered 503 because their team already had its share of the database.',
    registers: [registry],
  })
  const replicaReads = new Counter({
    name: 'posy_replica_reads_total',
    help: 'Searches, lists and reports where there is a read replica, by the server that answered: replica, or primary where the replica was away or behind.',
    labelNames: ['from'] as const,
    registers: [registry],
  })
  const securityEvents = new Counter({
    name: 'posy_security_events_total',
    help: 'Refusals that may be an attack, by kind: wrong secrets, slowed accounts, guessed gifts, forged webhooks and the like.',
    labelNames: ['kind'] as const,
    registers: [registry],
  })
  // From zero, so that the first of a kind is an increase.
  for (const kind of securityKinds) securityEvents.inc({ kind } satisfies { kind: SecurityKind }, 0)
  return { registry, requests, unhandledErrors, turnedAway, replicaReads, securityEvents }
}

/**
 * A gauge that is read when the metrics are. One that cannot be read is left out, and the others are told all the same.
 * @param read sets the gauge again
 */
export function watchGauge<Label extends string>(
  metrics: Metrics,
  posy: Posy,
  { name, help, labels = [] }: { name: string; help: string; labels?: readonly Label[] },
  read: (gauge: Gauge<Label>) => void | Promise<void>,
): void {
  const gauge: Gauge<Label> = new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [metrics.registry],
    collect: async () => {
      gauge.reset()
      try {
        await withinTime(read(gauge))
      } catch (error) {
        gauge.reset()
        posy.log.debug({ gauge: name, err: error }, 'a figure could not be read')
      }
    },
  })
}

const READ_WITHIN_MS = 3000

async function withinTime(reading: void | Promise<void>): Promise<void> {
  if (!reading) return
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('took too long')), READ_WITHIN_MS)
  })
  await Promise.race([reading, late]).finally(() => clearTimeout(timer))
}

/** The database, its connections, the clocks and the queue, as an operator watches them. */
export function watchPlatform(metrics: Metrics, posy: Posy): void {
  const { watch, database } = posy
  watchGauge(
    metrics,
    posy,
    { name: 'posy_database_up', help: 'Whether the database answers: 1 or 0.' },
    async (gauge) => {
      gauge.set((await watch.check()) === null ? 1 : 0)
    },
  )
  watchGauge(
    metrics,
    posy,
    { name: 'posy_clock_skew_seconds', help: 'How far this machine’s clock is ahead of the database’s.' },
    (gauge) => gauge.set(watch.skewMs() / 1000),
  )
  watchGauge(
    metrics,
    posy,
    {
      name: 'posy_pool_connections',
      help: 'Connections of this process: open, idle; and callers waiting for one.',
      labels: ['state'],
    },
    (gauge) => {
      for (const [state, count] of Object.entries(database.connections())) gauge.set({ state }, count)
    },
  )
  watchGauge(
    metrics,
    posy,
    {
      name: 'posy_queue_jobs',
      help: 'Jobs by queue: ready, later (their next try) or running.',
      labels: ['queue', 'state'],
    },
    async (gauge) => {
      for (const { queue, ready, later, running } of await posy.queue.depths(watch.db)) {
        gauge.set({ queue, state: 'ready' }, ready)
        gauge.set({ queue, state: 'later' }, later)
        gauge.set({ queue, state: 'running' }, running)
      }
    },
  )
  watchGauge(
    metrics,
    posy,
    {
      name: 'posy_queue_oldest_seconds',
      help: 'How long the oldest job that could run has waited, by queue.',
      labels: ['queue'],
    },
    async (gauge) => {
      for (const { queue, oldestReadySeconds } of await posy.queue.depths(watch.db))
        gauge.set({ queue }, oldestReadySeconds)
    },
  )
  watchGauge(
    metrics,
    posy,
    { name: 'posy_failed_jobs', help: 'Jobs that were given up and wait for an operator.' },
    async (gauge) => gauge.set((await waitingFailedJobs(watch.db)).count),
  )
  watchGauge(
    metrics,
    posy,
    { name: 'posy_due_held', help: 'Sources of due work that wait for an operator.' },
    async (gauge) => gauge.set((await openHolds(watch.db)).length),
  )
  watchGauge(
    metrics,
    posy,
    {
      name: 'posy_due_late_seconds',
      help: 'How late the earliest work that is due automatically is, by source.',
      labels: ['source'],
    },
    async (gauge) => {
      const ask = askTogether(posy)
      for (const source of posy.due) {
        const next = await ask(source)
        const lateMs = next ? posy.clock.now().epochMilliseconds - next.getTime() : 0
        gauge.set({ source: source.name }, Math.max(0, lateMs / 1000))
      }
    },
  )
}
