import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, OpenDatabase } from './database.ts'
import { isUnavailable } from './errors.ts'

/** How long a reader waits for a replica that is behind. */
const WAIT_MS = 100
/** How long nothing is asked of a replica that was away or behind. */
const ASIDE_MS = 1000

/**
 * A replica that reads: searches, lists, reports and files. What one finds there is never older than what was committed when
 * it began to look, by whichever process: the replica is asked for no reading before it has replayed that far.
 */
export interface ReadReplica {
  /** The replica, or null where the primary is to be read: it is away, behind, or has become a primary itself. */
  caughtUp(): Promise<Db | null>
  /** Nothing is read there for a moment: it failed while it was read. */
  setAside(): void
  connections: OpenDatabase['connections']
  close(): Promise<void>
}

/** @param primary whose position in its log is what a reader must see */
export function openReadReplica(primary: Db, { db, connections, close }: OpenDatabase): ReadReplica {
  let asideUntilMs = 0
  const setAside = () => {
    asideUntilMs = performance.now() + ASIDE_MS
  }
  const caughtUp = async () => {
    if (performance.now() < asideUntilMs) return null
    const position = await logPosition(primary)
    const isThere = await reaches(db, position).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error
      return false
    })
    if (isThere) return db
    setAside()
    return null
  }
  return { caughtUp, setAside, connections, close }
}

async function logPosition(primary: Db): Promise<string> {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_flush_lsn()::text as position`.execute(primary)
  return rows[0]!.position
}

async function reaches(replica: Db, position: string): Promise<boolean> {
  const endMs = performance.now() + WAIT_MS
  for (let pauseMs = 2; ; pauseMs *= 2) {
    const { rows } = await sql<{ isReplica: boolean; hasIt: boolean | null }>`
      select pg_is_in_recovery() as "isReplica", pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "hasIt"`.execute(
      replica,
    )
    const { isReplica, hasIt } = rows[0]!
    if (!isReplica) return false
    if (hasIt) return true
    if (performance.now() + pauseMs > endMs) return false
    await pause(pauseMs)
  }
}
