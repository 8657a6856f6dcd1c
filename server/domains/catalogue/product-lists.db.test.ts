import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cursorPage } from '#server/platform/http/page.ts'
import { buildBrand, buildProduct, engines, type TestCatalogue, uid } from '#server/testing/catalogue.ts'
import { listProducts, productPlace } from './product-lists.ts'
import { listChoiceProducts } from './queries.ts'

const starter = JSON.parse(readFileSync(join(import.meta.dirname, '../../../seeds/catalogue.json'), 'utf8'))
const choice10 = '00000000-0000-4000-8000-000000000603'
const choiceEu = '00000000-0000-4000-8000-000000000604'

describe.each(Object.entries(engines))('on %s', (_, open) => {
  let catalogue: TestCatalogue
  beforeAll(async () => {
    catalogue = await open()
    await catalogue.load(starter)
  })
  afterAll(() => catalogue.close())

  const walk = async (limit: number) => {
    const seen: string[] = []
    let next: string | undefined
    let previous: string | null = null
    do {
      const page = cursorPage(await listProducts(catalogue.db, {}, { limit, next }), { limit, next }, productPlace)
      seen.push(...page.data.map((product) => product.id))
      previous = page.previous
      next = page.next ?? undefined
    } while (next)
    return { seen, previous }
  }

  test('paging shows everything on sale once, in one order, whatever the page size, and finds its way back', async () => {
    const onSale = starter.products.filter((row: { active?: boolean }) => row.active !== false).length
    const { seen, previous } = await walk(7)
    expect(new Set(seen).size).toBe(onSale)
    expect(seen).toEqual((await walk(1000)).seen)
    const back = cursorPage(
      await listProducts(catalogue.db, {}, { limit: 7, previous: previous! }),
      { limit: 7, previous: previous! },
      productPlace,
    )
    expect(back.data.map((product) => product.id)).toEqual(seen.slice(-7 - (onSale % 7 || 7), -(onSale % 7 || 7)))
  })

  test('a product that appears between two pages neither repeats nor hides another', async () => {
    const { seen } = await walk(1000)
    const first = cursorPage(await listProducts(catalogue.db, {}, { limit: 10 }), { limit: 10 }, productPlace)
    await catalogue.load({
      brands: [buildBrand(50)],
      products: [buildProduct(900, { brandId: uid('b', 50), weight: 100_000 })],
    })
    const second = await listProducts(catalogue.db, {}, { limit: 9, next: first.next! })
    expect([...first.data, ...second].map((product) => product.id)).toEqual(seen.slice(0, 20))
    await catalogue.load({
      brands: [buildBrand(50)],
      products: [buildProduct(900, { brandId: uid('b', 50), weight: 100_000, active: false })],
    })
  })

  test('filters by brand, tag, territory, price and kind; withdrawn products only by id or when asked for', async () => {
    const names = async (filter: Parameters<typeof listProducts>[1]) =>
      (await listProducts(catalogue.db, filter, { limit: 100 })).map((product) => product.name)
    expect(await names({ brandIds: ['00000000-0000-4000-8000-000000000501'], maxPrice: 499 })).toEqual([
      'Flat white',
      'Iced latte',
    ])
    expect((await names({ territory: 'EU', kind: 'choice' })).length).toBe(4)
    const alcohol = starter.tags.find((tag: { name: string }) => tag.name === 'Alcohol').id
    expect(await names({ tagIds: [alcohol], maxPrice: 1000 })).toEqual(['A bottle of the house red'])
    expect((await names({ over18: true, withoutTagIds: [alcohol] })).length).toBe(0)
    const withdrawn = starter.products.find((row: { active?: boolean }) => row.active === false)
    expect(await names({ ids: [withdrawn.id] })).toEqual([withdrawn.name])
    expect(await names({ ids: [withdrawn.id], active: true })).toEqual([])
    expect(await names({ active: false })).toContain(withdrawn.name)
    expect(await names({})).not.toContain(withdrawn.name)
    expect(await names({ ids: [] })).toEqual([])
  })

  test.each([[['x', 'y']], [[1.5, 'no']], [[1e308, choice10]], [[1]], [[0, choice10, 1]]])(
    'refuses %j as a cursor',
    async (from) => {
      await expect(
        listProducts(catalogue.db, {}, { limit: 1, next: Buffer.from(JSON.stringify(from)).toString('base64url') }),
      ).rejects.toMatchObject({ status: 422 })
    },
  )

  const options = async (productId: string, maxPricePence: number, currency = 'GBX', territory = 'GB') =>
    (await listChoiceProducts(catalogue.db, { productId, maxPricePence, currency, territory })).flatMap(
      (segment) => segment.options,
    )

  test('a choice offers nothing dearer than what was paid, nothing in another currency, nothing withdrawn', async () => {
    const ten = await options(choice10, 1000)
    expect(ten.map((option) => option.name)).toEqual(
      expect.arrayContaining(['Flat white', 'Daisy Coffee gift card, £10']),
    )
    expect(Math.max(...ten.map((option) => option.senderPricePence))).toBe(1000)
    expect(ten.every((option) => option.currency === 'GBX' && option.territory === 'GB' && option.active)).toBe(true)
    expect(ten.map((option) => option.name)).not.toContain('Letterbox bouquet')
    expect((await options(choice10, 360)).map((option) => option.name)).toEqual(['Flat white'])
    expect(await options(choice10, 359)).toEqual([])
    const euro = await options(choiceEu, 1000, 'EUX', 'EU')
    expect(euro.length).toBeGreaterThan(2)
    expect(euro.every((option) => option.currency === 'EUX')).toBe(true)

    const flatWhite = starter.products.find((row: { name: string }) => row.name === 'Flat white')
    await catalogue.load({ products: [{ ...flatWhite, active: false }] })
    expect((await options(choice10, 1000)).map((option) => option.name)).not.toContain('Flat white')
    await catalogue.load({ products: [flatWhite] })
  })

  test('a choice keeps the operator’s order of segments and options, and has five gifts over three segments at £10', async () => {
    const segments = await listChoiceProducts(catalogue.db, {
      productId: choice10,
      maxPricePence: 1000,
      currency: 'GBX',
      territory: 'GB',
    })
    expect(segments.map((segment) => segment.segmentName)).toEqual([
      'Food & drink',
      'Treats',
      'Home',
      'Experiences',
      'Give to charity',
    ])
    expect(segments[0]!.options.slice(0, 3).map((option) => option.name)).toEqual([
      'Flat white',
      'Coffee and cake',
      'Daisy Coffee gift card, £10',
    ])
    expect(segments.flatMap((segment) => segment.options).length).toBeGreaterThanOrEqual(7)
  })
})
