import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
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
import { buildOnce, createDatabase, oneAtATime, type TestDatabase } from './postgres.ts'

/** What a fresh database holds beyond the schema. Its name tells it from others, and says what it depends on. */
export interface Contents {
  name: string
  /** Makes the schema; brings it to what it is today unless told. */
  prepare?(database: OpenDatabase): Promise<void>
  fill(database: OpenDatabase, url?: string): Promise<void>
}

const justMigrated: Contents = { name: 'migrated', fill: async () => {} }
/** More than today's schema, and so made from a copy that has it. */
const isOfToday = (contents: Contents) => contents !== justMigrated && !contents.prepare

/**
 * A fresh PostgreSQL with the schema and `contents`. Migrating and filling are done once in a test run; every database
 * is a copy of that one.
 */
export async function createFilled(contents = justMigrated): Promise<TestDatabase> {
  const run = templatesFolder()
  if (run) return createDatabase({ template: await makeTemplate(run, contents) })
  const created = await createDatabase()
  await fillPostgres(created.url, contents)
  return created
}

const makeTemplate = async (run: string, contents: Contents): Promise<string> =>
  buildOnce(templateName(run, contents), {
    template: isOfToday(contents) ? await makeTemplate(run, justMigrated) : undefined,
    fill: (url) => fillPostgres(url, contents),
  })

async function fillPostgres(url: string, contents: Contents): Promise<void> {
  const database = openPostgres(url, 4)
  try {
    await prepare(database, contents)
    await contents.fill(database, url)
  } finally {
    await database.close()
  }
}

/** The same in the embedded engine, in memory. */
export async function openFilledPglite(contents = justMigrated): Promise<OpenDatabase> {
  const run = templatesFolder()
  return run ? overPglite(await copyPglite(run, contents)) : fillPglite(await openPglite(), contents)
}

/** An engine made from what was kept of one, which the first in a run makes. */
async function copyPglite(run: string, contents: Contents): Promise<PGlite> {
  const kept = join(run, `${databaseNameHash(contents.name)}.tar`)
  await oneAtATime(kept, async () => {
    if (existsSync(kept)) return
    const lite = isOfToday(contents) ? await copyPglite(run, justMigrated) : await PGlite.create(pgliteOptions)
    await fillPglite(overPglite(lite), contents)
    writeFileSync(kept, Buffer.from(await (await lite.dumpDataDir('none')).arrayBuffer()))
    await lite.close()
  })
  return PGlite.create({ ...pgliteOptions, loadDataDir: new Blob([readFileSync(kept)]) })
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
