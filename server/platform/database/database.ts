import { mkdirSync } from 'node:fs'
import { PGlite, types as pgliteTypes } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { fromPglite, type Db as QueueDatabase } from 'pg-boss'
import { lockFolder } from './folder-lock.ts'
import { PreparedClient } from './prepared-client.ts'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>
/** An open transaction. A function that writes takes this, so that it cannot be called outside one. */
export type Tx = Transaction<Database>

export interface OpenDatabase {
  db: Db
  kind: 'postgres' | 'pglite'
  /** How the queue reaches the embedded engine; on PostgreSQL it opens connections of its own. */
  queueDb?: QueueDatabase
  /** Several statements at once, without parameters, for migrations. */
  executeScript(sql: string): Promise<void>
  close(): Promise<void>
}

const INT8 = 20

/** Money and counts fit a double exactly up to 2^53; anything larger is a bug to be seen, not rounded. */
export function parseInt8(value: string): number {
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

const parsers = new Map<number, (value: string) => unknown>([
  [INT8, parseInt8],
  [UUID_ARRAY, parseIds],
])

/** PostgreSQL at a URL, with a pool of `poolSize` connections. */
export function openPostgres(url: string, poolSize = 20): OpenDatabase {
  const types = {
    getTypeParser: (oid: number, format?: unknown) => parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
  }
  const pool = new pg.Pool({
    Client: PreparedClient,
    connectionString: url,
    max: poolSize,
    types: types as pg.CustomTypesConfig,
    connectionTimeoutMillis: 10_000,
  })
  // A connection that the server ends (restart, failover) fails its own query; it must not end the process as well.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    kind: 'postgres',
    executeScript: async (sql) => void (await pool.query(sql)),
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
    unlock = lockFolder(folder)
  }
  const lite = await PGlite.create({ dataDir: folder ?? 'memory://', parsers: { [pgliteTypes.INT8]: parseInt8 } })
  const queueDb = fromPglite(lite)
  return {
    db: new Kysely<Database>({ dialect: new PGliteDialect({ pglite: lite }) }),
    kind: 'pglite',
    queueDb: {
      ...queueDb,
      executeSql: async (text, values) => {
        // The engine runs on this thread: let waiting requests in between two statements of the queue.
        await new Promise((resolve) => setImmediate(resolve))
        return queueDb.executeSql(text, values)
      },
    },
    executeScript: async (sql) => void (await lite.exec(sql)),
    close: async () => {
      if (!lite.closed) await lite.close()
      unlock()
    },
  }
}
