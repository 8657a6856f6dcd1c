import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '#server/testing/postgres.ts'
import { dataFolder, launch } from './support/processes.ts'

describe('A start that fails because of this machine says why in one sentence, without a stack:', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createDatabase()
  })
  afterAll(() => database.drop())

  const refusal = async (env: Record<string, string>, port?: number): Promise<string> => {
    const settings = { DATABASE_URL: database.url, DATA_DIR: dataFolder(), ENVIRONMENT: 'local', LOG_LEVEL: 'silent' }
    const started = await launch('api', { ...settings, ...env }, { port })
    expect(await started.exited).toBe(1)
    return started.output()
  }

  test('its port is in use', async () => {
    const taken = createServer()
    const port = await new Promise<number>((done) =>
      taken.listen(0, '127.0.0.1', () => done((taken.address() as { port: number }).port)),
    )
    expect(await refusal({}, port)).toBe(
      `Posy cannot start. Port ${port} is in use: stop what listens there, or choose another by the setting PORT (PORT=3001 npm start).\n`,
    )
    taken.close()
  })

  test('the database refuses: no such database, no such user', async () => {
    const { host } = new URL(database.url)
    const elsewhere = new URL(database.url)
    elsewhere.pathname = '/not_there'
    expect(await refusal({ DATABASE_URL: elsewhere.href })).toBe(
      `Posy cannot start. There is no database not_there at ${host}: make it (createdb not_there), or correct DATABASE_URL.\n`,
    )
    const stranger = new URL(database.url)
    stranger.username = 'stranger'
    expect(await refusal({ DATABASE_URL: stranger.href })).toBe(
      `Posy cannot start. The database at ${host} refuses the user stranger (role "stranger" does not exist): correct DATABASE_URL, or let that user in.\n`,
    )
  })

  test('its data folder cannot be made', async () => {
    const file = join(dataFolder(), 'file')
    writeFileSync(file, '')
    const data = join(file, 'data')
    const fresh = await createDatabase()
    expect(await refusal({ DATABASE_URL: fresh.url, DATA_DIR: data })).toBe(
      `Posy cannot start. No folder can be made at ${data}: set DATA_DIR to one where this user may write.\n`,
    )
    await fresh.drop()
  })
})
