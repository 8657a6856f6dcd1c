import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database/database.ts'

/** Things of one kind that wait for an operator. */
export interface Waiting {
  count: number
  /** Since when the oldest of them waits; null where none does, or no one can say. */
  since: Date | null
}

/** Of things that are at hand, the oldest first. */
export const tallyWaiting = (moments: readonly Date[]): Waiting => ({
  count: moments.length,
  since: moments[0] ?? null,
})

/** @param rows a statement that gives one row for each thing that waits, with the moment since when as `at` */
export async function countWaiting(db: Db, rows: RawBuilder<unknown>): Promise<Waiting> {
  const result = await sql<Waiting>`select count(*)::int as count, min(at) as since from (${rows}) as waiting`.execute(
    db,
  )
  return result.rows[0]!
}
