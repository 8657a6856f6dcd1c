import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyGifts } from '#server/testing/gifts.ts'
import { goTo } from '#server/testing/postgres.ts'
import {
  promote,
  type RunningPostgres,
  startPostgres,
  startServer,
  startStandby,
  stopServer,
} from '#tools/postgres.mjs'
import { openPostgres } from './database.ts'
import { openReadReplica } from './read-replica.ts'

const ADMIN = 'admin@acme.test'
let primary: RunningPostgres
let leave: () => void
let standby: RunningPostgres
let app: TestApp
/** At the replica, as its keeper. */
let keeper: pg.Client

beforeAll(async () => {
  primary = await startPostgres()
  leave = goTo(primary.url)
  app = await startTestApp()
  standby = await startStandby(primary)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.posy.db)
  const url = new URL(standby.url)
  url.pathname = rows[0]!.name
  app.posy.replica = openReadReplica(app.posy.db, openPostgres(url.href, 4, { connectWithinMs: 1000 }))
  keeper = await connect()
})
afterAll(async () => {
  await keeper?.end().catch(() => {})
  await app?.posy.replica?.close()
  await app?.close()
  standby?.stop()
  leave?.()
  primary?.stop()
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: standby.url })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Buys a gift and looks for it at once. @returns which server was read */
async function buyAndFind(title: string): Promise<string> {
  const { hugggs } = await buyGifts(app, { quantity: 1, deliveryMethod: 'links', title })
  const before = await readsFrom('replica')
  const found = await app.request('POST', '/v3/searches/transactions', {
    as: ADMIN,
    body: { query: { size: 5, filters: { title } } },
  })
  expect(found.status).toBe(200)
  expect([title, found.body.data.hits.length]).toEqual([title, hugggs.length])
  return (await readsFrom('replica')) > before ? 'replica' : 'primary'
}

async function readsFrom(server: string): Promise<number> {
  const text = await app.metrics.registry.metrics()
  return Number(text.match(new RegExp(`^posy_replica_reads_total{from="${server}"} (\\d+)`, 'm'))?.[1] ?? 0)
}

/** Asks until the replica answers again: it is set aside for a moment after each trouble. */
async function returnsToReplica(): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if ((await buyAndFind(crypto.randomUUID())) === 'replica') return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the replica was not read again')
}

test('a search is read from the replica, and finds what was bought a moment before', async () => {
  let fromReplica = 0
  // On a busy machine it is behind now and then, and left alone for a second.
  for (let at = 0; at < 40 && fromReplica < 6; at++)
    if ((await buyAndFind(`Bought ${at}`)) === 'replica') fromReplica++
    else await returnsToReplica()
  expect(fromReplica).toBe(6)
})

test('a replica that stands still is not read: the primary answers with what is new, and the replica again once it follows', async () => {
  await keeper.query('select pg_wal_replay_pause()')
  expect(await buyAndFind('Unknown there')).toBe('primary')
  await keeper.query('select pg_wal_replay_resume()')
  await returnsToReplica()
})

test('no reader sees that the replica crashed, and it is read again once it is back', async () => {
  stopServer(standby.control, 'immediate')
  for (const title of ['First', 'Second', 'Third']) expect(await buyAndFind(title)).toBe('primary')
  startServer(standby.control)
  keeper = await connect()
  await returnsToReplica()
})

test('a replica that was promoted is read no longer', async () => {
  promote(standby.control)
  await new Promise((resolve) => setTimeout(resolve, 1100))
  for (const title of ['Fourth', 'Fifth']) expect(await buyAndFind(title)).toBe('primary')
})
