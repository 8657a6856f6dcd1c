import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type OwnServer, useOwnServer } from './postgres.ts'

let server: OwnServer
beforeAll(async () => {
  server = await useOwnServer()
})
afterAll(() => server?.close())

test('a fault test runs on a server that flushes to disk, so that faults are real ones', async () => {
  const { url, drop } = await createDatabase()
  const client = await connect(url)
  expect((await client.query('show fsync')).rows).toEqual([{ fsync: 'on' }])
  await client.end()
  await drop()
})

test('a fault test keeps what was committed through a crash and restart, at the same address', async () => {
  const { url, drop } = await createDatabase()
  const before = await connect(url)
  before.on('error', () => {})
  await before.query('create table kept as select 42 as answer')

  server.crashAndRestart()

  const after = await connect(url)
  expect((await after.query('select answer from kept')).rows).toEqual([{ answer: 42 }])
  await after.end()
  await drop()
})

async function connect(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}
