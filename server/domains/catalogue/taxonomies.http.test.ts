import { afterAll, beforeAll, expect, test } from 'vitest'
import { giftCategories, starterTaxonomyIds } from '#contract/catalogue/taxonomies.ts'
import { importCatalogue } from '#server/domains/catalogue/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buildBrand, buildProduct, uid } from '#server/testing/catalogue.ts'

const as = 'viewer@acme.test'
const missing = '00000000-0000-4000-8000-0000000fffff'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { FEATURE_LAUNCHPAD: 'true', POST_OFFICE_BRAND_IDS: '["a","b"]' } })
})
afterAll(() => app.close())

const get = (path: string) => app.request('GET', path, { as })
const post = (path: string, body: unknown) => app.request('POST', path, { as, body })
const load = (document: object) =>
  transact(app.posy, { actor: operatorActor }, (work) => importCatalogue(work, document, { dryRun: false }))

test('every category and every taxonomy that a page refers to exists, and answers the same by id, slug and search', async () => {
  const { body } = await get('/v3/configuration')
  expect(body.data.taxonomyIds).toEqual(starterTaxonomyIds)
  expect(body.data.giftCategories).toEqual(giftCategories)
  for (const { slug } of giftCategories) {
    const bySlug = await get(`/v3/taxonomies/slug/${slug}`)
    expect(bySlug.status, slug).toBe(200)
    const { id } = bySlug.body.data
    expect((await get(`/v3/taxonomies/${id}`)).body).toEqual(bySlug.body)
    expect((await post('/v3/taxonomies/searches', { filter: { slug: [slug] } })).body.data).toEqual([bySlug.body.data])
  }
  const ids = Object.values(starterTaxonomyIds)
  const found = await post('/v3/taxonomies/searches', { filter: { id: ids }, limit: ids.length })
  expect(found.body.data.map((one: { id: string }) => one.id).toSorted()).toEqual(ids.toSorted())
})

test('a category’s items can be fetched, each by its type', async () => {
  const { items } = (await get('/v3/taxonomies/slug/gift-cards')).body.data
  expect(items.length).toBeGreaterThan(0)
  const idsByType = (type: string) =>
    items.filter((item: { type: string }) => item.type === type).map((item: { id: string }) => item.id)
  for (const [type, path] of [
    ['product', '/v3/products/searches'],
    ['taxonomy-link', '/v3/taxonomy-links/searches'],
    ['taxonomy', '/v3/taxonomies/searches'],
  ] as const) {
    const ids = idsByType(type)
    const { body } = await post(path, { filter: { id: ids }, limit: Math.max(ids.length, 1) })
    expect(body.data.map((one: { id: string }) => one.id).toSorted(), type).toEqual(ids.toSorted())
  }
})

test('the choices and cards that the category slugs promise are in them, in their territory', async () => {
  for (const { slug, territory, isGiftCard } of giftCategories.slice(0, 3)) {
    const { id } = (await get(`/v3/taxonomies/slug/${slug}`)).body.data
    const { body } = await post('/v3/searches/products', { filter: { taxonomyIds: [id], territory } })
    expect(body.data.total, slug).toBeGreaterThan(0)
    for (const { product } of body.data.hits) expect(product, slug).toMatchObject({ territory, isGiftCard })
  }
})

test('the API answers what was imported: a link with its count and prices, variants, tags and labels', async () => {
  await load({
    brands: [buildBrand(1)],
    tags: [{ id: uid('7', 1), name: 'Zebra', typeId: 7 }],
    labels: [{ id: uid('8', 1), name: 'Zebra label' }],
    products: [
      buildProduct(1, { taxonomyIds: [uid('c', 1)], variantLabel: '£5' }),
      buildProduct(2, {
        taxonomyIds: [uid('c', 1)],
        variantOfProductId: uid('a', 1),
        variantLabel: '£20',
        senderPricePence: 2000,
      }),
    ],
    taxonomies: [
      {
        id: uid('c', 1),
        name: 'Variants',
        slug: 'variants',
        displayType: 'product-variant',
        primaryProductId: uid('a', 1),
        productVariantDifferentiators: [{ name: 'Amount', path: 'variantLabel' }],
      },
    ],
    taxonomyLinks: [{ id: uid('d', 1), name: 'All amounts', linkedTaxonomyId: uid('c', 1), labelIds: [uid('8', 1)] }],
  })
  const links = await post('/v3/taxonomy-links/searches', { filter: { linkedTaxonomyIds: [uid('c', 1)] } })
  expect(links.body.data).toEqual([
    {
      id: uid('d', 1),
      linkedTaxonomyId: uid('c', 1),
      name: 'All amounts',
      productCount: 2,
      images: {},
      taxonomyIds: [],
      tagIds: [],
      labelIds: [uid('8', 1)],
      currency: 'GBX',
      minPrice: 500,
      minPriceExVat: 500,
      maxPrice: 2000,
      maxPriceExVat: 2000,
      weight: 0,
    },
  ])
  const variants = await post('/v3/products/searches', { filter: { variantsOf: [uid('a', 1)] } })
  expect(variants.body.data.map((one: { variantLabel: string }) => one.variantLabel).toSorted()).toEqual(['£20', '£5'])
  expect((await post('/v3/tags/searches', { filter: { name: 'zebra', typeId: [7] } })).body.data).toEqual([
    { id: uid('7', 1), name: 'Zebra', typeId: 7 },
  ])
  expect((await post('/v3/tags/searches', { filter: { name: 'zebra', typeId: [1] } })).body.data).toEqual([])
  expect((await post('/v3/labels/searches', { filter: { id: [uid('8', 1)] } })).body.data).toEqual([
    { id: uid('8', 1), name: 'Zebra label' },
  ])
})

test('lists of tags, labels and taxonomies are paged forward and back by cursor', async () => {
  for (const path of [
    '/v3/tags/searches',
    '/v3/labels/searches',
    '/v3/taxonomies/searches',
    '/v3/taxonomy-links/searches',
  ]) {
    const whole = (await post(path, { limit: 1000 })).body.data
    const seen: { id: string }[] = []
    let page = (await post(path, { limit: 3 })).body
    const first = page.data
    for (;;) {
      seen.push(...page.data)
      if (!page.hasNext) break
      page = (await post(path, { limit: 3, next: page.next })).body
    }
    expect(seen, path).toEqual(whole)
    if (whole.length > 3) {
      const second = (await post(path, { limit: 3, next: (await post(path, { limit: 3 })).body.next })).body
      expect((await post(path, { limit: 3, previous: second.previous })).body.data).toEqual(first)
    }
  }
})

test('feature flags come from the environment, except Christmas, which is off', async () => {
  expect(
    (await get('/v3/features')).body.data.map((one: { id: string; enabled: boolean }) => [one.id, one.enabled]),
  ).toEqual([
    ['christmas', false],
    ['launchpad', true],
    ['gift-restrictions-disable', false],
  ])
  expect((await get('/v3/configuration')).body.data).toMatchObject({
    giftRestrictionTagTypeId: 7,
    postOfficeBrandIds: ['a', 'b'],
    voucherTypesWithoutSegments: ['tillo', 'paypoint', 'pin4cash'],
  })
})

test('a taxonomy that does not exist is 404, a malformed request 422, and nothing is answered without a token', async () => {
  for (const path of [`/v3/taxonomies/${missing}`, '/v3/taxonomies/slug/nowhere', '/v3/taxonomies/slug/%27%3B--'])
    expect((await get(path)).body, path).toMatchObject({ code: 'not_found' })
  expect((await get('/v3/taxonomies/nothing')).status).toBe(422)
  expect((await get(`/v3/taxonomies/slug/${'x'.repeat(81)}`)).status).toBe(422)
  for (const path of ['/v3/taxonomies/slug/food', '/v3/features', '/v3/configuration'])
    expect((await app.request('GET', path)).status).toBe(401)
  expect((await post('/v3/taxonomies/searches', { filter: { displayType: ['poster'] } })).status).toBe(422)
  expect((await post('/v3/taxonomy-links/searches', { next: 'nonsense' })).status).toBe(422)
})
