import { sql } from 'kysely'
import type { Db, Tx } from './database/database.ts'
import { countWaiting, type Waiting } from './waiting.ts'

/**
 * All that Posy reads and writes of pg-boss’s own tables (the schema `queue`), past its functions: a look inside a transaction, figures
 * of all queues in one statement, and upkeep that it has no option for. `queue-tables.db.test.ts` holds each against the
 * release of pg-boss that is installed.
 */

/** Where jobs go that were tried as often as they may be. */
export const FAILED_QUEUE = 'failed-jobs'

export interface QueueDepth {
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

/** Whether a job of that name could be taken now; one that waits for its next try is left out. */
export async function isJobWaiting(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from queue.job where name = ${name} and state = 'created' and start_after <= now() limit 1`.execute(tx)
  return rows.length > 0
}

/** The queues that have something left to do, and whether it can be taken now: asking each in turn would cost more than the work. */
export async function unfinishedQueues(db: Db): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ name: string; ready: boolean }>`
    select name, bool_or(state <> 'active') as ready from queue.job
    where ((state in ('created', 'retry') and start_after <= now()) or state = 'active') and name <> ${FAILED_QUEUE}
    group by name`.execute(db)
  return new Map(rows.map(({ name, ready }) => [name, ready]))
}

/** Jobs waiting or running, by queue. */
export async function readDepths(db: Db): Promise<QueueDepth[]> {
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

export interface FailedJob {
  id: string
  queue: string
  failedAt: Date
  tries: number
  /** What its last try ended with. */
  reason: string
  /** Ids and figures only, as all payloads. */
  payload: object
}

const isGivenUp = sql`name = ${FAILED_QUEUE} and state < 'active'`

/** Jobs that were given up, the newest first. */
export async function listFailedJobs(db: Db, limit: number, offset = 0): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id, source_name as queue, created_on as "failedAt", source_retry_count + 1 as tries,
      coalesce(source_output ->> 'message', source_output #>> '{value,message}', source_output::text, '') as reason, data as payload
    from queue.job where ${isGivenUp} order by created_on desc, id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** How many, and since when. */
export const waitingFailedJobs = (db: Db): Promise<Waiting> =>
  countWaiting(db, sql`select created_on as at from queue.job where ${isGivenUp}`)

/**
 * What pg-boss does every few seconds must not get dearer with the jobs that are done and kept, of which there may be
 * millions (`bench/growth.ts`, decision 1). For PostgreSQL, once pg-boss has made its tables, by one process at a time.
 * @param session outside a transaction: the index is made beside purchases that continue
 * @throws where that waits for longer than a minute; the next start tries again
 */
export async function keepUpkeepSmall(session: Db): Promise<void> {
  await sql`set statement_timeout = '60s'`.execute(session)
  await indexUnfinished(session)
  // pg-boss counts all rows of its table every few seconds for statistics that no one reads (depths() counts the unfinished
  // ones), unless it may not until a time that it keeps here; jobs whose worker died are looked for all the same.
  await sql`update queue.version set monitor_backoff_on = '9999-01-01' where monitor_backoff_on is distinct from '9999-01-01'`.execute(
    session,
  )
}

/** Jobs whose worker died or took too long, and the depths: pg-boss's own indexes leave out the running ones. */
async function indexUnfinished(session: Db): Promise<void> {
  const { rows } = await sql<{ isWhole: boolean }>`
    select indisvalid as "isWhole" from pg_index where indexrelid = to_regclass('queue.job_unfinished')`.execute(
    session,
  )
  if (rows[0]?.isWhole) return
  // Left by a process that ended before its index was whole.
  if (rows[0]) await sql`drop index concurrently queue.job_unfinished`.execute(session)
  await sql`create index concurrently job_unfinished on queue.job_common (name, state) where state <= 'active'`.execute(
    session,
  )
}
