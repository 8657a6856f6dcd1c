import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { OpenDatabase } from './database.ts'

export const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../migrations')

/** The migrations in order: `NNNN_name.sql`, each run once, in a transaction of its own. */
export const readMigrations = (folder = MIGRATIONS_FOLDER) =>
  readdirSync(folder)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })

/**
 * Brings the schema forward. Several processes may start at once: an advisory lock lets one work and the others wait.
 * A migration that was changed after it ran is refused, because the databases out there no longer match the file.
 * @returns the names that ran now
 */
export async function migrate(database: OpenDatabase, folder = MIGRATIONS_FOLDER): Promise<string[]> {
  const ran: string[] = []
  await database.db.connection().execute(async (db) => {
    await sql`select pg_advisory_lock(7011)`.execute(db)
    try {
      await sql`create table if not exists schema_migration (name text primary key, checksum text not null, ran_at timestamptz not null default now())`.execute(
        db,
      )
      const done = new Map(
        (
          await sql<{ name: string; checksum: string }>`select name, checksum from schema_migration`.execute(db)
        ).rows.map((row) => [row.name, row.checksum]),
      )
      for (const { name, text, checksum } of readMigrations(folder)) {
        const before = done.get(name)
        if (before === checksum) continue
        if (before) throw new Error(`Migration ${name} was changed after it ran. Write a new one instead.`)
        const record = `insert into schema_migration (name, checksum) values ('${name}', '${checksum}');`
        if (database.kind === 'postgres') await sql.raw(`begin;\n${text}\n${record}\ncommit;`).execute(db)
        else await database.executeScript(`begin;\n${text}\n${record}\ncommit;`)
        ran.push(name)
      }
    } finally {
      // An error inside a migration leaves its transaction open; end it, or the unlock is refused too.
      await sql`rollback`.execute(db).catch(() => {})
      await sql`select pg_advisory_unlock(7011)`.execute(db)
    }
  })
  return ran
}
