import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { asSystem } from '#server/platform/posy.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { markConnected } from './connected-issuers.ts'

const admin = 'admin@acme.test'
const missing = '00000000-0000-4000-8000-0000000fffff'
const { daisyFlatWhite, daisyGiftCard10, choiceOfGift10, choiceOfGiftEu } = demo.products
const { daisyCoffee } = demo.brands

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const get = (path: string, as: string | undefined = admin) => app.request('GET', path, as ? { as } : {})
const post = (path: string, body: unknown, as: string | undefined = admin) =>
  app.request('POST', path, as ? { as, body } : { body })
const names = (products: { name: string }[]) => products.map((product) => product.name)

test('a product is answered with its price in pence, its VAT in percent and its pictures', async () => {
  const { status, body } = await get(`/v3/products/${daisyFlatWhite}`)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    id: daisyFlatWhite,
    brandId: daisyCoffee,
    brandName: 'Daisy Coffee',
    name: 'Flat white',
    kind: 'single',
    territory: 'GB',
    currency: 'GBX',
    senderPrice: 360,
    handlingFee: 25,
    vatVoucherType: 'SPV',
    vat: 20,
    voucherType: 'own',
    over18: false,
    isGiftCard: false,
    images: { main: ['/catalogue/flat-white.svg'] },
    imageUrl: '/catalogue/flat-white.svg',
    active: true,
    variantLabel: null,
  })
  expect(body.data).not.toHaveProperty('issuerReference')
})

test.each([
  'viewer@acme.test',
  'participant@acme.test',
  'admin@globex.test',
  'key:demo-customer',
  'client:demo-till',
  'client:demo-customer',
])('%s reads the same catalogue', async (as) => {
  expect((await get('/v3/products?limit=100', as)).body).toEqual((await get('/v3/products?limit=100')).body)
  expect((await get(`/v3/products/${choiceOfGift10}`, as)).status).toBe(200)
})

test('the list of products is paged forward and back by cursor', async () => {
  const first = (await get('/v3/products?limit=5')).body
  expect(first).toMatchObject({ hasNext: true, hasPrevious: false, previous: null })
  const second = (await get(`/v3/products?limit=5&next=${first.next}`)).body
  expect(second).toMatchObject({ hasNext: true, hasPrevious: true })
  expect((await get(`/v3/products?limit=5&previous=${second.previous}`)).body.data).toEqual(first.data)
  expect((await get('/v3/products?limit=10')).body.data).toEqual([...first.data, ...second.data])
})

test('the catalogue fetches exactly the ids asked for, in every way of writing the list', async () => {
  const ids = [daisyFlatWhite, choiceOfGiftEu]
  const want = ids.toSorted()
  const asked = [
    `filter[id][]=${ids[0]}&filter[id][]=${ids[1]}&limit=2`,
    `filter[id]=${ids[0]}&filter[id]=${ids[1]}&limit=2`,
    `id=${ids[0]}&id=${ids[1]}&limit=2`,
    `id[]=${ids[0]}&id[]=${ids[1]}&limit=2`,
  ]
  for (const query of asked) {
    const { body } = await get(`/v3/products?${query}`)
    expect(body.data.map((product: { id: string }) => product.id).toSorted()).toEqual(want)
    expect(body.hasNext).toBe(false)
  }
  expect((await get(`/v3/products?filter[id][]=${missing}&limit=1`)).body.data).toEqual([])
  const searched = await post('/v3/products/searches', { filter: { ids }, limit: 2 })
  expect(searched.body.data).toHaveLength(2)
})

test('a withdrawn product is not listed, found or offered, but still readable by id', async () => {
  const [withdrawn] = (await get('/v3/products?active=false')).body.data
  expect(withdrawn).toMatchObject({ active: false })
  expect((await get(`/v3/products/${withdrawn.id}`)).body.data).toEqual(withdrawn)
  expect((await get(`/v3/products?filter[id][]=${withdrawn.id}`)).body.data).toEqual([withdrawn])
  expect(names((await get('/v3/products?limit=1000')).body.data)).not.toContain(withdrawn.name)
  expect((await post('/v3/searches/products', { query: withdrawn.name })).body.data.hits).toEqual([])
})

test('a search by filter meets every part of the filter', async () => {
  const { body } = await post('/v3/products/searches', {
    filter: { brandIds: [daisyCoffee], isGiftCard: true, minPrice: 1000, maxPrice: 1000, territory: 'GB' },
    limit: 10,
  })
  expect(body.data.map((product: { id: string }) => product.id)).toEqual([daisyGiftCard10])
  expect((await post('/v3/products/searches', {})).body.data).toHaveLength(25)
})

test('a search by words answers hits, a cursor to the next page, and suggestions', async () => {
  const { body } = await post('/v3/searches/products', { query: 'dais', size: 2 })
  expect(body.data.hits[0].product.brandName).toBe('Daisy Coffee')
  expect(body.data.suggestions).toContain('Daisy Coffee')
  const rest = await post('/v3/searches/products', { query: 'dais', size: 60, from: body.data.next })
  const whole = await post('/v3/searches/products', { query: 'dais' })
  expect([...body.data.hits, ...rest.body.data.hits]).toEqual(whole.body.data.hits)
  expect(whole.body.data.next).toBeNull()
  expect((await post('/v3/searches/products', { query: 'dais', from: 2 })).body.data.hits).toEqual(rest.body.data.hits)
  const cheap = await post('/v3/searches/products', {
    query: 'gift',
    sort: '-price',
    filter: { maxPrice: 1000, territory: 'GB' },
  })
  expect(
    cheap.body.data.hits.every((hit: { product: { senderPrice: number } }) => hit.product.senderPrice <= 1000),
  ).toBe(true)
})

test('a choice shows its segments with what it buys, and nothing dearer or of another currency', async () => {
  const { body } = await get(`/api/v2/products/${choiceOfGift10}/segments`)
  expect(names(body.data)).toEqual(['Food & drink', 'Treats', 'Home', 'Experiences', 'Give to charity'])
  const options = body.data.flatMap(
    (segment: { options: { id: string; name: string; senderPrice: number; currency: string }[] }) => segment.options,
  )
  expect(options.map((option: { id: string }) => option.id)).toEqual(
    expect.arrayContaining([daisyFlatWhite, daisyGiftCard10]),
  )
  expect(
    options.every(
      (option: { senderPrice: number; currency: string }) => option.senderPrice <= 1000 && option.currency === 'GBX',
    ),
  ).toBe(true)
  expect(names(options)).not.toContain('Letterbox bouquet')
  expect(
    (await get(`/api/v2/products/${choiceOfGiftEu}/segments`)).body.data.map(
      (segment: { name: string }) => segment.name,
    ),
  ).toEqual(['Food & drink', 'Treats'])
  expect((await get(`/api/v2/products/${daisyFlatWhite}/segments`)).body.data).toEqual([])
  const groups = body.data[0].segmentGroups
  expect(groups.map((group: { territories: string[] }) => group.territories)).toEqual([['EU'], ['GB']])
  expect(groups[1].segmentIds).toEqual(body.data.map((segment: { id: string }) => segment.id))

  const [food, treats] = body.data
  const byId = await get(`/v3/product-voucher-segments?ids=${treats.id}&ids=${food.id}&ids=${missing}`)
  expect(names(byId.body.data)).toEqual(['Food & drink', 'Treats'])
  expect(names(byId.body.data[1].options)).toContain('Letterbox bouquet')
  expect(byId.body.data[0].segmentGroups).toEqual(groups)
  expect((await get('/v3/product-voucher-segments')).body.data).toEqual([])
})

test('brands come one by one, by ids and by name, with their stores when asked', async () => {
  expect((await get(`/v3/brands/${daisyCoffee}`)).body.data).toMatchObject({
    id: daisyCoffee,
    name: 'Daisy Coffee',
    logoUrl: '/catalogue/logo-daisy-coffee.svg',
  })
  expect((await get(`/v3/brands/${daisyCoffee}`)).body.data).not.toHaveProperty('embedded')
  expect((await post('/v3/brands/searches', { filter: { id: [daisyCoffee] }, limit: 1 })).body).toMatchObject({
    data: [{ id: daisyCoffee }],
    hasNext: false,
  })
  expect(names((await post('/v3/brands/searches', { filter: { name: 'cafe' } })).body.data)).toEqual(['Café Margerite'])
  const first = (await post('/v3/brands/searches', { limit: 3 })).body
  const second = (await post('/v3/brands/searches', { limit: 3, next: first.next })).body
  expect(names((await post('/v3/brands/searches', { limit: 6 })).body.data)).toEqual(
    names([...first.data, ...second.data]),
  )

  const brand = await get(`/api/v2/brands/${daisyCoffee}?embed[]=stores`)
  expect(brand.body.data.embedded.stores.map((store: { id: string }) => store.id)).toContain(
    demo.stores.daisyCoffeeLeeds,
  )
  const page = (await get('/api/v2/brands?embed[]=stores&per_page=5&page=2')).body
  expect(page).toMatchObject({ current_page: 2, per_page: 5, from: 6, to: 10 })
  expect(page.data).toHaveLength(5)
  expect(
    page.data.every((one: { id: string; embedded: { stores: { brandId: string }[] } }) =>
      one.embedded.stores.every((store) => store.brandId === one.id),
    ),
  ).toBe(true)
  expect((await get(`/api/v2/brands?id[]=${daisyCoffee}`)).body).toMatchObject({
    total: 1,
    data: [{ id: daisyCoffee }],
  })
})

const reads = [
  ['GET', '/v3/products'],
  ['GET', `/v3/products/${daisyFlatWhite}`],
  ['POST', '/v3/products/searches'],
  ['POST', '/v3/searches/products'],
  ['GET', `/api/v2/products/${choiceOfGift10}/segments`],
  ['GET', '/v3/product-voucher-segments'],
  ['GET', `/v3/brands/${daisyCoffee}`],
  ['POST', '/v3/brands/searches'],
  ['GET', '/api/v2/brands'],
  ['GET', `/api/v2/brands/${daisyCoffee}`],
] as const

test.each(reads)('%s %s needs a token', async (method, path) => {
  const body = method === 'POST' ? { body: {} } : {}
  expect((await app.request(method, path, body)).status).toBe(401)
  expect((await app.request(method, path, { ...body, as: 'not-a-token' })).status).toBe(401)
  expect((await app.request(method, path, { ...body, as: admin })).status).toBe(200)
})

test('segments need the permission to view them', async () => {
  for (const path of [`/api/v2/products/${choiceOfGift10}/segments`, '/v3/product-voucher-segments']) {
    expect((await get(path, 'client:demo-till')).status).toBe(403)
    expect((await get(path, 'participant@acme.test')).status).toBe(200)
  }
})

test.each([
  '/v3/products?limit=0',
  '/v3/products?limit=1001',
  '/v3/products?id=nothing',
  '/v3/products?filter[id][]=nothing',
  '/v3/products?territory=US',
  '/v3/products?active=perhaps',
  '/v3/products?next=nonsense',
  '/v3/products/nothing',
  '/v3/product-voucher-segments?ids=1',
  '/v3/brands/1',
  '/api/v2/brands?page=0',
])('the catalogue refuses GET %s', async (path) => {
  const { status, body } = await get(path)
  expect([status, body.code]).toEqual([422, 'invalid_fields'])
  expect(body.details.length).toBeGreaterThan(0)
})

test.each(['/api/v2/brands?embed[]=secrets', `/api/v2/brands/${daisyCoffee}?embed=secrets`])(
  'the catalogue ignores an unknown relation: GET %s',
  async (path) => {
    const { status, body } = await get(path)
    expect([status, body.embedded ?? {}, body.data[0]?.embedded ?? body.data.embedded]).toEqual([200, {}, undefined])
  },
)

test.each([
  ['/v3/products/searches', { limit: 0 }],
  ['/v3/products/searches', { filter: { ids: ['x'], maxPrice: 1.5 } }],
  ['/v3/products/searches', { filter: { minPrice: 1e308 } }],
  ['/v3/searches/products', { size: 1001 }],
  ['/v3/searches/products', { from: 10_001 }],
  ['/v3/searches/products', { from: ['a', 'b'] }],
  ['/v3/searches/products', { from: [1e300, 5, missing] }],
  ['/v3/searches/products', { query: 7 }],
  ['/v3/searches/products', { query: 'a\u0000b' }],
  ['/v3/searches/products', { sort: 'random' }],
  ['/v3/brands/searches', { filter: { id: 'x' } }],
  ['/v3/brands/searches', { next: 'WzFd' }],
])('the catalogue refuses POST %s %j', async (path, body) => {
  const answer = await post(path, body)
  expect([answer.status, answer.body.code]).toEqual([422, 'invalid_fields'])
})

test('the catalogue answers malformed JSON with 400, and what does not exist with 404', async () => {
  expect((await post('/v3/searches/products', '{"query":')).status).toBe(400)
  for (const path of [
    `/v3/products/${missing}`,
    `/api/v2/products/${missing}/segments`,
    `/v3/brands/${missing}`,
    `/api/v2/brands/${missing}`,
  ]) {
    expect((await get(path)).body).toMatchObject({ code: 'not_found' })
  }
})

test('a gift card is found with all the amounts of it that the filter brings, the heaviest first', async () => {
  const all = (await post('/v3/products/searches', { filter: { variantsOf: [daisyGiftCard10] }, limit: 100 })).body.data
  const amounts = async (filter: object, wanted = true) => {
    const { body } = await post('/v3/searches/products', { filter, amounts: wanted, size: 1000 })
    const hit = body.data.hits.find(({ product }: { product: { id: string } }) => product.id === daisyGiftCard10)
    return hit.amounts.map(({ id }: { id: string }) => id)
  }
  const ids = (wanted: { id: string }[]) => wanted.map(({ id }) => id)
  expect(all.length).toBeGreaterThan(2)
  expect(await amounts({})).toEqual(ids(all))
  const cheap = all.filter(({ senderPrice }: { senderPrice: number }) => senderPrice <= 1000)
  expect(await amounts({ maxPrice: 1000 })).toEqual(cheap.length > 1 ? ids(cheap) : [])
  expect(await amounts({}, false)).toEqual([])
})

test('what cannot be sold because its issuer is not connected is on offer nowhere, says so to the operator, and is back once it is', async () => {
  const card = { id: '00000000-0000-4000-8000-a00000000052', shelf: '00000000-0000-4000-8000-c00000000003' }
  const shown = async () => {
    const hits = (await post('/v3/searches/products', { query: 'Highmarket', size: 50 })).body.data.hits
    const shelf = (await get(`/v3/taxonomies/${card.shelf}`)).body.data
    const listed = (await post('/v3/products/searches', { filter: { isGiftCard: true }, limit: 1000 })).body.data
    const inV2 = (await get('/api/v2/products?per_page=1000')).body.data
    const on = (list: { id: string }[]) => list.some(({ id }) => id === card.id)
    return {
      active: (await get(`/v3/products/${card.id}`)).body.data.active,
      found: on(hits.map(({ product }: { product: { id: string } }) => product)),
      onShelf: on(shelf.items) || shelf.items.some(({ type }: { type: string }) => type === 'taxonomy-link'),
      listed: on(listed),
      inV2: on(inV2),
    }
  }
  const stock = async () => {
    const { body } = await get('/v3/operator/stock', 'operator:support@posy.test')
    return body.data.issuers.find(({ name }: { name: string }) => name === 'tillo')
  }
  const { issuers } = app.posy.providers
  const all = { active: true, found: true, onShelf: true, listed: true, inV2: true }
  expect(await shown()).toEqual(all)
  const { tillo } = issuers
  delete issuers.tillo
  await asSystem(app.posy, markConnected)
  expect(await shown()).toMatchObject({ active: false, found: false, listed: false, inV2: false })
  expect(await stock()).toMatchObject({ isConnected: false, withheld: expect.any(Number) })
  expect((await stock()).withheld).toBeGreaterThan(0)
  expect((await get('/v3/products?active=false&limit=1000')).body.data.map(({ id }: { id: string }) => id)).toContain(
    card.id,
  )
  issuers.tillo = tillo
  await asSystem(app.posy, markConnected)
  expect(await shown()).toEqual(all)
  expect(await stock()).toMatchObject({ isConnected: true, withheld: 0 })
})
