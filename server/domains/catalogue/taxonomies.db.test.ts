import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildBrand, buildProduct, engines, type TestCatalogue, uid } from '#server/testing/catalogue.ts'
import { linkFigures } from './taxonomy.ts'
import { listTaxonomies, listTaxonomyLinks, taxonomyById, taxonomyBySlug } from './taxonomy-queries.ts'

const [shop, cards, daisy, extras] = [1, 2, 3, 4].map((number) => uid('c', number)) as [string, string, string, string]
const daisyLink = uid('d', 1)
const card = (number: number, pence: number, rest: object = {}) =>
  buildProduct(number, {
    name: `Daisy card ${number}`,
    senderPricePence: pence,
    variantLabel: `£${pence / 100}`,
    taxonomyIds: [cards, daisy],
    weight: number,
    ...rest,
  })

/** A shop with a collection of cards and some extras; the cards of one brand stand behind a link. */
const world = {
  brands: [buildBrand(1)],
  tags: [{ id: uid('7', 1), name: 'Birthday' }],
  products: [
    card(1, 1000),
    card(2, 2500, { variantOfProductId: uid('a', 1) }),
    card(3, 5000, { variantOfProductId: uid('a', 1), active: false }),
    buildProduct(4, { name: 'Other card', taxonomyIds: [cards], weight: 50, senderPricePence: 1500 }),
    buildProduct(5, {
      name: 'Mug',
      taxonomyIds: [extras],
      senderPricePence: 1200,
      vatVoucherType: 'SPV',
      vatBasisPoints: 2000,
    }),
    buildProduct(6, { name: 'Plant', taxonomyIds: [shop], weight: 5 }),
  ],
  taxonomies: [
    {
      id: shop,
      name: 'Shop',
      slug: 'shop',
      items: [
        { id: cards, type: 'taxonomy', displayType: 'preview' },
        { id: uid('a', 5), type: 'product', displayType: 'list' },
      ],
    },
    { id: cards, name: 'Cards', slug: 'cards' },
    {
      id: daisy,
      name: 'Daisy cards',
      slug: 'daisy-cards',
      displayType: 'product-variant',
      primaryProductId: uid('a', 1),
      itemSelectorProperty: 'variantLabel',
      itemSelectorTitle: 'Choose an amount',
      productVariantDifferentiators: [{ name: 'Amount', path: 'senderPrice' }],
    },
    { id: extras, name: 'Extras', slug: 'extras' },
  ],
  taxonomyLinks: [
    {
      id: daisyLink,
      name: 'Daisy cards',
      linkedTaxonomyId: daisy,
      taxonomyIds: [cards],
      tagIds: [uid('7', 1)],
      weight: 100,
    },
    { id: uid('d', 2), name: 'The whole shop', linkedTaxonomyId: shop, images: { main: ['/catalogue/posy.svg'] } },
  ],
}

describe.each(Object.entries(engines))('on %s', (_, open) => {
  let catalogue: TestCatalogue
  beforeAll(async () => {
    catalogue = await open()
    expect((await catalogue.load(world)).errors).toEqual([])
  })
  afterAll(() => catalogue.close())
  const items = async (id: string) =>
    (await taxonomyById(catalogue.db, id))!.items.map((item) => [item.type, item.id, item.displayType])

  test('shows what was put in order first, then what names it, the heaviest first', async () => {
    expect(await items(shop)).toEqual([
      ['taxonomy', cards, 'preview'],
      ['product', uid('a', 5), 'list'],
      ['product', uid('a', 6), 'inline'],
    ])
  })

  test('shows a link to variants in place of the variants, and never what has been withdrawn', async () => {
    expect(await items(cards)).toEqual([
      ['taxonomy-link', daisyLink, 'inline'],
      ['product', uid('a', 4), 'inline'],
    ])
    expect(await items(daisy)).toEqual([
      ['product', uid('a', 2), 'inline'],
      ['product', uid('a', 1), 'inline'],
    ])
  })

  test('carries what a page of variants needs', async () => {
    expect(await taxonomyBySlug(catalogue.db, 'daisy-cards')).toMatchObject({
      id: daisy,
      displayType: 'product-variant',
      primaryProductId: uid('a', 1),
      itemSelectorProperty: 'variantLabel',
      itemSelectorTitle: 'Choose an amount',
      productVariantDifferentiators: [{ name: 'Amount', path: 'senderPrice' }],
      bannerImage: null,
      icon: null,
    })
  })

  test('counts and prices what is on sale behind a link, nested and linked, each product once', async () => {
    const [link, whole] = await listTaxonomyLinks(catalogue.db, {}, { limit: 10 })
    expect(link).toMatchObject({
      id: daisyLink,
      productCount: 2,
      currency: 'GBX',
      minPrice: 1000,
      maxPrice: 2500,
      minPriceExVat: 1000,
      maxPriceExVat: 2500,
    })
    // Shop: the plant, the mug, and by the cards nested in it the other card and both of Daisy's.
    expect(whole).toMatchObject({
      productCount: 5,
      minPrice: 500,
      maxPrice: 2500,
      images: { main: ['/catalogue/posy.svg'] },
    })
    expect(whole!.minPriceExVat).toBe(500)
  })

  test('filters links and pages through them', async () => {
    const ids = async (filter: Parameters<typeof listTaxonomyLinks>[1]) =>
      (await listTaxonomyLinks(catalogue.db, filter, { limit: 10 })).map((link) => link.id)
    expect(await ids({ taxonomyIds: [cards] })).toEqual([daisyLink])
    expect(await ids({ linkedTaxonomyIds: [shop] })).toEqual([uid('d', 2)])
    expect(await ids({ tagIds: [uid('7', 1)] })).toEqual([daisyLink])
    expect(await ids({ labelIds: [uid('8', 1)] })).toEqual([])
    expect(await ids({ id: [uid('d', 2)] })).toEqual([uid('d', 2)])
    expect(await ids({ territory: 'GB' })).toEqual([daisyLink, uid('d', 2)])
    expect(await ids({ territory: 'EU' })).toEqual([])
  })

  test('an import changes the order of items, counts it, and the same again changes nothing', async () => {
    const [first] = world.taxonomies
    const reversed = { ...first, items: first!.items!.toReversed() }
    expect((await catalogue.load({ taxonomies: [reversed] })).kinds.taxonomies).toEqual({
      created: 0,
      updated: 1,
      unchanged: 0,
    })
    expect((await items(shop)).slice(0, 2).map(([, id]) => id)).toEqual([uid('a', 5), cards])
    expect((await catalogue.load({ taxonomies: [reversed] })).kinds.taxonomies.unchanged).toBe(1)
    await catalogue.load({ taxonomies: [first] })
    expect((await catalogue.load(world)).updated).toBe(0)
  })

  test('a withdrawn taxonomy or link is shown nowhere, but can be read by id', async () => {
    const cardsRow = world.taxonomies[1]!
    await catalogue.load({
      taxonomies: [{ ...cardsRow, active: false }],
      taxonomyLinks: [{ ...world.taxonomyLinks[0], active: false }],
    })
    expect((await items(shop)).map(([, id]) => id)).not.toContain(cards)
    expect(await taxonomyBySlug(catalogue.db, 'cards')).toBeUndefined()
    expect(await taxonomyById(catalogue.db, cards)).toMatchObject({ active: false })
    expect((await listTaxonomies(catalogue.db, {}, { limit: 10 })).map((one) => one.slug)).not.toContain('cards')
    expect(await listTaxonomies(catalogue.db, { id: [cards] }, { limit: 10 })).toHaveLength(1)
    expect((await listTaxonomyLinks(catalogue.db, {}, { limit: 10 })).map((link) => link.id)).toEqual([uid('d', 2)])
    expect((await listTaxonomyLinks(catalogue.db, {}, { limit: 10 }))[0]!.productCount).toBe(2)
    await catalogue.load(world)
    expect((await items(shop)).map(([, id]) => id)).toContain(cards)
  })

  test('links may lead in a circle', async () => {
    await catalogue.load({
      taxonomyLinks: [{ id: uid('d', 9), name: 'Back', linkedTaxonomyId: shop, taxonomyIds: [daisy] }],
    })
    const link = await listTaxonomyLinks(catalogue.db, { id: [daisyLink] }, { limit: 1 })
    expect(link[0]!.productCount).toBe(5)
    await catalogue.load({
      taxonomyLinks: [{ id: uid('d', 9), name: 'Back', linkedTaxonomyId: shop, taxonomyIds: [daisy], active: false }],
    })
  })
})

test('figures are of one currency, pounds first, with the VAT taken out of each price', () => {
  expect(linkFigures([])).toEqual({
    productCount: 0,
    currency: null,
    minPrice: null,
    maxPrice: null,
    minPriceExVat: null,
    maxPriceExVat: null,
  })
  const gbp = { currency: 'GBX', vatBasisPoints: 0 } as const
  expect(
    linkFigures([
      { ...gbp, pricePence: 1000, count: 2 },
      { ...gbp, pricePence: 1100, vatBasisPoints: 2000, count: 1 },
      { currency: 'EUX', pricePence: 1, vatBasisPoints: 0, count: 9 },
    ]),
  ).toMatchObject({
    productCount: 3,
    currency: 'GBX',
    minPrice: 1000,
    maxPrice: 1100,
    minPriceExVat: 917,
    maxPriceExVat: 1000,
  })
})
