import { mkdirSync } from 'node:fs'
import { PGlite, types as pgliteTypes } from '@electric-sql/pglite'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { fromPglite, type Db as QueueDatabase } from 'pg-boss'
import { EmbeddedDialect } from './embedded-dialect.ts'
import { lockFolder } from './folder-lock.ts'
import { PreparedClient } from './prepared-client.ts'
import type { Database } from './schema.ts'
import { traceQuery } from './trace-query.ts'

export type Db = Kysely<Database>
/** An open transaction. A function that writes takes this, so that it cannot be called outside one. */
export type Tx = Transaction<Database>

export interface OpenDatabase {
  db: Db
  kind: 'postgres' | 'pglite'
  /** How the queue reaches the embedded engine; on PostgreSQL it opens connections of its own. */
  queueDb?: QueueDatabase
  /** Most connections of this process's pool; the embedded database has one. */
  poolSize: number
  /** How many connections the pool has, and how many callers wait for one. */
  connections(): { open: number; idle: number; waiting: number }
  /**
   * How often something may have been written so far, where no other process writes: what is as it was a moment ago need not be
   * asked again.
   */
  changes?(): number
  /** Works in one session of its own without time limits, past any pooler: for migrations. */
  session<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Several statements at once, without parameters, in that session. */
  executeScript(db: Db, sql: string): Promise<void>
  close(): Promise<void>
}

const INT8 = 20

/** Money and counts fit a double exactly up to 2^53; anything larger is a bug to be seen, not rounded. */
function parseInt8(value: string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint out of range: ${value}`)
  return number
}

const UUID_ARRAY = 2951

const parseAnyIds = pg.types.getTypeParser(UUID_ARRAY as typeof pg.types.builtins.INT8, 'text') as (
  value: string,
) => unknown

/** No id needs quotes or escapes, which the general reader of arrays looks out for letter by letter. */
function parseIds(value: string): unknown {
  if (value === '{}') return []
  return value.includes('NULL') ? parseAnyIds(value) : value.slice(1, -1).split(',')
}

/** A calendar date is no moment: it stays the text that it is. */
const DATE = 1082
const sameText = (value: string): string => value

const parsers = new Map<number, (value: string) => unknown>([
  [INT8, parseInt8],
  [DATE, sameText],
  [UUID_ARRAY, parseIds],
])

/** How our columns are read, on every connection of ours. */
export const postgresTypes = {
  getTypeParser: (oid: number, format?: unknown) => parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

export interface PostgresOptions {
  /** Where sessions go that a pooler in between would break: migrations, LISTEN, locks held by a session. */
  directUrl?: string | undefined
  /** `transaction`: a pooler gives each transaction whichever connection is free, so statements have no names. */
  pooler?: 'none' | 'transaction'
  limits?: SessionLimits
  connectWithinMs?: number
}

/** How long a session may wait or make others wait, in milliseconds; the server ends it then. */
interface SessionLimits {
  lockMs: number
  statementMs: number
  /** A process that stands still in the middle of a transaction holds up anyone who wants the same rows. */
  idleInTransactionMs: number
}

const defaultSessionLimits: SessionLimits = { lockMs: 5000, statementMs: 60_000, idleInTransactionMs: 3000 }

/**
 * Sent when a connection opens, 0 as well: the database role has limits of its own. A pooler would refuse them or mix them
 * up; there the role's hold.
 */
const sessionSettings = ({ lockMs, statementMs, idleInTransactionMs }: SessionLimits): pg.ClientConfig => ({
  options: `-c lock_timeout=${lockMs} -c statement_timeout=${statementMs} -c idle_in_transaction_session_timeout=${idleInTransactionMs}`,
})

const noLimits: SessionLimits = { lockMs: 0, statementMs: 0, idleInTransactionMs: 0 }

/** PostgreSQL at a URL, with a pool of `poolSize` connections. */
export function openPostgres(
  url: string,
  poolSize = 20,
  { directUrl = url, pooler = 'none', limits = defaultSessionLimits, connectWithinMs = 5000 }: PostgresOptions = {},
): OpenDatabase {
  const pool = new pg.Pool({
    ...(pooler === 'none' && { Client: PreparedClient, ...sessionSettings(limits) }),
    connectionString: url,
    max: poolSize,
    types: postgresTypes,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    application_name: 'posy',
  })
  // A connection that the server ends (restart, failover) fails its own query; it must not end the process as well.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log: traceQuery }),
    kind: 'postgres',
    poolSize,
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    session: async (work) => {
      const own = new pg.Pool({
        ...sessionSettings(noLimits),
        connectionString: directUrl,
        max: 1,
        types: postgresTypes,
        application_name: 'posy session',
      })
      own.on('error', () => {})
      const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: own }) })
      try {
        return await db.connection().execute(work)
      } finally {
        await db.destroy()
      }
    },
    executeScript: async (db, script) => void (await sql.raw(script).execute(db)),
    close: () => pool.end(),
  }
}

/**
 * The embedded database, in a folder or (for tests) in memory. PGlite has one connection and no lock of its own:
 * a second process on the folder would lose rows silently, so the folder is locked here.
 */
export async function openPglite(folder?: string): Promise<OpenDatabase> {
  let unlock = () => {}
  if (folder) {
    mkdirSync(folder, { recursive: true })
    unlock = await lockFolder(folder)
  }
  const dataDir = folder ?? 'memory://'
  return overPglite(await PGlite.create({ ...pgliteOptions, dataDir, postgresqlconf: SMALL_BUFFERS }), unlock)
}

/** One connection needs no 128 MB of them, which are this process's own memory. */
const SMALL_BUFFERS = ['shared_buffers=16MB']

export const pgliteOptions = { parsers: { [pgliteTypes.INT8]: parseInt8, [pgliteTypes.DATE]: sameText } }

/** A statement that has a word that writes may have changed something. */
const MAY_WRITE = /\b(insert|update|delete|merge|truncate)\b/i

export function overPglite(lite: PGlite, unlock = () => {}): OpenDatabase {
  const queueDb = fromPglite(lite)
  let changes = 0
  const changed = () => {
    changes += 1
  }
  const db = new Kysely<Database>({
    dialect: new EmbeddedDialect({ pglite: lite }, { onCommit: changed }),
    log: (event) => {
      if (MAY_WRITE.test(event.query.sql)) changed()
      traceQuery(event)
    },
  })
  return {
    db,
    kind: 'pglite',
    queueDb: {
      ...queueDb,
      executeSql: async (text, values) => {
        // The engine runs on this thread: let waiting requests in between two statements of the queue.
        await new Promise((resolve) => setImmediate(resolve))
        return queueDb.executeSql(text, values)
      },
    },
    poolSize: 1,
    connections: () => ({ open: 1, idle: 0, waiting: 0 }),
    changes: () => changes,
    session: (work) => db.connection().execute(work),
    executeScript: async (_, script) => void (await lite.exec(script)),
    close: async () => {
      if (!lite.closed) await lite.close()
      unlock()
    },
  }
}
