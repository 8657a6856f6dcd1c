import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { startPostgres, startServer, stopServer } from '#tools/postgres.mjs'

export interface TestDatabase {
  name: string
  url: string
  drop(): Promise<void>
}

export interface OwnServer {
  crashAndRestart(): void
  /** Stops it as a crash would. @returns what brings it back on the same port */
  takeAway(): () => void
  close(): void
}

/**
 * A fresh, empty database with a name of its own on the test run's PostgreSQL; or a copy of the database named as
 * `template`, which no one may be connected to at that moment.
 */
export async function createDatabase({ template = 'template1' }: { template?: string } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer((admin) => create(admin, name, template))
  return { name, url: databaseUrl(name), drop: () => administer((admin) => drop(admin, name)) }
}

/** A copy of a database as it is now, as a backup would have it: those who were connected are sent away. */
export async function backUp({ name: source }: TestDatabase): Promise<TestDatabase> {
  await administer((admin) => forgetConnections(admin, source))
  return createDatabase({ template: source })
}

/**
 * A template that anyone who comes first fills, and the others wait for: from an empty database unless told. One that could
 * not be filled is made again.
 */
export async function buildOnce(
  name: string,
  { template = 'template1', fill }: { template?: string | undefined; fill(url: string): Promise<void> },
): Promise<string> {
  await administer(async (admin) => {
    const exists = async () => (await admin.query('select from pg_database where datname = $1', [name])).rows.length > 0
    if (await exists()) return
    await lock(admin, name)
    if (await exists()) return
    const unfinished = `${name}-unfinished`
    await drop(admin, unfinished)
    await create(admin, unfinished, template)
    await fill(databaseUrl(unfinished))
    await forgetConnections(admin, unfinished)
    await admin.query(`alter database ${admin.escapeIdentifier(unfinished)} rename to ${admin.escapeIdentifier(name)}`)
  })
  return name
}

/** What several processes of a run want done: the others wait for the first. */
export const oneAtATime = (name: string, work: () => Promise<void>): Promise<void> =>
  administer(async (admin) => {
    await lock(admin, name)
    await work()
  })

/** Ends with the connection. */
const lock = (admin: Client, name: string) => admin.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])

/** Every template of a run, on a server that stays. */
export const dropTemplates = (server: string, run: string): Promise<void> =>
  administer(async (admin) => {
    const { rows } = await admin.query('select datname from pg_database where starts_with(datname, $1)', [`${run}-`])
    for (const { datname } of rows) await drop(admin, datname)
  }, server)

/** The files as they are: by its log, which is the default, it takes PostgreSQL three times as long. */
const create = (admin: Client, name: string, template: string) =>
  admin.query(
    `create database ${admin.escapeIdentifier(name)} template ${admin.escapeIdentifier(template)} strategy file_copy`,
  )

const drop = async (admin: Client, name: string) =>
  void (await admin.query(`drop database if exists ${admin.escapeIdentifier(name)} with (force)`))

/** A connection that was closed takes the server a moment to forget, and until then it refuses renames and copies. */
const forgetConnections = (admin: Client, name: string) =>
  admin.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [name])

function databaseUrl(name: string): string {
  const url = new URL(serverUrl())
  url.pathname = `/${encodeURIComponent(name)}`
  return url.href
}

/**
 * A PostgreSQL for one test file alone, to take away and bring back while others continue with theirs. The databases that the
 * file makes until it closes it are on it.
 */
export async function useOwnServer(): Promise<OwnServer> {
  const { url, control, stop } = await startPostgres()
  const leave = goTo(url)
  const takeAway = () => {
    stopServer(control, 'immediate')
    return () => startServer(control)
  }
  return {
    takeAway,
    crashAndRestart: () => takeAway()(),
    close: () => {
      leave()
      stop()
    },
  }
}

/** The databases that are made from here on are on this server. @returns what leads back to the run's own */
export function goTo(url: string): () => void {
  const before = process.env.TEST_DATABASE_URL!
  process.env.TEST_DATABASE_URL = url
  return () => {
    process.env.TEST_DATABASE_URL = before
  }
}

async function administer(work: (admin: Client) => Promise<unknown>, server = serverUrl()): Promise<void> {
  const admin = new Client({ connectionString: server })
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
