import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '#server/platform/database/database.ts'
import { buildBrand, buildProduct, engines, type TestCatalogue, uid } from '#server/testing/catalogue.ts'
import type { SearchSort } from './search-order.ts'
import { searchProducts, suggestSearches } from './search-products.ts'

const starter = JSON.parse(readFileSync(join(import.meta.dirname, '../../../seeds/catalogue.json'), 'utf8'))

type Options = Partial<Parameters<typeof searchProducts>[1]>
const searchIn = (db: TestCatalogue['db'], query: string, options: Options = {}) =>
  searchProducts(db, { query, filter: {}, sort: 'relevance', size: 60, offset: 0, from: null, ...options })
const namesIn = async (db: TestCatalogue['db'], query: string, options: Options = {}) =>
  (await searchIn(db, query, options)).hits.map((hit) => hit.product.name)

describe.each(Object.entries(engines))('on %s', (_, open) => {
  let catalogue: TestCatalogue
  beforeAll(async () => {
    catalogue = await open()
    await catalogue.load(starter)
  })
  afterAll(() => catalogue.close())
  const search = (query: string, options?: Options) => searchIn(catalogue.db, query, options)
  const found = (query: string, options?: Options) => namesIn(catalogue.db, query, options)

  test('finds every product on sale by its name, and none that is not on sale', async () => {
    for (const row of starter.products as { id: string; name: string; active?: boolean }[]) {
      const ids = (await search(row.name, { size: 1000 })).hits.map((hit) => hit.product.id)
      if (row.active === false) expect(ids, row.name).not.toContain(row.id)
      else expect(ids, row.name).toContain(row.id)
    }
  })

  test('answers the records as they are stored, and counts them all', async () => {
    const { hits, total, more } = await search('', { size: 5 })
    expect(hits).toHaveLength(5)
    expect(more).toBe(true)
    expect(total).toBe(starter.products.filter((row: { active?: boolean }) => row.active !== false).length)
    expect((await search('flat white')).hits[0]!.product).toMatchObject({ name: 'Flat white', senderPricePence: 360 })
  })

  test.each(['relevance', 'price', '-price', 'name', '-name'] as SearchSort[])(
    'pages by cursor and by offset alike, sorted by %s',
    async (sort) => {
      for (const query of ['', 'gift']) {
        const whole = (await search(query, { sort, size: 1000 })).hits.map((hit) => hit.product.id)
        const seen: string[] = []
        let from: (string | number)[] | null = null
        for (let more = true; more; ) {
          const page = await search(query, { sort, size: 7, from: from && JSON.parse(JSON.stringify(from)) })
          seen.push(...page.hits.map((hit) => hit.product.id))
          from = page.hits.at(-1)?.place ?? null
          more = page.more
        }
        expect(seen).toEqual(whole)
        const offset = await search(query, { sort, offset: 2, size: 3 })
        expect(offset.hits.map((hit) => hit.product.id)).toEqual(whole.slice(2, 5))
      }
    },
  )

  test('finds what has just been imported, and no longer what has been withdrawn, renamed or lost its brand', async () => {
    const brand = buildBrand(50, { name: 'Zephyrine' })
    const product = buildProduct(901, { brandId: uid('b', 50), name: 'Quillwort' })
    expect(await found('quillwort')).toEqual([])
    await catalogue.load({ brands: [brand], products: [product] })
    expect(await found('quillwort')).toEqual(['Quillwort'])
    expect(await suggestSearches(catalogue.db, 'zeph', 5)).toEqual(['Zephyrine'])
    await catalogue.load({ products: [{ ...product, name: 'Marestail' }] })
    expect(await found('quillwort')).toEqual([])
    expect(await found('zephyrin')).toEqual(['Marestail'])
    await catalogue.load({ products: [{ ...product, name: 'Marestail', active: false }] })
    expect(await found('zephyrin')).toEqual([])
    await catalogue.load({ products: [{ ...product, name: 'Marestail' }] })
    expect(await found('marestail')).toEqual(['Marestail'])
    await catalogue.load({ brands: [{ ...brand, active: false }] })
    expect(await found('marestail')).toEqual([])
    expect(await suggestSearches(catalogue.db, 'zeph', 5)).toEqual([])
  })

  test('a dry run and an import that changes nothing leave the index as it is', async () => {
    const version = async () =>
      (await sql<{ version: number }>`select version from catalogue_state`.execute(catalogue.db)).rows[0]!.version
    const before = await version()
    await catalogue.load({ brands: [buildBrand(77)] }, { dryRun: true })
    await catalogue.load(starter)
    expect(await version()).toBe(before)
  })

  test('refuses a cursor of another order', async () => {
    for (const from of [['x', 'y'], [1.5, 'no'], [1], [0, uid('a', 1), 1]])
      await expect(search('', { from })).rejects.toMatchObject({ status: 422 })
  })
})

test('another process finds imported products with its next search', async () => {
  const catalogue = await engines.PostgreSQL!()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(catalogue.db)
  const base = new URL(process.env.TEST_DATABASE_URL!)
  base.pathname = `/${rows[0]!.name}`
  const other = openPostgres(base.href, 2)
  try {
    expect(await namesIn(other.db, 'product')).toEqual([])
    for (let number = 1; number <= 5; number++) {
      await catalogue.load({ brands: [buildBrand(1)], products: [buildProduct(number)] })
      const [here, there] = await Promise.all([namesIn(catalogue.db, 'product'), namesIn(other.db, 'product')])
      expect(here).toHaveLength(number)
      expect(there).toEqual(here)
    }
  } finally {
    await other.close()
    await catalogue.close()
  }
})
