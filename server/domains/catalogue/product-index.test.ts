import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { uid } from '#server/testing/catalogue.ts'
import { computeFacets, meeting } from './facets.ts'
import type { ProductFilter } from './product-filter.ts'
import { type IndexedProduct, type IndexSource, ProductIndex, priceBands } from './product-index.ts'
import { beyond, buildSearchOrder, checkPlace, type SearchSort, sortKey, topEntries } from './search-order.ts'
import { searchWords, tokenise } from './search-tokens.ts'
import { Phrases } from './suggestions.ts'

const many = <T>(length: number, make: (number: number) => T) => Array.from({ length }, (_, number) => make(number))
const brands = many(4, (number) => ({
  id: uid('b', number),
  name: ['Daisy Coffee', 'Fern & Fable', 'Café Margerite', 'Oak & Awl'][number]!,
}))
const tags = many(3, (number) => ({
  id: uid('7', number),
  name: ['Birthday', 'Alcohol', 'Thank you'][number]!,
  typeId: number === 1 ? 7 : 1,
}))
const labels = many(2, (number) => ({ id: uid('8', number), name: ['Popular', 'New'][number]! }))
const taxonomies = many(3, (number) => ({
  id: uid('c', number),
  name: ['Food', 'Home', 'Gift cards'][number]!,
  slug: `shelf-${number}`,
}))
const words = ['flat', 'white', 'chocolate', 'truffles', 'bouquet', 'garden', 'lantern', 'blanket', 'coffee']

const some = <T>(list: readonly T[]) => fc.subarray([...list])
const product = (number: number): fc.Arbitrary<IndexedProduct> =>
  fc
    .record({
      id: fc.constant(uid('a', number)),
      brand: fc.constantFrom(...brands),
      name: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((list) => list.join(' ')),
      variantLabel: fc.constantFrom(null, '£10'),
      contents: fc.constantFrom('', 'One cup', 'Six truffles'),
      description: fc.constantFrom('', 'Grown in a garden', 'Made of wool'),
      kind: fc.constantFrom('single' as const, 'choice' as const),
      territory: fc.constantFrom('GB' as const, 'EU' as const),
      senderPricePence: fc.integer({ min: 1, max: 12_000 }),
      isGiftCard: fc.boolean(),
      over18: fc.boolean(),
      tagIds: some(tags.map(({ id }) => id)),
      labelIds: some(labels.map(({ id }) => id)),
      taxonomyIds: some(taxonomies.map(({ id }) => id)),
      weight: fc.integer({ min: -2, max: 2 }),
    })
    .map(({ brand, ...rest }) => ({
      ...rest,
      brandId: brand.id,
      brandName: brand.name,
      currency: rest.territory === 'GB' ? ('GBX' as const) : ('EUX' as const),
    }))
const products = fc.integer({ min: 0, max: 70 }).chain((count) => fc.tuple(...many(count, product)))
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
const filters: fc.Arbitrary<ProductFilter> = fc.record({
  brandIds: maybe(some(brands.map(({ id }) => id))),
  tagIds: maybe(some(tags.map(({ id }) => id))),
  labelIds: maybe(some(labels.map(({ id }) => id))),
  taxonomyIds: maybe(some([...taxonomies.map(({ id }) => id), uid('c', 99)])),
  withoutTagIds: maybe(some(tags.map(({ id }) => id))),
  territory: maybe(fc.constantFrom('GB' as const, 'EU' as const)),
  currency: maybe(fc.constantFrom('GBX' as const, 'EUX' as const)),
  kind: maybe(fc.constantFrom('single' as const, 'choice' as const)),
  minPrice: maybe(fc.integer({ min: 0, max: 8000 })),
  maxPrice: maybe(fc.integer({ min: 500, max: 12_000 })),
  isGiftCard: maybe(fc.boolean()),
  over18: maybe(fc.boolean()),
})

const build = (list: readonly IndexedProduct[]) => ProductIndex.build(indexSource(list))
const indexSource = (list: readonly IndexedProduct[]): IndexSource => ({
  products: [...list],
  tags,
  labels,
  taxonomies,
})

/** Whether a product meets a filter, said the plain way; parts named in `butFor` are not asked. */
function meets(one: IndexedProduct, filter: ProductFilter, butFor: (keyof ProductFilter)[] = []): boolean {
  const asked = { ...filter, ...Object.fromEntries(butFor.map((key) => [key, undefined])) } as ProductFilter
  const any = (ids: string[] | undefined, own: string[]) => !ids || own.some((id) => ids.includes(id))
  const same = (wanted: unknown, own: unknown) => wanted === undefined || wanted === own
  return (
    any(asked.brandIds, [one.brandId]) &&
    any(asked.tagIds, one.tagIds) &&
    any(asked.labelIds, one.labelIds) &&
    any(asked.taxonomyIds, one.taxonomyIds) &&
    !one.tagIds.some((id) => asked.withoutTagIds?.includes(id)) &&
    same(asked.territory, one.territory) &&
    same(asked.currency, one.currency) &&
    same(asked.kind, one.kind) &&
    same(asked.isGiftCard, one.isGiftCard) &&
    same(asked.over18, one.over18) &&
    one.senderPricePence >= (asked.minPrice ?? 0) &&
    one.senderPricePence <= (asked.maxPrice ?? Infinity)
  )
}

describe('a filter', () => {
  test('lets exactly the products through that meet all of it', async () => {
    await fc.assert(
      fc.asyncProperty(products, filters, async (list, filter) => {
        const index = await build(list)
        const set = meeting(index.matching('').matched, index.filterParts(filter))
        const found = set.toNumbers().map((number) => index.products[number]!)
        expect(new Set(found)).toEqual(new Set(list.filter((one) => meets(one, filter))))
        expect(set.count()).toBe(found.length)
      }),
    )
  })

  test('is counted beside the hits as a look at every product counts it, each facet without its own part', async () => {
    await fc.assert(
      fc.asyncProperty(products, filters, fc.constantFrom('', 'flat', 'garden'), async (list, filter, query) => {
        const index = await build(list)
        const { matched } = index.matching(query)
        const hits = matched.toNumbers().map((number) => index.products[number]!)
        const facets = computeFacets(index, matched, index.filterParts(filter))
        const count = (own: (one: IndexedProduct) => string[], butFor: keyof ProductFilter) =>
          Object.fromEntries(
            Map.groupBy(hits.filter((one) => meets(one, filter, [butFor])).flatMap(own), (value) => value)
              .entries()
              .map(([value, all]) => [value, all.length]),
          )
        const asObject = (facet: { id?: string; value?: unknown; count: number }[]) =>
          Object.fromEntries(facet.map((one) => [String(one.id ?? one.value), one.count]))
        expect(asObject(facets.brands)).toEqual(count((one) => [one.brandId], 'brandIds'))
        expect(asObject(facets.tags)).toEqual(count((one) => one.tagIds, 'tagIds'))
        expect(asObject(facets.labels)).toEqual(count((one) => one.labelIds, 'labelIds'))
        expect(asObject(facets.taxonomies)).toEqual(count((one) => one.taxonomyIds, 'taxonomyIds'))
        expect(asObject(facets.territories)).toEqual(count((one) => [one.territory], 'territory'))
        expect(asObject(facets.kinds)).toEqual(count((one) => [one.kind], 'kind'))
        expect(asObject(facets.isGiftCard)).toEqual(count((one) => [String(one.isGiftCard)], 'isGiftCard'))
        expect(asObject(facets.over18)).toEqual(count((one) => [String(one.over18)], 'over18'))
        const priced = hits.filter((one) => meets(one, filter, ['minPrice', 'maxPrice']))
        const byCurrency = Map.groupBy(priced, (one) => one.currency)
        expect(facets.prices.map(({ currency }) => currency).toSorted()).toEqual([...byCurrency.keys()].toSorted())
        for (const { currency, min, max, bands } of facets.prices) {
          const prices = byCurrency.get(currency)!.map((one) => one.senderPricePence)
          expect([min, max]).toEqual([Math.min(...prices), Math.max(...prices)])
          expect(bands.map((band) => band.count)).toEqual(
            priceBands.map(
              ([least, most]) => prices.filter((price) => price >= least && price <= (most ?? Infinity)).length,
            ),
          )
        }
      }),
    )
  })
})

const sorts: SearchSort[] = ['relevance', 'price', '-price', 'name', '-name']

describe('an order', () => {
  test('is gone through by cursor without gap or repeat, whatever the page size', async () => {
    await fc.assert(
      fc.asyncProperty(
        products,
        fc.constantFrom(...sorts),
        fc.constantFrom('', 'flat', 'coffee gar'),
        fc.integer({ min: 1, max: 9 }),
        async (list, sort, query, size) => {
          const index = await build(list)
          const { matched, scores } = index.matching(query)
          const order = buildSearchOrder(index, sort, scores)
          const whole = topEntries(matched, order.compare, 1000)
          const seen: number[] = []
          for (let left = matched; ; ) {
            const page = topEntries(left, order.compare, size)
            if (page.length === 0) break
            seen.push(...page)
            const place = JSON.parse(JSON.stringify(sortKey(order, page.at(-1)!)))
            left = beyond(matched, order, checkPlace(order, place))
          }
          expect(seen).toEqual(whole)
          expect(new Set(seen).size).toBe(matched.count())
        },
      ),
    )
  })

  test('refuses a cursor that is not its own', async () => {
    const index = await build([])
    const order = buildSearchOrder(index, 'relevance', null)
    for (const place of [['x', 'y'], [1.5, 'no'], [1], [0, uid('a', 1), 1]])
      expect(() => checkPlace(order, place)).toThrow(expect.objectContaining({ status: 422 }))
  })
})

const shop = (names: [name: string, brand: number, rest?: Partial<IndexedProduct>][]) =>
  build(
    names.map(([name, brand, rest], number) => ({
      ...fc.sample(product(number), { numRuns: 1, seed: number })[0]!,
      name,
      brandId: brands[brand]!.id,
      brandName: brands[brand]!.name,
      contents: '',
      description: '',
      variantLabel: null,
      tagIds: [],
      labelIds: [],
      taxonomyIds: [],
      weight: 0,
      ...rest,
    })),
  )

const found = (index: ProductIndex, query: string) => {
  const { matched, scores } = index.matching(query)
  return topEntries(matched, buildSearchOrder(index, 'relevance', scores).compare, 50).map(
    (number) => index.products[number]!.name,
  )
}

describe('words', () => {
  test('find every product of a word with a typo in it', async () => {
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz')
    const slip = (word: string) =>
      fc
        .tuple(fc.nat({ max: word.length - 1 }), letter, fc.constantFrom('drop', 'add', 'change', 'swap'))
        .map(([at, other, kind]) => {
          if (kind === 'drop') return word.slice(0, at) + word.slice(at + 1)
          if (kind === 'add') return word.slice(0, at) + other + word.slice(at)
          if (kind === 'change') return word.slice(0, at) + other + word.slice(at + 1)
          return word.slice(0, at) + (word[at + 1] ?? '') + word[at] + word.slice(at + 2)
        })
    const index = await shop([
      ['Chocolate truffles', 0],
      ['Hand-tied bouquet', 1],
      ['Sunday lunch', 2],
      ['Blanket', 3],
    ])
    await fc.assert(
      fc.asyncProperty(
        fc
          .constantFrom('chocolate', 'truffles', 'bouquet', 'lunch', 'blanket')
          .chain((word) => fc.tuple(fc.constant(word), slip(word))),
        async ([word, typed]) => {
          const own = index.products.find((one) => tokenise(one.name).includes(word))!.name
          expect(found(index, typed)).toContain(own)
        },
      ),
    )
    const two = ['chocolate', 'truffles'].flatMap((word) => fc.sample(slip(word).chain(slip), { numRuns: 50, seed: 7 }))
    for (const typed of two) if (typed.length >= 8) expect(found(index, typed)).toContain('Chocolate truffles')
  })

  test('find by beginnings in any order, across name, brand, contents, story and shelves', async () => {
    const index = await shop([
      ['Flat white', 0, { contents: 'One cup', description: 'Two shots, velvet milk' }],
      ['Paperback', 1, { tagIds: [tags[0]!.id], taxonomyIds: [taxonomies[1]!.id] }],
      ['Kaffee und Kuchen', 2],
    ])
    expect(found(index, 'whi fla')).toEqual(['Flat white'])
    expect(found(index, 'dai velvet cup')).toEqual(['Flat white'])
    expect(found(index, 'birthday home paper')).toEqual(['Paperback'])
    expect(found(index, 'CAFÉ')).toEqual(['Kaffee und Kuchen'])
    expect(found(index, 'flat kuchen')).toEqual([])
    expect(found(index, 'xyzzy')).toEqual([])
    expect(found(index, '').length).toBe(3)
    expect(found(index, "'; -- & | !x:* (").length).toBe(0)
  })

  test('put what is meant before what is merely near: the name, its beginning, then the brand, then the story', async () => {
    const index = await shop([
      ['Grown slowly', 1, { description: 'coffee beans', weight: 9 }],
      ['Cup of coffee', 3],
      ['Coffee', 3],
      ['Flat white', 0],
      ['Coffin nails', 3, { weight: 9 }],
      ['Coffees of the world', 3],
    ])
    expect(found(index, 'coffee')).toEqual([
      'Coffee',
      'Coffees of the world',
      'Cup of coffee',
      'Flat white',
      'Grown slowly',
    ])
  })

  test('that mean something are not taken for typos of the story’s words', async () => {
    const index = await shop([
      ['A bottle of wine', 0],
      ['Knitting', 1, { description: 'as fine as can be' }],
    ])
    expect(found(index, 'wine')).toEqual(['A bottle of wine'])
    expect(found(index, 'fime')).toEqual(['Knitting'])
  })

  test('that nothing on sale has are ignored, and synonyms count', async () => {
    const index = await shop([
      ['Flat white', 0, { taxonomyIds: [taxonomies[2]!.id] }],
      ['Picture book', 1, { description: 'for children' }],
    ])
    expect(found(index, 'flat white for mum')).toEqual(['Flat white'])
    expect(found(index, 'kids')).toEqual(['Picture book'])
    expect(found(index, 'voucher')).toEqual(['Flat white'])
    expect(found(index, 'mum')).toEqual([])
  })

  test('with a typo never come before words as they were typed', async () => {
    const index = await shop([
      ['Breakfast before nine', 1, { weight: 9 }],
      ['House red', 3, { description: 'a soft wine' }],
    ])
    expect(found(index, 'wine')).toEqual(['House red', 'Breakfast before nine'])
  })

  test('stop at twelve, so that a long text asks for no more than a long query', async () => {
    const index = await shop([['Flat white', 0]])
    expect(searchWords('flat '.repeat(50))).toEqual(['flat'])
    expect(found(index, 'flat '.repeat(50))).toEqual(['Flat white'])
  })
})

describe('suggestions', () => {
  const cards = async () =>
    Phrases.of(
      await shop([
        ['Daisy gift card, £10', 0, { variantLabel: '£10', taxonomyIds: [taxonomies[2]!.id] }],
        ['Daisy gift card, £25', 0, { variantLabel: '£25', taxonomyIds: [taxonomies[2]!.id] }],
        ['Flat white', 0],
      ]),
    )

  test('name brands, shelves and products, a card of many amounts once', async () => {
    const phrases = await cards()
    expect(phrases.suggest('dais', 5)).toEqual(['Daisy Coffee', 'Daisy gift card'])
    expect(phrases.suggest('gift c', 5)).toEqual(['Gift cards', 'Daisy gift card'])
    expect(phrases.suggest('cofee', 5)).toEqual(['Daisy Coffee'])
    expect(phrases.suggest('dais', 1)).toEqual(['Daisy Coffee'])
  })

  test('are none without words, and leave out what has been typed in full', async () => {
    const phrases = await cards()
    expect(phrases.suggest(' !', 5)).toEqual([])
    expect(phrases.suggest('flat white', 5)).toEqual([])
  })
})
