import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFilled } from '#server/testing/databases.ts'
import { keptOldLine } from '#server/testing/kept/kept.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { type OpenDatabase, openPostgres } from './database.ts'
import { MIGRATIONS_FOLDER, migrate, readMigrations, requireCurrentSchema } from './migrate.ts'

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
