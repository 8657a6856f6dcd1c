import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { buildBrand, buildChoice, buildGroup, buildProduct, buildSegment, uid } from '#server/testing/catalogue.ts'
import { checkDocument, type Loaded, type ProductFacts } from './check-document.ts'
import { readDocument } from './document.ts'

const nothing: Loaded = {
  ids: { brands: new Set(), tags: new Set(), labels: new Set(), taxonomyLinks: new Set() },
  taxonomies: new Map(),
  stores: new Map(),
  segments: new Map(),
  segmentGroups: new Map(),
  products: new Map(),
}

function review(value: unknown, loaded: Partial<Loaded> = {}) {
  const { document, errors, mentioned } = readDocument(value)
  const checked = checkDocument(document, mentioned, { ...nothing, ...loaded }, ['own', 'tillo'])
  const lines = (all: { path: string; message: string }[]) => all.map(({ path, message }) => `${path}: ${message}`)
  return { errors: lines([...errors, ...checked.errors]), warnings: lines(checked.warnings) }
}

const brands = [buildBrand(1)]

test('the starter catalogue has no errors, and the demo world’s ids', () => {
  const catalogue = JSON.parse(readFileSync(join(import.meta.dirname, '../../../seeds/catalogue.json'), 'utf8'))
  expect(review(catalogue).errors).toEqual([])
  const ids = new Set(
    [...catalogue.brands, ...catalogue.stores, ...catalogue.products].map((row: { id: string }) => row.id),
  )
  for (const id of Object.values({ ...demo.brands, ...demo.stores, ...demo.products })) expect(ids).toContain(id)
})

test('the starter catalogue sells energy of PayPoint, and no cash', () => {
  const catalogue = JSON.parse(readFileSync(join(import.meta.dirname, '../../../seeds/catalogue.json'), 'utf8'))
  const supplied = catalogue.products.filter((row: { voucherType?: string }) => row.voucherType !== undefined)
  const types = new Set(supplied.map((row: { voucherType: string }) => row.voucherType))
  expect([...types].sort()).toEqual(['paypoint', 'pin4cash', 'post-office', 'tillo'])
  const isSold = ({ voucherType, issuerReference }: { voucherType: string; issuerReference: string }) =>
    voucherType === 'tillo' || issuerReference.startsWith('energy-')
  for (const row of supplied) expect(row.active, row.name).toBe(isSold(row) ? undefined : false)
})

test.each([
  ['more than a post office pays out', 'post-office', 'payout-10001', 10_001],
  ['more energy than a meter takes', 'paypoint', 'energy-5000', 5000],
  ['what a cash machine has no notes for', 'pin4cash', 'pin-1500', 1500],
] as const)('a product of %s is refused at import, not when it is opened', (_, voucherType, issuerReference, pence) => {
  const product = { voucherType, issuerReference, senderPricePence: pence }
  expect(review({ brands, products: [buildProduct(1, product)] }).errors).toEqual([
    expect.stringMatching(/^products\.0\.senderPricePence: .* pays out/),
  ])
})

test('products on sale of an issuer that is not connected are warned of: they are imported, and not sold', () => {
  const products = [
    buildProduct(1, { voucherType: 'post-office', issuerReference: 'payout-1000', active: true }),
    buildProduct(2, { voucherType: 'post-office', issuerReference: 'payout-2000', active: false }),
    buildProduct(3, { voucherType: 'tillo', issuerReference: 'card', active: true }),
    buildProduct(4, { voucherType: 'paypoint', issuerReference: 'energy-500', active: true }),
  ]
  expect(review({ brands, products })).toEqual({
    errors: [],
    warnings: [
      'products.0.voucherType: Post Office Payout is owed only what it paid out: it is not sold as a gift',
      'products.3.voucherType: paypoint is not connected here: not on sale until it is',
    ],
  })
})

test('the check of a catalogue file names every wrong row at once, each with its place', () => {
  const { errors } = review({
    brands: [buildBrand(1), buildBrand(1), { id: 'not-an-id', name: '' }],
    products: [
      buildProduct(1, { senderPricePence: 3.6 }),
      buildProduct(2, { senderPricePence: 0 }),
      buildProduct(3, { senderPricePence: '500' }),
      buildProduct(4, { currency: 'USD' }),
      buildProduct(5, { territory: 'US' }),
      buildProduct(6, { brandId: uid('b', 9) }),
      buildProduct(7, { tagIds: [uid('7', 1)], pricePence: 5 }),
      buildProduct(8, { images: { main: ['https://elsewhere.test/a.png'] } }),
    ],
    shops: [],
  })
  expect(errors.map((error) => error.slice(0, error.indexOf(':')))).toEqual([
    'shops',
    'brands.1.id',
    'brands.2.id',
    'brands.2.name',
    'products.0.senderPricePence',
    'products.1.senderPricePence',
    'products.2.senderPricePence',
    'products.3.currency',
    'products.4.territory',
    'products.6.pricePence',
    'products.7.images.main.0',
    'products.5.brandId',
  ])
})

test.each([null, 7, 'catalogue', [], { products: {} }, { products: [null, 7, 'x', []] }])(
  'the check of a catalogue file refuses %j without falling over',
  (value) => {
    expect(review(value).errors.length).toBeGreaterThan(0)
  },
)

test('a row refers to rows of the document or to what was imported before, and to a wrong row without a second error', () => {
  const known = { ...nothing, ids: { ...nothing.ids, tags: new Set([uid('7', 1)]) } }
  expect(review({ brands, products: [buildProduct(1, { tagIds: [uid('7', 1)] })] }, known).errors).toEqual([])
  const wrongBrand = review({ brands: [buildBrand(1, { active: 'yes' })], products: [buildProduct(1)] })
  expect(wrongBrand.errors).toEqual([expect.stringContaining('brands.0.active')])
})

test.each([
  ['a currency that is not the territory’s', { territory: 'EU' }, 'currency'],
  ['VAT on an MPV', { vatBasisPoints: 2000 }, 'vatBasisPoints'],
  ['an issuer’s voucher without its reference', { voucherType: 'tillo' }, 'issuerReference'],
  ['our own voucher with an issuer’s reference', { issuerReference: 'x' }, 'issuerReference'],
  ['a variant without a label', { variantOfProductId: uid('a', 2) }, 'variantLabel'],
  ['a variant of itself', { variantOfProductId: uid('a', 1), variantLabel: '£5' }, 'variantOfProductId'],
  ['segments on a single product', { segmentIds: [uid('e', 1)] }, 'segmentIds'],
  ['a choice without segments', { kind: 'choice' }, 'segmentIds'],
  ['a choice that is an SPV', { kind: 'choice', vatVoucherType: 'SPV', segmentIds: [uid('e', 1)] }, 'vatVoucherType'],
  ['the same tag twice', { tagIds: [uid('7', 1), uid('7', 1)] }, 'tagIds'],
])('the check of a catalogue file refuses %s', (_, change, field) => {
  const { errors } = review({
    brands,
    tags: [{ id: uid('7', 1), name: 'Tag' }],
    segments: [buildSegment(1, [uid('a', 2)])],
    products: [buildProduct(1, change), buildProduct(2)],
  })
  expect(errors).toEqual([expect.stringMatching(new RegExp(`^products\\.0\\.${field}:`))])
})

test('the check of a catalogue file refuses a choice among the options of a segment, and an option of another territory', () => {
  const { errors } = review({
    brands,
    segments: [buildSegment(1, [uid('a', 1), uid('a', 2), uid('a', 3)])],
    products: [buildChoice(1, [uid('e', 1)]), buildProduct(2, { territory: 'EU', currency: 'EUX' }), buildProduct(3)],
  })
  expect(errors.map((error) => error.split(':')[0])).toEqual(['segments.0.productIds.0', 'segments.0.productIds.1'])
})

test('the check of a catalogue file warns once of options dearer than the choice, however many segments have them, and refuses a choice of which nothing is left', () => {
  const document = (price: number) => ({
    brands,
    segments: [buildSegment(1, [uid('a', 2), uid('a', 3)]), buildSegment(2, [uid('a', 3)])],
    products: [
      buildChoice(1, [uid('e', 1), uid('e', 2)]),
      buildProduct(2, { senderPricePence: price }),
      buildProduct(3, { senderPricePence: 1001 }),
    ],
  })
  expect(review(document(1000))).toEqual({
    errors: [],
    warnings: [expect.stringContaining('products.0.segmentIds: 2 of 3 options on sale cost more than £10.00')],
  })
  expect(review(document(2000)).errors).toEqual([expect.stringContaining('nothing in these segments')])
})

test('a choice may name groups of segments instead, and is held to what they have for its territory', () => {
  const world = (group: object, choice: object = {}) => ({
    brands,
    segments: [
      buildSegment(1, [uid('a', 2)]),
      buildSegment(2, [uid('a', 3)], { territories: ['EU'] }),
      buildSegment(3, [uid('a', 2)]),
    ],
    segmentGroups: [buildGroup(1, [uid('e', 1), uid('e', 2)], group)],
    products: [
      buildChoice(1, [], { segmentGroupIds: [uid('f', 1)], ...choice }),
      buildProduct(2),
      buildProduct(3, { territory: 'EU', currency: 'EUX' }),
    ],
  })
  const both = { territories: ['GB', 'EU'] }
  expect(review(world(both))).toEqual({ errors: [], warnings: [] })
  const errors = (group: object, choice: object = {}) => review(world(group, choice)).errors
  expect(errors({})).toEqual([
    expect.stringMatching(/^segmentGroups.0.segmentIds.1: .* none of the group's territories/),
  ])
  expect(errors({ territories: ['EU'], segmentIds: [uid('e', 2)] })).toEqual([
    expect.stringMatching(/^products.0.segmentGroupIds.0: .* is not for territory GB/),
    expect.stringMatching(/^products.0.segmentGroupIds: nothing in these segments/),
  ])
  expect(errors({ ...both, segmentIds: [] })).toHaveLength(2)
  expect(errors({ ...both, segmentIds: [uid('e', 9), uid('e', 1)] })[0]).toMatch(
    /^segmentGroups.0.segmentIds.0: refers to/,
  )
  expect(errors(both, { segmentGroupIds: [uid('f', 9)] })[0]).toMatch(/^products.0.segmentGroupIds.0: refers to/)
  expect(errors(both, { segmentIds: [uid('e', 3)] })).toEqual([
    'products.0.segmentGroupIds: a choice names either segments or groups of them',
  ])
  expect(errors(both, { kind: 'single' })).toEqual(['products.0.segmentGroupIds: is only for a product of kind choice'])
  expect(review({ products: [buildChoice(1, [])] }).errors.at(-1)).toMatch(/needs at least one segment/)
})

test('a catalogue file cannot change what gifts already sold rely on', () => {
  const before: ProductFacts = {
    kind: 'single',
    territory: 'GB',
    currency: 'GBX',
    voucherType: 'own',
    brandId: uid('b', 1),
    senderPricePence: 400,
    active: true,
  }
  const loaded = { products: new Map([[uid('a', 1), before]]) }
  expect(review({ brands, products: [buildProduct(1, { senderPricePence: 600 })] }, loaded).errors).toEqual([])
  const changed = review(
    {
      brands: [buildBrand(2)],
      products: [
        buildProduct(1, {
          brandId: uid('b', 2),
          territory: 'EU',
          currency: 'EUX',
          voucherType: 'tillo',
          issuerReference: 'x',
        }),
      ],
    },
    loaded,
  )
  expect(changed.errors.map((error) => error.split(':')[0])).toEqual(
    ['currency', 'territory', 'voucherType', 'brandId'].map((field) => `products.0.${field}`),
  )
})

test('two taxonomies cannot share a slug, but may change places', () => {
  const taxonomy = (number: number, slug: string) => ({ id: uid('c', number), name: slug, slug })
  expect(review({ taxonomies: [taxonomy(1, 'food'), taxonomy(2, 'food')] }).errors).toHaveLength(2)
  const loaded = {
    taxonomies: new Map([
      [uid('c', 1), { slug: 'food', nested: [] }],
      [uid('c', 2), { slug: 'home', nested: [] }],
    ]),
  }
  expect(review({ taxonomies: [taxonomy(1, 'home'), taxonomy(2, 'food')] }, loaded).errors).toEqual([])
  expect(review({ taxonomies: [taxonomy(3, 'home')] }, loaded).errors).toHaveLength(1)
})

const taxonomy = (number: number, rest: object = {}) => ({
  id: uid('c', number),
  name: `Taxonomy ${number}`,
  slug: `taxonomy-${number}`,
  ...rest,
})
const holding = (...numbers: number[]) => ({
  items: numbers.map((number) => ({ id: uid('c', number), type: 'taxonomy' })),
})

test('a taxonomy may hold others, but never itself, however far down', () => {
  expect(review({ taxonomies: [taxonomy(1, holding(2, 3)), taxonomy(2, holding(3)), taxonomy(3)] }).errors).toEqual([])
  const itself = 'a taxonomy cannot stand in itself, nor in what stands in it'
  expect(review({ taxonomies: [taxonomy(1, holding(1))] }).errors).toEqual([`taxonomies.0.items: ${itself}`])
  const loaded = { taxonomies: new Map([[uid('c', 2), { slug: 'two', nested: [uid('c', 1)] }]]) }
  expect(review({ taxonomies: [taxonomy(1, holding(2))] }, loaded).errors).toEqual([`taxonomies.0.items: ${itself}`])
  const moved = { taxonomies: [taxonomy(1, holding(2)), taxonomy(2)] }
  expect(review(moved, loaded).errors).toEqual([])
})

test('a taxonomy’s items must be what they say, each once; variants need one that stands for all', () => {
  const link = { id: uid('d', 1), name: 'Cards', linkedTaxonomyId: uid('c', 1) }
  const items = [
    { id: uid('a', 1), type: 'product' },
    { id: uid('d', 1), type: 'taxonomy-link', displayType: 'preview' },
  ]
  const world = { brands, products: [buildProduct(1)], taxonomyLinks: [link] }
  const review1 = (rest: object) => review({ ...world, taxonomies: [taxonomy(1, rest)] }).errors
  expect(review1({ items })).toEqual([])
  expect(review1({ items: [{ id: uid('a', 1), type: 'taxonomy' }] })[0]).toMatch(/^taxonomies.0.items.0.id: refers to/)
  expect(review1({ items: [items[0], items[0]] })).toEqual(['taxonomies.0.items: names the same id twice'])
  expect(review1({ displayType: 'product-variant' })).toEqual([
    'taxonomies.0.primaryProductId: is needed: one of the variants stands for all',
  ])
  expect(review1({ primaryProductId: uid('a', 9) })[0]).toMatch(/primaryProductId: refers to/)
  expect(review1({ itemSelectorProperty: 'no field' })).toHaveLength(1)
})

test('a link leads to an existing taxonomy, and cannot stand in the one it leads to', () => {
  const link = (rest: object) => ({ id: uid('d', 1), name: 'Cards', linkedTaxonomyId: uid('c', 1), ...rest })
  const check = (rest: object) => review({ taxonomies: [taxonomy(1), taxonomy(2)], taxonomyLinks: [link(rest)] }).errors
  expect(check({ taxonomyIds: [uid('c', 2)] })).toEqual([])
  expect(check({ linkedTaxonomyId: uid('c', 9) })[0]).toMatch(/linkedTaxonomyId: refers to/)
  expect(check({ taxonomyIds: [uid('c', 1)] })).toEqual([
    'taxonomyLinks.0.taxonomyIds: a link cannot stand in what it links to',
  ])
  expect(check({ tagIds: [uid('7', 1)] })[0]).toMatch(/tagIds.0: refers to/)
})
