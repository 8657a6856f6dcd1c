import { mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { startPostgres } from '#tools/postgres.mjs'
import { dropTemplates } from './postgres.ts'

/**
 * Vitest's global setup for every project that needs a database: one real PostgreSQL for the whole run, shared by the
 * projects, and a folder that names the run's templates (see databases.ts). It throws when there is no
 * PostgreSQL to be had: these tests fail, they are never skipped.
 */
export default async function setup() {
  // A project before this one has seen to it.
  if (process.env.TEST_TEMPLATES) return
  const stop = await givenOrStarted()
  const templates = mkdtempSync(join(tmpdir(), 'posy-templates-'))
  process.env.TEST_TEMPLATES = templates
  return async () => {
    await dropTemplates(basename(templates))
    rmSync(templates, { recursive: true, force: true })
    stop()
  }
}

async function givenOrStarted(): Promise<() => void> {
  const given = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL
  if (given) {
    process.env.TEST_DATABASE_URL = given
    return () => {}
  }
  const { url, stop } = await startPostgres()
  process.env.TEST_DATABASE_URL = url
  // By default a signal ends the process without its exit handlers, and so without stopping PostgreSQL.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]))
  }
  return stop
}
