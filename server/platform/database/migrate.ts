import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, OpenDatabase } from './database.ts'
import { wasHeldUp } from './errors.ts'
import { type Bridge, bridgeFromOldLine, isOldLineAtWork } from './old-line.ts'
import { sessionLocks, withSessionLock } from './session-lock.ts'

export const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../migrations')

/** The migrations in order: `NNNN-name.sql`, each run once, in a transaction of its own. */
export const readMigrations = (folder = MIGRATIONS_FOLDER) =>
  readdirSync(folder)
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })

/** The database and this release do not belong together; the message says what to do. */
export class SchemaError extends Error {}

export interface MigrateOptions {
  folder?: string
  /** After going back to the release before: what the newer one has added is left alone (docs/operations/upgrades.md). */
  allowNewer?: boolean
  /** How long a migration may keep others waiting for its locks before it steps back. */
  lockMs?: number
  /** How often a migration tries to get its locks. */
  tries?: number
  onWait?: (name: string, attempt: number) => void
}

const DEFAULT_LOCK_MS = 2000
const DEFAULT_TRIES = 120
const LONGEST_PAUSE_MS = 5000

const STOP_ALL =
  'Processes of the release before are still connected to this database: stop every one, as docs/operations/upgrades.md says, then start this release again.'

/**
 * Brings the schema forward. Several processes may start at once: one works and the others wait. A migration that cannot
 * have its locks soon steps back, so that no one queues behind it, and tries again.
 * @returns the names that ran now
 * @throws SchemaError where a migration was changed after it ran, a newer release has run others, or processes of the old line
 *   are still at work on a database of theirs
 */
export const migrate = (database: OpenDatabase, options: MigrateOptions = {}): Promise<string[]> =>
  withSessionLock(database, sessionLocks.schema, async (session) => {
    await sql`create table if not exists schema_migration (name text primary key, checksum text not null, ran_at timestamptz not null default now())`.execute(
      session,
    )
    const bridge = findBridge(await ranMigrations(session), options)
    if (bridge) {
      // The embedded database has one process: its folder is locked.
      if (database.kind === 'postgres' && (await isOldLineAtWork(session))) throw new SchemaError(STOP_ALL)
      await runStep(database, session, bridge, options)
    }
    const waiting = unrunMigrations(await ranMigrations(session), options)
    for (const migration of waiting)
      await runStep(database, session, { ...migration, record: recordOfRun([migration]) }, options)
    return [...(bridge ? [bridge.name] : []), ...waiting.map(({ name }) => name)]
  })

/** For a process that leaves the schema to `posy migrate`. @throws SchemaError unless it is exactly what this release needs */
export async function requireCurrentSchema(database: OpenDatabase, options: MigrateOptions = {}): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('schema_migration') is not null as there`.execute(
    database.db,
  )
  const done = rows[0]!.there ? await ranMigrations(database.db) : new Map<string, string>()
  if (findBridge(done, options))
    throw new SchemaError(
      'The database is of the last release of the old line. Stop every process, then run: posy migrate',
    )
  const waiting = unrunMigrations(done, options)
  if (waiting.length)
    throw new SchemaError(
      `The database lacks ${waiting.length} migrations, first ${waiting[0]!.name}. Run: posy migrate`,
    )
}

type Migration = ReturnType<typeof readMigrations>[number]

/** What ran on this database, with its checksums. */
async function ranMigrations(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; checksum: string }>`select name, checksum from schema_migration`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

function findBridge(done: Map<string, string>, { folder = MIGRATIONS_FOLDER }: MigrateOptions): Bridge | null {
  const found = bridgeFromOldLine(done, folder)
  if (found === null) return null
  if ('refusal' in found) throw new SchemaError(found.refusal)
  const baseline = readMigrations(folder).filter(({ name }) => name <= found.baseline)
  return { ...found.bridge, record: `truncate schema_migration; ${recordOfRun(baseline)}` }
}

function unrunMigrations(
  done: Map<string, string>,
  { folder = MIGRATIONS_FOLDER, allowNewer = false }: MigrateOptions,
): Migration[] {
  const known = readMigrations(folder)
  const changed = known.find(({ name, checksum }) => done.has(name) && done.get(name) !== checksum)
  if (changed) throw new SchemaError(`Migration ${changed.name} was changed after it ran. Write a new one instead.`)
  const names = new Set(known.map(({ name }) => name))
  const newer = [...done.keys()].filter((name) => !names.has(name)).sort()
  if (newer.length && !allowNewer)
    throw new SchemaError(
      `A newer release has brought this database forward (${newer.join(', ')}). Start that release, or read ` +
        'docs/operations/upgrades.md on going back and set ALLOW_NEWER_SCHEMA=true.',
    )
  return known.filter(({ name }) => !done.has(name))
}

const recordOfRun = (migrations: Migration[]) =>
  `insert into schema_migration (name, checksum) values ${migrations
    .map(({ name, checksum }) => `('${name}', '${checksum}')`)
    .join(', ')};`

const OUTSIDE_A_TRANSACTION = '-- outside a transaction'

/** An index whose building was broken off is there and of no use: it goes before it is built again. */
function dropInvalidIndex(text: string): string[] {
  const built = text.match(/create (?:unique )?index concurrently (?!if)(\w+)/)?.[1]
  // PostgreSQL's own name for the one that is to take the place of another.
  const rebuilt = text.match(/reindex index concurrently (\w+)/)?.[1]
  const name = built ?? (rebuilt && `${rebuilt}_ccnew`)
  return name ? [`drop index if exists ${name};`] : []
}

async function runStep(
  database: OpenDatabase,
  session: Db,
  { name, text, record }: { name: string; text: string; record: string },
  { lockMs = DEFAULT_LOCK_MS, tries = DEFAULT_TRIES, onWait }: MigrateOptions,
): Promise<void> {
  const scripts = text.startsWith(OUTSIDE_A_TRANSACTION)
    ? [...dropInvalidIndex(text), database.kind === 'postgres' ? text : text.replace(/\bconcurrently\b/, ''), record]
    : [`begin;\nset local lock_timeout = ${lockMs};\n${text}\n${record}\ncommit;`]
  for (let attempt = 1; ; attempt++) {
    try {
      for (const script of scripts) await database.executeScript(session, script)
      return
    } catch (error) {
      // An error leaves the transaction open; end it, or whatever follows is refused too.
      await sql`rollback`.execute(session).catch(() => {})
      if (!wasHeldUp(error) || attempt >= tries) throw error
      onWait?.(name, attempt)
      await pause(Math.min(LONGEST_PAUSE_MS, 250 * attempt) * (0.5 + Math.random()))
    }
  }
}

/** When this installation's schema was made. */
export async function installedAt(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select min(ran_at) as at from schema_migration`.execute(db)
  return rows[0]!.at
}
