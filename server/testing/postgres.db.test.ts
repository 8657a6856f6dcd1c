import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { startPostgres } from '#tools/postgres.mjs'
import { createDatabase } from './postgres.ts'

test('the test server gives each caller a database of its own', async () => {
  const [one, two] = await Promise.all([createDatabase(), createDatabase()])
  expect(one.url).not.toBe(two.url)
  await query(one.url, 'create table only_here ()')
  await expect(query(two.url, 'select from only_here')).rejects.toThrow('does not exist')
  await Promise.all([one.drop(), two.drop()])
})

test('the test server of db and http waits for no disk, unless it was given', async () => {
  const { url, drop } = await createDatabase()
  const isOurs = new URL(url).host === new URL(process.env.TEST_QUICK_SERVER!).host && !process.env.DATABASE_URL
  if (isOurs) expect(await query(url, 'show fsync')).toEqual([{ fsync: 'off' }])
  await drop()
})

test('the test server copies a template with its rows, and leaves the template alone', async () => {
  const template = await createDatabase()
  await query(template.url, 'create table seeded as select 1 as id')
  const copies = await Promise.all([
    createDatabase({ template: template.name }),
    createDatabase({ template: template.name }),
  ])
  for (const copy of copies) {
    expect(await query(copy.url, 'select id from seeded')).toEqual([{ id: 1 }])
    await copy.drop()
  }
  await template.drop()
})

test('the test server drops a database that someone is still connected to', async () => {
  const { url, drop } = await createDatabase()
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await drop()
  await expect(query(url, 'select 1')).rejects.toThrow('does not exist')
})

test('a test server that was stopped leaves no files behind, in memory either', async () => {
  const { control, stop } = await startPostgres({ fsync: false })
  const files = realpathSync(join(control.folder, 'data'))
  expect(existsSync(join(files, 'PG_VERSION'))).toBe(true)
  stop()
  expect([existsSync(files), existsSync(control.folder)]).toEqual([false, false])
})

async function query(url: string, sql: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
