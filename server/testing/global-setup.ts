import { mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '#tools/postgres.mjs'
import { dropTemplates } from './postgres.ts'

/**
 * Vitest's global setup for every project that needs a database: a folder that names the run's templates (see databases.ts),
 * and a real PostgreSQL for the whole run. Faults share one that flushes to disk; `db`, `http` and journeys, which let
 * no server fall, one that does not (quick-setup.ts). It throws when there is no PostgreSQL to be had: these tests fail, they
 * are never skipped.
 */
export default (project: TestProject) => givePostgres(project, { fsync: true })

export async function givePostgres(project: TestProject, { fsync }: { fsync: boolean }) {
  const isFirst = !process.env.TEST_TEMPLATES
  const templates = process.env.TEST_TEMPLATES ?? mkdtempSync(join(tmpdir(), 'posy-templates-'))
  process.env.TEST_TEMPLATES = templates
  const given = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL
  const kept = fsync ? 'TEST_FLUSHING_SERVER' : 'TEST_QUICK_SERVER'
  // A project before this one may have started it.
  const started = given || process.env[kept] ? null : await startPostgres({ fsync })
  if (started) exitOnSignals()
  const url = given || started?.url || process.env[kept]
  process.env[kept] = url
  project.config.env = { ...project.config.env, TEST_DATABASE_URL: url }
  return async () => {
    if (given && isFirst) await dropTemplates(given, basename(templates))
    started?.stop()
    if (isFirst) rmSync(templates, { recursive: true, force: true })
  }
}

/** By default a signal ends the process without its exit handlers, and so without stopping PostgreSQL. */
function exitOnSignals() {
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]))
  }
}
