import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, OpenDatabase } from './database.ts'

/** What only one process at a time may do to the database, by the number of its lock. */
export const sessionLocks = { schema: 7011, queue: 7012 } as const

/**
 * Works while this session alone holds a lock. Asked for again and again instead of waited for: a session that waits
 * inside the database holds a snapshot, which others may in turn wait for.
 */
export const withSessionLock = <T>(
  database: OpenDatabase,
  lock: number,
  work: (session: Db) => Promise<T>,
): Promise<T> =>
  database.session(async (session) => {
    while (!(await tryLock(session, lock))) await pause(100 + Math.random() * 200)
    try {
      return await work(session)
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(session)
    }
  })

async function tryLock(session: Db, lock: number): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${lock}) as held`.execute(session)
  return rows[0]!.held
}
