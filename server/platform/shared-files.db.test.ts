import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFilled } from '#server/testing/databases.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { ConfigError } from './config.ts'
import { type OpenDatabase, openPostgres } from './database/database.ts'
import { adoptFiles, requireSharedFiles } from './shared-files.ts'

let created: TestDatabase
let database: OpenDatabase
const folders: string[] = []
beforeAll(async () => {
  created = await createFilled()
  database = openPostgres(created.url, 4)
})
afterAll(async () => {
  await database?.close()
  await created?.drop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await database.db.deleteFrom('file_store').execute()
})

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'posy-shared-'))
  folders.push(made)
  return made
}
const start = (dataDir: string, { role = 'api', ...more } = {}) =>
  requireSharedFiles(
    database.db,
    { dataDir, databaseUrl: created.url, s3: undefined, sandbox: false, ...more } as Parameters<
      typeof requireSharedFiles
    >[1],
    role,
  )
const bucket = { endpoint: 'https://s3.test', bucket: 'b', region: 'r', accessKeyId: 'k', secretAccessKey: 's' }

test('processes that share one folder start, also at the same moment and again', async () => {
  const shared = folder()
  await Promise.all(['api', 'web', 'worker', 'worker'].map((role) => start(shared, { role })))
  await start(shared, { role: 'worker' })
})

test('a process with a folder of its own does not start, and is told what to do', async () => {
  await start(folder())
  const own = folder()
  const refusal = await start(own, { role: 'worker' }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ConfigError)
  expect(String(refusal)).toContain(join(own, 'files'))
  expect(String(refusal)).toMatch(/Mount that folder here.*posy files adopt/)
})

test('one of two processes starts that start at once with folders of their own', async () => {
  const outcomes = await Promise.allSettled([start(folder()), start(folder())])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('files in a bucket, an embedded database and the demo world in one process ask for no folder', async () => {
  await start(folder())
  await start(folder(), { s3: bucket } as object)
  await start(folder(), { databaseUrl: undefined } as object)
  await start(folder(), { sandbox: true, role: 'all' } as object)
})

test('a shared folder that was moved or lost is adopted once, and the old one is refused', async () => {
  const old = folder()
  await start(old)
  const moved = folder()
  await adoptFiles(database.db, { dataDir: moved })
  await start(moved)
  await expect(start(old)).rejects.toThrow(ConfigError)
})
