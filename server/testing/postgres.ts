import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { type PostgresControl, startServer, stopServer } from '#tools/postgres.mjs'

/**
 * A fresh, empty database with a name of its own on the test run's PostgreSQL; or a copy of the database named as
 * `template`, which nobody may be connected to at that moment.
 */
export async function createDatabase({ template = 'template1' }: { template?: string } = {}) {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer((admin) =>
    admin.query(`create database ${admin.escapeIdentifier(name)} template ${admin.escapeIdentifier(template)}`),
  )
  const url = new URL(serverUrl())
  url.pathname = `/${name}`
  const drop = () => administer((admin) => admin.query(`drop database if exists ${name} with (force)`))
  return { name, url: url.href, drop }
}

/** Stops PostgreSQL as a crash would (or in good order with `fast`), then starts it again on the same port. */
export function restartServer({ mode = 'immediate' }: { mode?: 'immediate' | 'fast' } = {}) {
  const control = serverControl()
  stopServer(control, mode)
  startServer(control)
}

async function administer(work: (admin: Client) => Promise<unknown>): Promise<void> {
  const admin = new Client({ connectionString: serverUrl() })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run this test through Vitest, which starts a PostgreSQL.')
  return url
}

function serverControl(): PostgresControl {
  const control = process.env.TEST_POSTGRES_CONTROL
  if (!control)
    throw new Error('A PostgreSQL given by its URL cannot be restarted: unset TEST_DATABASE_URL and DATABASE_URL.')
  return JSON.parse(control)
}
