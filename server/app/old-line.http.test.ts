import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDatabase, openPostgres } from '#server/platform/database/database.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { createFilled, openFilledPglite } from '#server/testing/databases.ts'
import { keptHalfMade, keptOldLine, keptPurchase } from '#server/testing/kept/kept.ts'
import { describeSchema } from '#server/testing/schema-text.ts'
import { reconcile } from './reconcile.ts'

/** What migrations put into tables, besides the schema. */
const lookups = (database: Pick<OpenDatabase, 'db'>) =>
  Promise.all(
    [
      'select * from huggg_status order by id',
      'select * from huggg_transition order by 1, 2',
      'select id, kind, currency, may_go_negative, balance from ledger_account where platform order by id',
      'select * from printable_template where team_id is null order by id',
      'select count(*)::int as rows from business_clock union all select count(*)::int from catalogue_state',
      'select name, checksum from schema_migration order by name',
    ].map(async (query) => (await sql.raw(query).execute(database.db)).rows),
  )

async function openEmpty(kind: 'postgres' | 'pglite') {
  if (kind === 'pglite') return openFilledPglite()
  const { url, drop } = await createFilled()
  const database = openPostgres(url, 1)
  return { ...database, close: () => database.close().then(drop) }
}

describe.each(['postgres', 'pglite'] as const)(
  'a used database of the last release of the old line, on %s,',
  (kind) => {
    let app: TestApp
    beforeAll(async () => {
      app = await startTestApp({ database: kind, left: keptOldLine })
    })
    afterAll(() => app.close())

    test('has the schema and the lookup rows of one that was made from scratch', async () => {
      const empty = await openEmpty(kind)
      try {
        expect(await describeSchema(app.posy.db)).toEqual(await describeSchema(empty.db))
        expect(await lookups(app.posy)).toEqual(await lookups(empty))
      } finally {
        await empty.close()
      }
    })

    test('proves its books, with a gift in every state but Updating: one that was in it is back where it came from', async () => {
      const states = await app.posy.db.selectFrom('huggg').select('status_id').distinct().orderBy('status_id').execute()
      expect(states.map((row) => row.status_id)).toEqual([1, 2, 3, 4, 5, 6, 8, 9])
      const back = await app.posy.db.selectFrom('huggg_event').select('to_id').where('from_id', '=', 7).execute()
      expect(back).toEqual([{ to_id: 1 }])
      expect(await reconcile(app.posy)).toEqual([])
    })

    test('answers a key that was used before with the order it made then', async () => {
      const again = await app.request('POST', '/api/v2/transactions', {
        as: 'key:demo-customer',
        body: keptPurchase.body,
        headers: { 'idempotency-key': keptPurchase.idempotencyKey },
      })
      expect(again.status).toBe(201)
      expect(again.body.data.id).toBe(keptPurchase.id)
    })

    test('reads what was sealed: a code that an issuer gave', async () => {
      const { shortcode } = await app.posy.db
        .selectFrom('huggg')
        .select('shortcode')
        .where('status_id', '=', 9)
        .executeTakeFirstOrThrow()
      const gift = await app.request('GET', `/public/gifts/${shortcode}`)
      expect(gift.body.data.voucher.code).toMatch(/^\d{16}$/)
    })

    test('runs every job that waited, and its books still hold', async () => {
      const waiting = (await app.posy.queue.depths()).filter(({ ready }) => ready > 0)
      expect(waiting.length).toBeGreaterThan(15)
      await app.settle()
      expect(await app.posy.queue.failed()).toEqual([])
      expect((await app.posy.queue.depths()).filter(({ ready, later }) => ready + later > 0)).toEqual([])
      const made = await app.posy.db
        .selectFrom('huggg')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('transaction_id', '=', keptHalfMade)
        .executeTakeFirstOrThrow()
      expect(made.count).toBe(150)
      await app.advance('P90D')
      expect(await reconcile(app.posy)).toEqual([])
    })
  },
)
