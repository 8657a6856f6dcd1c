import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from './database/database.ts'
import type { Database } from './database/schema.ts'

/** One kind of thing that is forgotten a number of days after its end. */
export interface RetentionRule {
  /** As figures name it. */
  name: string
  /** 0: without end. */
  days: number
  /** The moment of the oldest that is still there, so that anyone who looks sees whether the rule is kept. */
  oldest(db: Db): Promise<Date | null>
  /** Forgets at most so many that ended before a moment. @returns how many; fewer than `limit`: there are no more */
  forget(work: { tx: Tx; at: Date }, before: Date, limit: number): Promise<number>
}

interface RowsOfTable {
  name: string
  days: number
  table: keyof Database
  key: readonly string[]
  /** The column with the moment that a row's time runs from. */
  since: string
  /** What else must hold. */
  unless?: (before: Date) => RawBuilder<unknown>
}

/** Rows that go whole. Anyone who writes to one at that moment is not waited for. */
export function rowsAfter({ name, days, table, key, since, unless }: RowsOfTable): RetentionRule {
  const [rows, at] = [sql.table(table), sql.ref(since)]
  const columns = sql.join(key.map((column) => sql.ref(column)))
  return {
    name,
    days,
    oldest: async (db) =>
      (await sql<{ at: Date | null }>`select min(${at}) as at from ${rows}`.execute(db)).rows[0]!.at,
    forget: async ({ tx }, before, limit) => {
      const isKept = unless ? sql`and not (${unless(before)})` : sql``
      const { numAffectedRows } = await sql`
        delete from ${rows} where (${columns}) in (
          select ${columns} from ${rows} where ${at} < ${before} ${isKept} limit ${limit} for update skip locked)`.execute(
        tx,
      )
      return Number(numAffectedRows)
    },
  }
}
