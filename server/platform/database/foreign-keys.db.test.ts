import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabase } from '#server/testing/postgres.ts'
import { openPostgres } from './database.ts'
import { migrate } from './migrate.ts'

/** Rows that are never deleted and not asked what refers to them, or that are few. */
const REFERENCE_TABLES = [
  ...[
    'app_user',
    'brand',
    'client',
    'code_pool',
    'huggg_status',
    'plan',
    'product',
    'rail',
    'store',
    'taxonomy',
    'taxonomy_link',
  ],
  'team',
]
/** Asked for by these although the table they refer to is one of the above. */
const ASKED_FOR = ['api_key.user_id', 'outgoing_message.user_id', 'password_reset.user_id', 'session.user_id']

test('every foreign key to a table that grows with use has an index', async () => {
  const { url, drop } = await createDatabase()
  const database = openPostgres(url, 2)
  try {
    await migrate(database)
    const { rows } = await sql<{ key: string; parent: string }>`
      select conrelid::regclass || '.' || attname as key, confrelid::regclass::text as parent
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
        select from pg_index where indrelid = conrelid and indisvalid and indkey[0] = any (conkey)
          and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%s IS NOT NULL)', attname)))
      order by 1`.execute(database.db)
    const missing = rows.filter(({ key, parent }) => !REFERENCE_TABLES.includes(parent) || ASKED_FOR.includes(key))
    expect(missing).toEqual([])
  } finally {
    await database.close()
    await drop()
  }
})
