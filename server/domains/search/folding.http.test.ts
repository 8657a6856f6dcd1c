import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foldText } from '#kit/fold-text.ts'
import { demo } from '#server/app/demo/ids.ts'
import { MIGRATIONS_FOLDER, readMigrations } from '#server/platform/database/migrate.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyGifts } from '#server/testing/gifts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const run = (script: string) => app.posy.database.executeScript(app.posy.db, script)

/** As the first release of this schema folded: Latin-1 alone. */
async function foldAsBefore(): Promise<void> {
  const text = readFileSync(join(MIGRATIONS_FOLDER, '0001-platform.sql'), 'utf8')
  const [old] = text.match(/create function fold_search_text[^;]*;/)!
  await run(old.replace('create', 'create or replace'))
}
const foldAsNow = async () => {
  for (const { name, text } of readMigrations()) if (/^0018-[1-5]-/.test(name)) await run(text)
}

const total = async (what: 'hugggs' | 'transactions', text: string): Promise<number> =>
  (await app.request('POST', `/v3/searches/${what}`, { as: 'admin@acme.test', body: { query: { text } } })).body.data
    .total
const console = async (text: string): Promise<{ kind: string; title: string }[]> =>
  (
    await app.request('GET', `/v3/operator/search?q=${encodeURIComponent(text)}`, {
      as: 'operator:support@posy.test',
    })
  ).body.data

describe('text beyond Latin-1', () => {
  beforeAll(async () => {
    await foldAsBefore()
    await sql`update app_user set first_name = 'Þórdís', surname = 'Brzęczyszczykiewicz' where id = ${demo.users.acmeParticipant}`.execute(
      app.posy.db,
    )
    await sql`update product set name = 'Wuzetka „Blikle”' where id = ${demo.products.daisyFlatWhite}`.execute(
      app.posy.db,
    )
    await sql`update brand set name = 'Kawiarnia Żywiec' where id = ${demo.brands.daisyCoffee}`.execute(app.posy.db)
    await buyGifts(app, {
      receivers: [{ email: 'lukasz@friends.test', name: 'Łukasz Nguye\u0302\u0303n' }],
      message: 'Čestitamo, Đoković!',
      title: 'Wrocław',
    })
    expect(await total('hugggs', 'nguyen')).toBe(0)
    await foldAsNow()
  })

  test.each(['lukasz nguyen', 'ŁUKASZ', 'Nguyễn', 'cestitamo', 'dokovic', 'zywiec', 'Żywiec'])(
    'that was kept before is found in gifts and purchases by "%s", as a name is written or without its accents',
    async (text) => {
      expect([await total('hugggs', text), await total('transactions', text)]).toEqual([1, 1])
    },
  )

  test('is found in the names of purchases, in the console and in the shop', async () => {
    expect(await total('transactions', 'wroclaw')).toBe(1)
    expect(await console('thordis')).toMatchObject([{ kind: 'person' }])
    expect(await console('brzeczyszcz')).toMatchObject([{ kind: 'person', title: 'Þórdís Brzęczyszczykiewicz' }])
    const search = { as: 'admin@acme.test', body: { query: 'zywiec wuzetka' } }
    expect((await app.request('POST', '/v3/searches/products', search)).body.data.hits).toHaveLength(1)
  })
})

test('the database folds text as the program does', async () => {
  const letters = fc.string({
    unit: fc.constantFrom(...'aÅéŁłøÆœþÐĦŧŋıİẞßəƒςΣάЯйЁіҐ™ﬁＺ\u0301\u00ad\u202e’ʻ9世שׁ'),
    maxLength: 12,
  })
  const texts = fc.sample(letters, { numRuns: 200, seed: 3 })
  const { rows } = await sql<{ folded: string }>`
    select fold_search_text(text) as folded from unnest(${texts}::text[]) with ordinality as given (text, place) order by place`.execute(
    app.posy.db,
  )
  expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldText))
})
