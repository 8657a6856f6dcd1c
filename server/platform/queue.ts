import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { Problem } from '#server/platform/problem/problem.ts'
import type { Db, OpenDatabase, Tx } from './database/database.ts'
import { databaseErrorText } from './database/errors.ts'
import { sessionLocks, withSessionLock } from './database/session-lock.ts'
import { FAILED_QUEUE, type FailedJob, failedJobs } from './failed-jobs.ts'
import { Lanes, type Urgency } from './lanes.ts'
import type { Logger } from './log.ts'
import { keepUpkeepSmall } from './queue-upkeep.ts'
import { tracedJob } from './tracing.ts'

/** Work done outside a request. Delivered at least once: `handle` must have its effect once however often it runs. */
interface Job<P extends object> {
  name: string
  handle(payload: P): Promise<void>
  /** Tries after the first; 8 unless told, with growing pauses of 1 s up to 5 min. */
  retries?: number
  /** How many of these one worker runs at a time; 1 unless told. */
  concurrency?: number
  /** `normal` unless told. */
  urgency?: Urgency
  /** Longest a job may take; 900 unless told. A worker that dies is noticed after {@link HEARTBEAT_SECONDS}. */
  limitSeconds?: number
}

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

interface QueueDepth {
  queue: string
  /** Could run now. */
  ready: number
  /** Wait for their next try. */
  later: number
  running: number
  /** How long the oldest of the ready ones has waited. */
  oldestReadySeconds: number
  /** How long ago the oldest of all was sent. */
  oldestUnfinishedSeconds: number
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
  failed(options?: { limit?: number }): Promise<FailedJob[]>
  /** Puts given-up jobs back in their queues: one, those of a queue, or all. @returns how many */
  retryFailed(which: { id?: string; queue?: string }): Promise<number>
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
/** Done jobs are kept for a look back; given-up ones until an operator has had time. */
const DONE_KEPT_SECONDS = 6 * 3600
const FAILED_KEPT_SECONDS = 30 * 86_400
const REDRIVE_BATCH = 1000
/** Jobs that one process runs at a time, and how many of these may be background ones. */
const LANES = 12
const BACKGROUND_LANES = 4

/** What a queue is made with; queues made by an older release are brought in line. */
const queueSettings = ({ retries = 8, limitSeconds = 900 }: Job<object>) => ({
  retryLimit: retries,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: limitSeconds,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  deleteAfterSeconds: DONE_KEPT_SECONDS,
  // What is not tried again is looked up again by anyone who sends it.
  ...(retries > 0 && { deadLetter: FAILED_QUEUE }),
  notify: true,
})

/**
 * The queue over pg-boss, in the schema `queue` of the same database.
 * @param connectionString past any pooler: it listens for notifications
 */
export function openQueue(database: OpenDatabase, connectionString: string | undefined, log: Logger): Queue {
  const boss = new PgBoss({
    ...(database.queueDb
      ? { db: database.queueDb, backend: 'pglite' as const }
      : { connectionString: connectionString!, max: 5, application_name: 'posy queue' }),
    schema: 'queue',
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 300,
    // Warnings are in the log; the embedded engine has neither vacuum nor concurrent reindexing.
    monitorVacuum: database.kind === 'postgres',
    reindex: database.kind === 'postgres',
  })
  const lanes = new Lanes(LANES, BACKGROUND_LANES)
  reportErrors(boss, log)
  const jobs = new Map<string, Job<object>>()
  const subscribers = new Map<string, string[]>()

  const run = async (job: Job<object>, payload: object) => {
    const started = performance.now()
    try {
      await tracedJob(job.name, () => job.handle(payload))
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
      where ((state in ('created', 'retry') and start_after <= now()) or state = 'active') and name <> ${FAILED_QUEUE}
      group by name`.execute(database.db)
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
      const create = async () => {
        await boss.start()
        await createQueues(boss, [...jobs.values()])
      }
      // Processes that start at once would lock what each other makes.
      if (database.kind === 'postgres')
        await withSessionLock(database, sessionLocks.queue, async (session) => {
          await create()
          // Without it everything works, only dearer: a start neither fails for it nor waits for a backup that is being taken.
          await keepUpkeepSmall(session).catch((error) => log.warn({ err: error }, 'the queue’s upkeep is as it was'))
        })
      else await create()
      // Looked up once outside any transaction: on the one connection of the embedded engine a first look-up inside would hang.
      for (const name of jobs.keys()) await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' })
    },
    work: async () => {
      for (const job of jobs.values()) {
        for (let lane = 0; lane < (job.concurrency ?? 1); lane++) await workOn(boss, job, lanes, run)
      }
    },
    rest: async () => {
      await Promise.all([...jobs.keys()].map((name) => boss.offWork(name, { wait: false })))
    },
    drain: async () => {
      const limit = performance.now() + DRAIN_LIMIT_MS
      for (;;) {
        const left = await unfinished()
        if (left.size === 0) return
        if (performance.now() > limit) throw new Problem('unavailable', 'Work is still under way.')
        const ready = [...jobs.values()].filter(({ name }) => left.get(name))
        for (const job of ready) await runReady(job)
        // Another worker is at it.
        if (ready.length === 0) await new Promise((resolve) => setTimeout(resolve, 25))
      }
    },
    depths: (db = database.db) => readDepths(db),
    failed: ({ limit = 100 } = {}) => failedJobs(database.db, limit),
    retryFailed: async ({ id, queue }) => {
      let moved = 0
      for (let batch = REDRIVE_BATCH; batch === REDRIVE_BATCH; moved += batch)
        batch = await boss.redrive(FAILED_QUEUE, {
          limit: REDRIVE_BATCH,
          ...(id && { ids: [id] }),
          ...(queue && { sourceName: queue }),
        })
      return moved
    },
    stop: () => boss.stop({ graceful: true, close: true, timeout: 15_000 }),
  }
}

/** In an outage every worker of every queue says the same; once in a while is enough. */
function reportErrors(boss: PgBoss, log: Logger): void {
  const SAME_AGAIN_AFTER_MS = 30_000
  const last = new Map<string, { atMs: number; held: number }>()
  boss.on('error', (error: unknown) => {
    const text = databaseErrorText(error).replace(/ \(Queue: .*/, '')
    const before = last.get(text)
    const nowMs = performance.now()
    if (before && nowMs - before.atMs < SAME_AGAIN_AFTER_MS) {
      before.held += 1
      return
    }
    if (last.size > 100) last.clear()
    last.set(text, { atMs: nowMs, held: 0 })
    log.error({ cause: text, again: before?.held ?? 0 }, 'the queue cannot reach the database or failed there')
  })
}

async function createQueues(boss: PgBoss, jobs: readonly Job<object>[]): Promise<void> {
  const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const keep = { retentionSeconds: FAILED_KEPT_SECONDS, deleteAfterSeconds: FAILED_KEPT_SECONDS }
  if (!there.has(FAILED_QUEUE)) await boss.createQueue(FAILED_QUEUE, keep)
  for (const job of jobs) {
    const settings = queueSettings(job)
    const queue = there.get(job.name)
    if (!queue) await boss.createQueue(job.name, settings)
    else if (Object.entries(settings).some(([name, value]) => queue[name as keyof typeof queue] !== value))
      await boss.updateQueue(job.name, settings)
  }
}

/** Takes one job after the other, without a pause while there are any. */
async function workOn(
  boss: PgBoss,
  job: Job<object>,
  lanes: Lanes,
  run: (job: Job<object>, payload: object) => Promise<void>,
): Promise<void> {
  const options = {
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: LOOK_FOR_RETRIES_SECONDS,
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
}

async function readDepths(db: Db): Promise<QueueDepth[]> {
  const { rows } = await sql<QueueDepth>`
    select name as queue,
      (count(*) filter (where state < 'active' and start_after <= now()))::int as ready,
      (count(*) filter (where state < 'active' and start_after > now()))::int as later,
      (count(*) filter (where state = 'active'))::int as running,
      coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0)::float as "oldestReadySeconds",
      extract(epoch from now() - min(created_on))::float as "oldestUnfinishedSeconds"
    from queue.job where state <= 'active' and name <> ${FAILED_QUEUE} group by name`.execute(db)
  return rows
}
