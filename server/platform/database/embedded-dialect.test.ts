import { PGlite } from '@electric-sql/pglite'
import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { EmbeddedDialect } from './embedded-dialect.ts'
import { isUnavailable } from './errors.ts'

test('a second connection asked for within a transaction is refused, and the embedded database serves everyone after it', async () => {
  const db = new Kysely<object>({ dialect: new EmbeddedDialect({ pglite: await PGlite.create() }, { waitMs: 200 }) })
  const next = () => sql<{ at: number }>`select nextval('turns')::int as at`
  await sql`create sequence turns`.execute(db)
  const waitsForItself = db.transaction().execute(async (tx) => {
    await next().execute(tx)
    await next().execute(db)
  })
  await expect(waitsForItself).rejects.toSatisfy(isUnavailable)
  const twins = await Promise.all([1, 2, 3].map(() => db.transaction().execute((tx) => next().execute(tx))))
  // What was refused is not done later either.
  expect(twins.map(({ rows }) => rows[0]!.at)).toEqual([2, 3, 4])
  await db.destroy()
})
