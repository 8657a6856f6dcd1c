import { fromKysely, type PgBoss } from 'pg-boss'
import { Problem } from '#server/platform/problem/problem.ts'
import type { Db, OpenDatabase, Tx } from './database/database.ts'
import { RecordGone } from './job-record.ts'
import { Lanes } from './lanes.ts'
import type { Logger } from './log.ts'
import { type Job, openBoss, startBoss } from './queue-boss.ts'
import {
  FAILED_QUEUE,
  type FailedJob,
  isJobWaiting,
  listFailedJobs,
  type QueueDepth,
  readDepths,
  unfinishedQueues,
} from './queue-tables.ts'
import { tracedJob } from './tracing.ts'

/** A typed event: written in the transaction that makes it true, handled by any number of subscribers afterwards. */
export interface EventType<P extends object> {
  readonly name: string
  readonly payload?: P
}
export const eventType = <P extends object>(name: string): EventType<P> => ({ name })

interface SendOptions {
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
  /** Takes no more until told to work again; those under way continue. */
  rest(): Promise<void>
  /** Runs whatever is ready here and now, and waits for what other workers hold. */
  drain(): Promise<void>
  /** Jobs waiting or running, by queue. `db` to be read from another connection. */
  depths(db?: Db): Promise<QueueDepth[]>
  /** Jobs that were given up, the newest first. */
  failed(options?: { limit?: number; offset?: number }): Promise<FailedJob[]>
  /** Puts given-up jobs back in their queues: one, those of a queue, or all. @returns how many */
  retryFailed(which: { id?: string; queue?: string }): Promise<number>
  stop(): Promise<void>
}

const DRAIN_LIMIT_MS = 300_000
/** Jobs that `drain` takes at a time. */
const BATCH = 20
/**
 * A new job announces itself; one that waits for its next try, or whose worker died, does not. All queues are asked for
 * those at once this often: it bounds how long a retry waits beyond its pause.
 */
const LOOK_FOR_RETRIES_SECONDS = 3
/** Each worker asks for its own queue this often besides, where jobs announce themselves. */
const LOOK_ALONE_SECONDS = 30
const REDRIVE_BATCH = 1000
/** Jobs that one process runs at a time, and how many of these may be background ones. */
const LANES = 12
const BACKGROUND_LANES = 4

type Run = (job: Job<object>, payload: object) => Promise<void>

/** The queue over pg-boss, in the schema `queue` of the same database. */
export function openQueue(database: OpenDatabase, connectionString: string | undefined, log: Logger): Queue {
  const boss = openBoss(database, connectionString, log)
  const lanes = new Lanes(LANES, BACKGROUND_LANES)
  const jobs = new Map<string, Job<object>>()
  const subscribers = new Map<string, string[]>()
  const run: Run = (job, payload) => runJob(job, payload, log)
  const workers = new Map<string, string[]>()
  let timer: NodeJS.Timeout | undefined
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    await wakeForReady(boss, database.db, workers)
    isLooking = false
  }
  const define: Queue['define'] = (job) => {
    if (jobs.has(job.name)) throw new Error(`job ${job.name} is defined twice`)
    jobs.set(job.name, job as unknown as Job<object>)
  }
  const send: Queue['send'] = async (tx, name, payload, { unlessWaiting = false } = {}) => {
    if (!jobs.has(name)) throw new Error(`no job ${name}`)
    if (unlessWaiting && (await isJobWaiting(tx, name))) return
    await boss.send(name, payload, { db: fromKysely(tx) })
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
    start: () => startBoss(boss, database, [...jobs.values()], log),
    work: async () => {
      clearInterval(timer)
      timer = setInterval(() => void look(), LOOK_FOR_RETRIES_SECONDS * 1000)
      for (const job of jobs.values()) {
        const own: string[] = []
        for (let lane = 0; lane < (job.concurrency ?? 1); lane++) own.push(await workOn(boss, job, lanes, run))
        workers.set(job.name, own)
      }
    },
    rest: async () => {
      clearInterval(timer)
      await Promise.all([...jobs.keys()].map((name) => boss.offWork(name, { wait: false })))
    },
    drain: () => drain(boss, database.db, jobs, run),
    depths: (db = database.db) => readDepths(db),
    failed: ({ limit = 100, offset = 0 } = {}) => listFailedJobs(database.db, limit, offset),
    retryFailed: (which) => redrive(boss, which),
    stop: () => {
      clearInterval(timer)
      return boss.stop({ graceful: true, close: true, timeout: 15_000 })
    },
  }
}

async function runJob(job: Job<object>, payload: object, log: Logger): Promise<void> {
  const started = performance.now()
  try {
    await tracedJob(job.name, () => job.handle(payload))
    log.debug({ job: job.name, ms: Math.round(performance.now() - started) }, 'job done')
  } catch (error) {
    if (error instanceof RecordGone) {
      log.warn({ job: job.name, payload, why: error.message }, 'job ended: its record is gone')
      return
    }
    log.warn({ job: job.name, err: error }, 'job failed; it will be tried again')
    throw error
  }
}

/** Takes one job after the other, without a pause while there are any. */
async function workOn(boss: PgBoss, job: Job<object>, lanes: Lanes, run: Run): Promise<string> {
  const options = {
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: LOOK_ALONE_SECONDS,
    batchSize: 1,
    localConcurrency: 1,
  }
  const worker: { id?: string } = {}
  worker.id = await boss.work<object>(job.name, options, async (batch) => {
    try {
      for (const { data } of batch) await lanes.run(job.urgency ?? 'normal', () => run(job, data))
    } finally {
      // There may be more: look at once instead of with the next poll.
      if (worker.id) boss.notifyWorker(worker.id)
      // Let waiting requests in between two jobs.
      await new Promise((resolve) => setImmediate(resolve))
    }
  })
  return worker.id
}

/** One question for all queues: each worker asking for its own made an idle installation the busiest of all. */
async function wakeForReady(boss: PgBoss, db: Db, workers: ReadonlyMap<string, string[]>): Promise<void> {
  try {
    for (const [name, isReady] of await unfinishedQueues(db))
      if (isReady) for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker)
  } catch {
    // Without a database there is nothing to take; what else fails for it says so.
  }
}

/** Runs whatever is ready, a few batches of each queue in turn, until nothing is ready or under way. */
async function drain(boss: PgBoss, db: Db, jobs: ReadonlyMap<string, Job<object>>, run: Run): Promise<void> {
  const limit = performance.now() + DRAIN_LIMIT_MS
  for (;;) {
    const left = await unfinishedQueues(db)
    if (left.size === 0) return
    if (performance.now() > limit) throw new Problem('unavailable', 'Work is still under way.')
    const ready = [...jobs.values()].filter(({ name }) => left.get(name))
    for (const job of ready) await runReady(boss, job, run)
    // Another worker is at it.
    if (ready.length === 0) await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** Batches of one queue, here and now, until there is no whole one left. */
async function runReady(boss: PgBoss, job: Job<object>, run: Run): Promise<void> {
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

async function redrive(boss: PgBoss, { id, queue }: { id?: string; queue?: string }): Promise<number> {
  let moved = 0
  for (let batch = REDRIVE_BATCH; batch === REDRIVE_BATCH; moved += batch)
    batch = await boss.redrive(FAILED_QUEUE, {
      limit: REDRIVE_BATCH,
      ...(id && { ids: [id] }),
      ...(queue && { sourceName: queue }),
    })
  return moved
}
