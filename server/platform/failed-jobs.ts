import { sql } from 'kysely'
import type { Db } from './database/database.ts'

/** Where jobs go that were tried as often as they may be. */
export const FAILED_QUEUE = 'failed-jobs'

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

export async function failedJobs(db: Db, limit: number): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id, source_name as queue, created_on as "failedAt", source_retry_count + 1 as tries,
      coalesce(source_output ->> 'message', source_output #>> '{value,message}', source_output::text, '') as reason, data as payload
    from queue.job where name = ${FAILED_QUEUE} and state < 'active' order by created_on desc limit ${limit}`.execute(
    db,
  )
  return rows
}

export async function failedJobCount(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from queue.job where name = ${FAILED_QUEUE} and state < 'active'`.execute(db)
  return rows[0]!.count
}
