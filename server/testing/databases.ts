import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import {
  type OpenDatabase,
  openPglite,
  openPostgres,
  overPglite,
  pgliteOptions,
} from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { buildOnce, createDatabase, type TestDatabase } from './postgres.ts'

/** What a fresh database holds beyond the schema. Its name tells it from others, and says what it depends on. */
export interface Contents {
  name: string
  /** Makes the schema; brings it to what it is today unless told. */
  prepare?(database: OpenDatabase): Promise<void>
  fill(database: OpenDatabase, url?: string): Promise<void>
}

const justMigrated: Contents = { name: 'migrated', fill: async () => {} }

/**
 * A fresh PostgreSQL with the schema and `contents`. Migrating and filling are done once in a test run; every database
 * is a copy of that one.
 */
export async function createFilled(contents = justMigrated): Promise<TestDatabase> {
  const fill = async (url: string) => {
    const database = openPostgres(url, 4)
    try {
      await prepare(database, contents)
      await contents.fill(database, url)
    } finally {
      await database.close()
    }
  }
  const run = templatesFolder()
  if (run) return createDatabase({ template: await buildOnce(templateName(run, contents), fill) })
  const created = await createDatabase()
  await fill(created.url)
  return created
}

/** The same in the embedded engine, in memory. */
export async function openFilledPglite(contents = justMigrated): Promise<OpenDatabase> {
  const run = templatesFolder()
  const kept = run && join(run, `${databaseNameHash(contents.name)}.tar`)
  if (kept && existsSync(kept)) {
    const loadDataDir = new Blob([readFileSync(kept)])
    return overPglite(await PGlite.create({ ...pgliteOptions, loadDataDir }))
  }
  if (!kept) return fillPglite(await openPglite(), contents)
  const lite = await PGlite.create(pgliteOptions)
  const database = await fillPglite(overPglite(lite), contents)
  // Two workers may come here at once: each makes one of its own, and the last stays.
  const whole = `${kept}.${process.pid}`
  writeFileSync(whole, Buffer.from(await (await lite.dumpDataDir('none')).arrayBuffer()))
  renameSync(whole, kept)
  return database
}

async function fillPglite(database: OpenDatabase, contents: Contents): Promise<OpenDatabase> {
  await prepare(database, contents)
  await contents.fill(database)
  return database
}

const prepare = async (database: OpenDatabase, contents: Contents) =>
  contents.prepare ? contents.prepare(database) : void (await migrate(database))

/** Of this test run, from Vitest's global setup. Benches have none: there is nothing to share. */
const templatesFolder = () => process.env.TEST_TEMPLATES
const databaseNameHash = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 16)
/** The folder's own name is the run's: other runs may be at the same server. */
const templateName = (run: string, { name }: Contents) => `${basename(run)}-${databaseNameHash(name)}`
