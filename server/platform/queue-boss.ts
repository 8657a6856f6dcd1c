import { PgBoss } from 'pg-boss'
import type { OpenDatabase } from './database/database.ts'
import { databaseErrorText } from './database/errors.ts'
import { sessionLocks, withSessionLock } from './database/session-lock.ts'
import type { Urgency } from './lanes.ts'
import type { Logger } from './log.ts'
import { FAILED_QUEUE, keepUpkeepSmall } from './queue-tables.ts'

/** Work done outside a request. Delivered at least once: `handle` must have its effect once however often it runs. */
export interface Job<P extends object> {
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

/** A worker says this often that it lives; the jobs of one that has not are given to another. */
const HEARTBEAT_SECONDS = 10
/** Done jobs are kept for a look back; given-up ones until an operator has had time. */
const DONE_KEPT_SECONDS = 6 * 3600
const FAILED_KEPT_SECONDS = 30 * 86_400

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

/** @param connectionString past any pooler: it listens for notifications */
export function openBoss(database: OpenDatabase, connectionString: string | undefined, log: Logger): PgBoss {
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
  reportErrors(boss, log)
  return boss
}

/** Makes the library's tables and our queues, once everything is defined. */
export async function startBoss(
  boss: PgBoss,
  database: OpenDatabase,
  jobs: readonly Job<object>[],
  log: Logger,
): Promise<void> {
  const create = async () => {
    await boss.start()
    const written = await createQueues(boss, jobs)
    // Looked up once outside any transaction: on the one connection of the embedded engine a first look-up inside would hang.
    // Those that were there already were read with the start.
    for (const name of written) await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' })
  }
  // Processes that start at once would lock what each other makes.
  if (database.kind === 'postgres')
    await withSessionLock(database, sessionLocks.queue, async (session) => {
      await create()
      // Without it everything works, only dearer: a start neither fails for it nor waits for a backup that is being taken.
      await keepUpkeepSmall(session).catch((error) => log.warn({ err: error }, 'the queue’s upkeep is as it was'))
    })
  else await create()
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

/** Makes the queues that are missing, and brings those of an older release in line. @returns the names of both */
async function createQueues(boss: PgBoss, jobs: readonly Job<object>[]): Promise<string[]> {
  const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const keep = { retentionSeconds: FAILED_KEPT_SECONDS, deleteAfterSeconds: FAILED_KEPT_SECONDS }
  if (!there.has(FAILED_QUEUE)) await boss.createQueue(FAILED_QUEUE, keep)
  const written: string[] = []
  for (const job of jobs) {
    const settings = queueSettings(job)
    const queue = there.get(job.name)
    if (!queue) await boss.createQueue(job.name, settings)
    else if (Object.entries(settings).some(([name, value]) => queue[name as keyof typeof queue] !== value))
      await boss.updateQueue(job.name, settings)
    else continue
    written.push(job.name)
  }
  return written
}
