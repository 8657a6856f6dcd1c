import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openPostgres } from '#server/platform/database/database.ts'
import { type Contents, createFilled, openFilledPglite } from './databases.ts'

const counting = (): Contents & { fills: number } => ({
  name: `a table of ${crypto.randomUUID()}`,
  fills: 0,
  async fill(database) {
    this.fills += 1
    await database.executeScript(database.db, 'create table filled as select 1 as id')
  },
})

test('a test database fills once in a run, and gives each caller a copy that changes for no one else', async () => {
  const contents = counting()
  const copies = await Promise.all([createFilled(contents), createFilled(contents), createFilled(contents)])
  expect(contents.fills).toBe(1)
  for (const { url, drop } of copies) {
    const { db, close } = openPostgres(url, 1)
    expect((await sql`delete from filled returning id`.execute(db)).rows).toEqual([{ id: 1 }])
    expect((await sql`select from schema_migration`.execute(db)).rows).not.toEqual([])
    await close()
    await drop()
  }
})

test('a test database’s template that could not be filled is made again', async () => {
  const contents = counting()
  const broken = { ...contents, fill: () => Promise.reject(new Error('halfway')) }
  await expect(createFilled(broken)).rejects.toThrow('halfway')
  const { drop } = await createFilled(contents)
  expect(contents.fills).toBe(1)
  await drop()
})

test('a test database copies the embedded engine too', async () => {
  const contents = counting()
  for (let copy = 0; copy < 2; copy += 1) {
    const { db, close } = await openFilledPglite(contents)
    expect((await sql`delete from filled returning id`.execute(db)).rows).toEqual([{ id: 1 }])
    await close()
  }
  expect(contents.fills).toBe(1)
  // It makes the embedded engine, which takes a busy machine its time.
})
