import { sql } from 'kysely'
import type { Db } from './database/database.ts'

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
