import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { Problem } from '#server/kit/problem.ts'
import type { OpenDatabase, Tx } from './database/database.ts'
import type { Logger } from './log.ts'

/** Work done outside a request. Delivered at least once: `handle` must have its effect once however often it runs. */
export interface Job<P extends object> {
  name: string
  handle(payload: P): Promise<void>
  /** Tries after the first; 8 unless told, with growing pauses of 1 s up to 5 min. */
  retries?: number
  /** How many of these one worker runs at a time; 1 unless told. */
  concurrency?: number
  /** Longest a job may take; 900 unless told. A worker that dies is noticed after {@link HEARTBEAT_SECONDS}. */
  limitSeconds?: number
}

/** A typed event: written in the transaction that makes it true, handled by any number of subscribers afterwards. */
export interface EventType<P extends object> {
  readonly name: string
  readonly payload?: P
}
export const eventType = <P extends object>(name: string): EventType<P> => ({ name })

export interface SendOptions {
  /** Leaves it at a job of that name that waits already: for work that is looked up when the job runs. */
  unlessWaiting?: boolean
}

export interface Queue {
  define<P extends object>(job: Job<P>): void
  /** `subscriber` names the handler: each gets every event of the type, with retries of its own. */
  subscribe<P extends object>(event: EventType<P>, subscriber: string, handle: (payload: P) => Promise<void>): void
  /** Enqueues inside the transaction: it exists exactly when the transaction commits. */
  send<P extends object>(tx: Tx, name: string, payload: P, options?: SendOptions): Promise<void>
  emit<P extends object>(tx: Tx, event: EventType<P>, payload: P): Promise<void>
  /** Creates the queues; call once everything is defined. */
  start(): Promise<void>
  /** Takes jobs as they come, in this process. */
  work(): Promise<void>
  /** Runs whatever is ready here and now, and waits for what other workers hold. */
  drain(): Promise<void>
  /** Jobs waiting or running, by queue. */
  depths(): Promise<Record<string, number>>
  stop(): Promise<void>
}

const DRAIN_LIMIT_MS = 300_000
/** Jobs that `drain` takes at a time. */
const BATCH = 20
/** A worker says this often that it lives; the jobs of one that has not are given to another. */
const HEARTBEAT_SECONDS = 10
/**
 * A new job announces itself; one that waits for its next try, or whose worker died, does not. Workers look for those
 * this often: it bounds how long a retry waits beyond its pause.
 */
const LOOK_FOR_RETRIES_SECONDS = 3

/** The queue over pg-boss, in the schema `queue` of the same database. */
export function openQueue(database: OpenDatabase, connectionString: string | undefined, log: Logger): Queue {
  const boss = new PgBoss({
    ...(database.queueDb
      ? { db: database.queueDb, backend: 'pglite' as const }
      : { connectionString: connectionString!, max: 5 }),
    schema: 'queue',
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    // Warnings are in the log; the embedded engine has neither vacuum nor concurrent reindexing.
    monitorVacuum: database.kind === 'postgres',
    reindex: database.kind === 'postgres',
  })
  boss.on('error', (error) => log.error({ err: error }, 'queue error'))
  const jobs = new Map<string, Job<object>>()
  const subscribers = new Map<string, string[]>()

  const run = async (job: Job<object>, payload: object) => {
    const started = performance.now()
    try {
      await job.handle(payload)
      log.debug({ job: job.name, ms: Math.round(performance.now() - started) }, 'job done')
    } catch (error) {
      log.warn({ job: job.name, err: error }, 'job failed; it will be tried again')
      throw error
    }
  }
  const define: Queue['define'] = (job) => {
    if (jobs.has(job.name)) throw new Error(`job ${job.name} is defined twice`)
    jobs.set(job.name, job as unknown as Job<object>)
  }
  const isWaiting = async (tx: Tx, name: string) =>
    (
      await sql`select from queue.job where name = ${name} and state = 'created' and start_after <= now() limit 1`.execute(
        tx,
      )
    ).rows.length > 0
  const send: Queue['send'] = async (tx, name, payload, { unlessWaiting = false } = {}) => {
    if (!jobs.has(name)) throw new Error(`no job ${name}`)
    if (unlessWaiting && (await isWaiting(tx, name))) return
    await boss.send(name, payload, { db: fromKysely(tx) })
  }
  /** Batches of one queue, here and now, until there is no whole one left. */
  const runReady = async (job: Job<object>): Promise<void> => {
    for (let count = BATCH; count === BATCH; ) {
      const taken = await boss.fetch<object>(job.name, { batchSize: BATCH })
      for (const { id, data } of taken) {
        await run(job, data).then(
          () => boss.complete(job.name, id),
          (error) => boss.fail(job.name, id, { message: String(error) }),
        )
      }
      count = taken.length
    }
  }
  /** The queues that have something left to do, and whether it can be taken now: asking each in turn would cost more than the work. */
  const unfinished = async (): Promise<Map<string, boolean>> => {
    const { rows } = await sql<{ name: string; ready: boolean }>`
      select name, bool_or(state <> 'active') as ready from queue.job
      where (state in ('created', 'retry') and start_after <= now()) or state = 'active' group by name`.execute(
      database.db,
    )
    return new Map(rows.map(({ name, ready }) => [name, ready]))
  }

  return {
    define,
    send,
    subscribe: (event, subscriber, handle) => {
      const name = `${event.name}.${subscriber}`
      define({ name, handle: handle as (payload: object) => Promise<void> })
      subscribers.set(event.name, [...(subscribers.get(event.name) ?? []), name])
    },
    emit: async (tx, event, payload) => {
      for (const name of subscribers.get(event.name) ?? []) await send(tx, name, payload)
    },
    start: async () => {
      await boss.start()
      for (const { name, retries = 8, limitSeconds = 900 } of jobs.values()) {
        await boss.createQueue(name, {
          retryLimit: retries,
          retryDelay: 1,
          retryBackoff: true,
          retryDelayMax: 300,
          expireInSeconds: limitSeconds,
          heartbeatSeconds: HEARTBEAT_SECONDS,
          notify: true,
        })
        // Looked up once outside any transaction: on the one connection of the embedded engine a first look-up inside would hang.
        await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' })
      }
    },
    work: async () => {
      for (const job of jobs.values()) {
        await boss.work<object>(
          job.name,
          {
            pollingIntervalSeconds: 2,
            notifyPollingIntervalSeconds: LOOK_FOR_RETRIES_SECONDS,
            batchSize: 1,
            localConcurrency: job.concurrency ?? 1,
          },
          async (batch) => {
            for (const { data } of batch) await run(job, data)
            // Let waiting requests in between two jobs.
            await new Promise((resolve) => setImmediate(resolve))
          },
        )
      }
    },
    drain: async () => {
      const limit = performance.now() + DRAIN_LIMIT_MS
      for (;;) {
        const left = await unfinished()
        if (left.size === 0) return
        if (performance.now() > limit) throw new Problem('unavailable', 'Work is still going on.')
        const ready = [...jobs.values()].filter(({ name }) => left.get(name))
        for (const job of ready) await runReady(job)
        // Another worker is at it.
        if (ready.length === 0) await new Promise((resolve) => setTimeout(resolve, 25))
      }
    },
    depths: async () => {
      const rows = await sql<{
        name: string
        count: number
      }>`select name, count(*)::int as count from queue.job where state in ('created', 'retry', 'active') group by name`.execute(
        database.db,
      )
      return Object.fromEntries(rows.rows.map((row) => [row.name, row.count]))
    },
    stop: () => boss.stop({ graceful: true, close: true, timeout: 15_000 }),
  }
}
