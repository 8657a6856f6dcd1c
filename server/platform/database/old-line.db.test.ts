import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFilled } from '#server/testing/databases.ts'
import { keptOldLine } from '#server/testing/kept/kept.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { type OpenDatabase, openPostgres } from './database.ts'
import { MIGRATIONS_FOLDER, migrate, readMigrations, requireCurrentSchema } from './migrate.ts'
import { isOldLineAtWork } from './old-line.ts'

const run = promisify(execFile)

/** Whether there is a pg_dump, and one that takes a server as new as this. */
async function canDump(): Promise<boolean> {
  const { stdout } = await run('pg_dump', ['--version']).catch(() => ({ stdout: '' }))
  const server = new Client({ connectionString: process.env.TEST_DATABASE_URL })
  await server.connect()
  const { rows } = await server.query<{ version: string }>(`select current_setting('server_version_num') as version`)
  await server.end()
  return Number(stdout.match(/(\d+)\./)?.[1] ?? 0) >= Math.floor(Number(rows[0]!.version) / 10_000)
}

const isDumpable = await canDump()

/** Without the key of this one dump, and without brackets: the kept database was itself restored from a dump, which nests conditions otherwise. */
async function dumpSchema(url: string): Promise<string[]> {
  const { stdout } = await run('pg_dump', ['--schema-only', '--no-owner', '--schema=public', url], {
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout
    .replace(/^\\(un)?restrict .*$/gm, '')
    .replace(/[()]/g, '')
    .split('\n')
}

describe('a database of the old line', () => {
  let created: TestDatabase
  let database: OpenDatabase
  beforeEach(async () => {
    created = await createFilled(keptOldLine)
    database = openPostgres(created.url, 2)
  })
  afterEach(async () => {
    await database.close()
    await created.drop()
  })
  const recorded = async () =>
    (await sql<{ name: string }>`select name from schema_migration order by name`.execute(database.db)).rows.map(
      ({ name }) => name,
    )

  test('is upgraded once, however many processes start on it', async () => {
    const all = readMigrations().map(({ name }) => name)
    const ran = await Promise.all([migrate(database), migrate(database), migrate(database)])
    expect(ran.flat().filter((name) => name === 'old-line/bridge.sql')).toHaveLength(1)
    expect(await recorded()).toEqual(all)
    expect(await migrate(database)).toEqual([])
  })

  test('that has not all migrations of its last release, or others, is told which release to start first', async () => {
    const told =
      /^This database is of an earlier release: start commit 66841b8 on it first, as docs\/operations\/upgrades.md says, then this release\.$/
    for (const change of [
      sql`delete from schema_migration where name = '0401_request_log.sql'`,
      sql`insert into schema_migration values ('0401_request_log.sql', 'another')`,
      sql`update schema_migration set checksum = (select checksum from schema_migration where name = '0400_webhook_events.sql') where name = '0401_request_log.sql'`,
      sql`insert into schema_migration values ('0402_more.sql', 'more')`,
    ]) {
      await change.execute(database.db)
      const before = await recorded()
      await expect(migrate(database)).rejects.toThrow(told)
      await expect(requireCurrentSchema(database)).rejects.toThrow(told)
      expect(await recorded()).toEqual(before)
    }
  })

  test.skipIf(!isDumpable)('has the same dump, once it is upgraded, as one that was made from scratch', async () => {
    await migrate(database)
    const empty = await createFilled()
    try {
      expect(await dumpSchema(created.url)).toEqual(await dumpSchema(empty.url))
    } finally {
      await empty.drop()
    }
  })

  test('stays as it was while a process of the old line works on it, and is upgraded once that has stopped', async () => {
    const before = await recorded()
    const queue = new Client({ connectionString: created.url, application_name: 'posy queue' })
    await queue.connect()
    await expect(migrate(database)).rejects.toThrow(
      'Processes of the release before are still connected to this database: stop every one',
    )
    expect(await recorded()).toEqual(before)
    await queue.end()
    // The server lets go of a connection a moment after its client.
    await expect.poll(() => isOldLineAtWork(database.db)).toBe(false)
    expect(await migrate(database)).toContain('old-line/bridge.sql')
  })

  test('stays as it was where the upgrade breaks off', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'posy-migrations-'))
    try {
      cpSync(MIGRATIONS_FOLDER, folder, { recursive: true })
      writeFileSync(join(folder, 'old-line/bridge.sql'), 'create table halfway ();\nselect 1 / 0;')
      const before = await recorded()
      await expect(migrate(database, { folder })).rejects.toThrow('division by zero')
      expect(await recorded()).toEqual(before)
      expect(
        (await sql<{ there: string | null }>`select to_regclass('halfway') as there`.execute(database.db)).rows,
      ).toEqual([{ there: null }])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('is left alone by a process that leaves the schema to `posy migrate`, which says so', async () => {
    await expect(requireCurrentSchema(database)).rejects.toThrow('Stop every process, then run: posy migrate')
  })
})
