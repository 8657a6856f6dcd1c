import { constants } from 'node:os'
import { startPostgres } from './postgres.mjs'

/**
 * Vitest's global setup for every project that needs a database: one real PostgreSQL for the whole run, shared by the
 * projects. It throws when there is none to be had: these tests fail, they are never skipped.
 */
export default async function setup() {
  if (process.env.TEST_DATABASE_URL) return
  if (process.env.DATABASE_URL) {
    process.env.TEST_DATABASE_URL = process.env.DATABASE_URL
    return
  }
  const { url, control, stop } = await startPostgres()
  process.env.TEST_DATABASE_URL = url
  process.env.TEST_POSTGRES_CONTROL = JSON.stringify(control)
  // By default a signal ends the process without its exit handlers, and so without stopping PostgreSQL.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]))
  }
  return stop
}
