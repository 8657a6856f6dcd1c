import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { systemWallClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { type OpenDatabase, openPglite, openPostgres } from '#server/platform/database/database.ts'
import { databaseErrorText, isUnavailable } from '#server/platform/database/errors.ts'
import { FolderInUse } from '#server/platform/database/folder-lock.ts'
import { migrate, requireCurrentSchema } from '#server/platform/database/migrate.ts'
import { openReadReplica, type ReadReplica } from '#server/platform/database/read-replica.ts'
import { type DatabaseWatch, watchDatabase, watchEmbedded } from '#server/platform/database-watch.ts'
import { requireFreeSpace } from './free-space.ts'
import { StartError } from './start-error.ts'

export interface Opened {
  database: OpenDatabase
  /** Null without `DATABASE_READ_URL`. */
  replica: ReadReplica | null
  watch: DatabaseWatch
  close(): Promise<void>
}

/** Readers turn to the primary instead. */
const REPLICA_WITHIN_MS = 1000

const say = (text: string) => process.stderr.write(`${text}\n`)

/** Opens the database that is configured. @throws StartError where this machine's clock differs from the database's */
export async function openDatabase(
  config: Config,
  { poolSize = config.databasePoolSize, waitSeconds = 0, limits = config.database.limits } = {},
): Promise<Opened> {
  const { databaseUrl: url, database: settings } = config
  if (!url) {
    mkdirSync(config.dataDir, { recursive: true })
    requireFreeSpace(resolve(config.dataDir))
    const database = await openPglite(resolve(config.dataDir, 'database')).catch((error: unknown) => {
      throw error instanceof FolderInUse ? new StartError(error.message) : error
    })
    const watch = watchEmbedded(database.db, systemWallClock)
    return { database, replica: null, watch, close: () => database.close() }
  }
  const watch = await reach(() => watchDatabase(url, { skewLimitSeconds: config.clockSkewLimitSeconds }), waitSeconds)
  const trouble = watch.clockTrouble()
  if (trouble) {
    await watch.close()
    throw new StartError(
      `${trouble[0]!.toUpperCase()}${trouble.slice(1)}. Dates and limits would be wrong: set the clock, then start again.`,
    )
  }
  const { directUrl, readUrl, pooler } = settings
  const database = openPostgres(url, poolSize, { directUrl, pooler, limits })
  const replica = readUrl
    ? openReadReplica(database.db, openPostgres(readUrl, poolSize, { limits, connectWithinMs: REPLICA_WITHIN_MS }))
    : null
  const close = async () => {
    await watch.close()
    await replica?.close()
    await database.close()
  }
  return { database, replica, watch, close }
}

/** A database that is starting, or a network that is, is waited for; processes that started together ask at different moments. */
async function reach<T>(open: () => Promise<T>, waitSeconds: number): Promise<T> {
  const endMs = performance.now() + waitSeconds * 1000
  for (let attempt = 1; ; attempt++) {
    try {
      return await open()
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > endMs) throw error
      if (attempt === 1) say(`The database does not answer (${databaseErrorText(error)}). Waiting for it.`)
      await pause(Math.min(5000, 200 * 2 ** attempt) * (0.5 + Math.random()))
    }
  }
}

/** Brings the schema forward, or, where that is a step of its own, makes sure that it was. */
export async function prepareSchema(database: OpenDatabase, { database: settings }: Config): Promise<string[]> {
  const options = {
    allowNewer: settings.allowNewerSchema,
    onWait: (name: string, attempt: number) => {
      if (attempt === 1 || attempt % 10 === 0)
        say(`Migration ${name} waits for others to finish with its tables (try ${attempt}).`)
    },
  }
  if (settings.migrateOnStart) return migrate(database, options)
  await requireCurrentSchema(database, options)
  return []
}
