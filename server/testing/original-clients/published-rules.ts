import sharp from 'sharp'
import { expect } from 'vitest'
import { callUrl } from '#contract/core/call-url.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { contract } from '#contract/index.ts'
import { demo } from '#server/app/demo/ids.ts'
import type { TestApp } from '../app.ts'
import { samples } from '../samples.ts'
import { ACME, buildTenant } from '../tenant.ts'
import { type PublishedKind, publishedFields } from './published-fields.ts'
import { AREA, embedding, GIFT_RELATIONS, type Promised, type PublishedWorld } from './published-world.ts'
import { ADMIN, H, type Json, T } from './world.ts'

const readsOfV2 = (Object.entries(contract) as [keyof typeof contract, Endpoint][]).filter(
  ([, { method, path, access }]) =>
    method === 'GET' && path.startsWith('/api/v2/') && (access === 'session' || access === 'identity'),
)

const find = (records: Json[], id: string): Json => records.find((each) => each.id === id)
/** A record as it is met in each place that shows its kind. */
const meetings = async ({ get, bought, choice }: PublishedWorld): Promise<Partial<Record<PublishedKind, Json[]>>> => {
  const [{ id }] = bought.embedded.hugggs
  const { daisyCoffee } = demo.brands
  const { daisyFlatWhite: product } = demo.products
  const { daisyCoffeeLeeds: store } = demo.stores
  const all = embedding('hugggs', 'hugggs.message', ...GIFT_RELATIONS)
  const brands = await get(`/api/v2/brands?id[]=${daisyCoffee}&${embedding('stores', 'products')}`)
  const products = await get(`/api/v2/products?id[]=${product}&${embedding('brand')}`)
  const gift = await get(`${H}/${id}?${all}`)
  const purchase = await get(`${T}/${bought.data.id}?${all}`)
  const gifts = await get(`${T}/${bought.data.id}/hugggs?${all}`)
  const sent = await get(`${H}/sent?${all}&per_page=200`)
  const purchases = await get(`${T}?${all}&per_page=200`)
  const answers = [gift, purchase, gifts, sent, purchases]
  const oneBrand = await get(`/api/v2/brands/${daisyCoffee}?${embedding('stores')}`)
  const segments = `/api/v2/products/${demo.products.choiceOfGift10}/segments`
  return {
    brand: [
      brands.data[0],
      oneBrand.data,
      ...[products, ...answers].map(({ embedded }) => find(embedded.brands, daisyCoffee)),
    ],
    product: [products.data[0], ...[brands, ...answers].map(({ embedded }) => find(embedded.products, product))],
    store: [
      find((await get(AREA)).data[0].pins, store),
      ...[brands, oneBrand, ...answers].map(({ embedded }) => find(embedded.stores, store)),
    ],
    huggg: [
      gift.data,
      gifts.data[0],
      find(sent.data, id),
      find(purchase.embedded.hugggs, id),
      find(purchases.embedded.hugggs, id),
    ],
    message: answers.map(({ embedded }) => embedded.messages.find((each: Json) => each.hug_id === id)),
    transaction: [purchase.data, find(purchases.data, bought.data.id), bought.data],
    segment: [
      (await get(segments)).data[0],
      (await get(`${H}/${choice.id}?${embedding('purchase.segments')}`)).embedded.segments[0],
    ],
  }
}

const HOST = 'http://posy.localhost:3000/'
/** Values of fields whose names end in `_url`, and of pictures, that are no whole addresses. */
function relativeAddresses(value: Json, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value as Json).flatMap(([name, each]: [string, Json]) => {
    const isAddress = /_url$/.test(name) && typeof each === 'string' && each !== ''
    return isAddress && !each.startsWith(HOST)
      ? [`${path}${name}: ${each}`]
      : relativeAddresses(each, `${path}${name}.`)
  })
}

/** Whole addresses of pictures in an answer, whatever their fields are called. */
function addressesOfPictures(value: Json): string[] {
  if (typeof value === 'string') return value.startsWith(HOST) && /\.\w{3,4}$/.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(addressesOfPictures) : []
}

/** Whether a mail program draws what an address leads to: what was found where it does not. */
async function drawnBy(app: TestApp, address: string): Promise<object> {
  const answer = await app.api.request(new URL(address).pathname)
  const type = answer.headers.get('content-type')
  if (answer.status !== 200 || !/^image\/(png|jpeg)$/.test(type ?? '')) return { status: answer.status, type }
  const picture = await answer.arrayBuffer()
  const { info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const isSensible = Math.min(info.width, info.height) >= 200 && Math.max(info.width, info.height) <= 1200
  return isSensible && picture.byteLength < 300_000 ? { isDrawn: true } : { info, bytes: picture.byteLength }
}

const lists: Promised[] = [
  [
    'G2 a record has the same fields and values wherever it is met, so that programs may keep it',
    async (world) => {
      for (const [kind, met] of Object.entries(await meetings(world)))
        for (const [place, record] of met.entries()) {
          const { embedded: _, ...own } = record ?? {}
          const { embedded: __, ...first } = met[0]
          expect(own, `${kind}, place ${place}`).toEqual(first)
        }
    },
  ],
  [
    'G3 relations stand beside data, flat, each once, by the plural of their kind; the record holds their ids',
    async ({ get, record, gift, redeem, answer }) => {
      const brands = await get(`/api/v2/brands?${embedding('stores', 'products', 'consolidated_products')}`)
      for (const kind of ['stores', 'products']) {
        const held = brands.data.flatMap((brand: Json) => [
          ...brand[kind],
          ...(kind === 'products' ? brand.consolidated_products : []),
        ])
        const related = brands.embedded[kind].map(({ id }: Json) => id)
        expect(related.toSorted()).toEqual([...new Set<string>(held)].toSorted())
        for (const each of brands.embedded[kind]) expect(each).not.toHaveProperty('embedded')
      }
      const used = await gift({ deliveryMethod: 'inline-redeem' })
      await answer(200, 'POST', `${H}/${used.id}/voucher`, { body: {} })
      expect((await redeem(used.shortcode)).status).toBe(201)
      const { data, embedded } = await get(`${H}/${used.id}?${embedding(...GIFT_RELATIONS)}`)
      const one = (kind: string) => embedded[kind].map(({ id }: Json) => id)
      expect(one('messages')).toEqual([data.message_id])
      expect(one('vouchers')).toEqual([data.voucher_id])
      expect(one('redemptions')).toEqual([data.redeemed_id])
      expect(one('products')).toEqual([data.purchase_id])
      expect(one('brands')).toEqual([(await record('product')).brand_id])
    },
  ],
  [
    'G4, G5, G8 every read of v2 takes a relation that no one knows, a platform and a slash at the end, and answers as without',
    async ({ app }) => {
      const own = await buildTenant(app, ACME)
      const all = samples(own)
      const different: string[] = []
      for (const [name, endpoint] of readsOfV2) {
        const { params, query } = all[name] as { params?: object; query?: object }
        const path = callUrl('', endpoint, params, query)
        const [bare, search = ''] = path.split('?')
        const more = `${search && `${search}&`}embed[]=no.one&embed[]=integration&platform=app&_=1`
        const plain = await app.request('GET', path, { as: own.as })
        const other = await app.request('GET', `${bare}/?${more}`, { as: own.as })
        if (plain.status !== other.status || JSON.stringify(plain.body.data) !== JSON.stringify(other.body.data))
          different.push(`${name} ${plain.status} ${other.status} ${JSON.stringify(other.body).slice(0, 200)}`)
      }
      expect(different).toEqual([])
      expect(readsOfV2.length).toBeGreaterThan(30)
    },
  ],
  [
    'G6 a page’s next_page_url keeps the whole query',
    async ({ get }) => {
      const { next_page_url } = await get(`/api/v2/brands?${embedding('stores')}&per_page=2&platform=app`)
      const query = new URL(next_page_url).searchParams
      expect([query.getAll('embed[]'), query.get('per_page'), query.get('page')]).toEqual([['stores'], '2', '2'])
    },
  ],
]

const answers: Promised[] = [
  [
    'G9 browsers of any origin may send the documented headers, and read successes and refusals, without cookies',
    async ({ app }) => {
      const origin = 'https://map.example'
      const asked = 'Origin, Content-Type, Accept, Authorization, X-Requested-With, Application, X-Auth-Token'
      for (const path of ['/oauth/token', '/api/v2/brands', '/api/v2/brands/', '/v3/products'])
        for (const method of ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']) {
          const headers = { origin, 'access-control-request-method': method, 'access-control-request-headers': asked }
          const { status, headers: told } = await app.request('OPTIONS', path, { headers })
          expect([path, status, told.get('access-control-allow-origin')]).toEqual([path, 204, '*'])
          expect(told.get('access-control-allow-methods')).toContain(method)
          const allowed = told
            .get('access-control-allow-headers')!
            .toLowerCase()
            .split(/\s*,\s*/)
          expect(allowed).toEqual(expect.arrayContaining(asked.toLowerCase().split(', ')))
          expect(told.get('access-control-allow-credentials')).toBeNull()
        }
      const plain = [
        await app.request('GET', '/api/v2/brands', { as: 'client:demo-customer', headers: { origin } }),
        await app.request('GET', '/api/v2/brands', { headers: { origin } }),
      ]
      expect(plain.map(({ status, headers }) => [status, headers.get('access-control-allow-origin')])).toEqual([
        [200, '*'],
        [401, '*'],
      ])
    },
  ],
  [
    'G10 a refusal’s error is the sentence that says what is wrong',
    async ({ app }) => {
      const refused = [
        await app.request('GET', `${H}/${demo.users.acmeAdmin}`, { as: ADMIN }),
        await app.request('GET', '/api/v2/nothing', { as: ADMIN }),
        await app.request('GET', '/api/v2/auth/me'),
        await app.request('POST', T, { as: ADMIN, body: '{' }),
        await app.request('GET', '/api/v2/cards', { as: 'participant@acme.test' }),
      ]
      for (const { body } of refused) {
        expect(body.error).toMatch(/^[A-Z“].* .*[.”]$/)
        expect([body.error, body.code]).toEqual([body.message, expect.stringMatching(/^[a-z_]+$/)])
      }
      const { body } = await app.request('GET', '/api/v2/brands?per_page=many', { as: ADMIN })
      expect([body.error, body.message]).toEqual(Array(2).fill('per_page must be a number.'))
    },
  ],
  [
    'G16 fields that end in _url are whole addresses, in every record and beside data, and pictures are PNG or JPEG',
    async ({ app, get, record, bought, choice }) => {
      const all = embedding('hugggs', ...GIFT_RELATIONS)
      const read = await Promise.all([
        get(`/api/v2/brands?${embedding('stores', 'products')}`),
        get(`/api/v2/products?${embedding('brand')}`),
        get(AREA),
        get(`${H}/${choice.id}?${all}`),
        get(`${T}/${bought.data.id}?${all}`),
        get(`/api/v2/products/${demo.products.choiceOfGift10}/segments`),
      ])
      expect(read.flatMap((answer) => relativeAddresses(answer))).toEqual([])
      const addresses = [
        ...read[0].data.map(({ logoUrl }: Json) => logoUrl),
        ...read[0].embedded.products.map(({ imageUrl }: Json) => imageUrl),
        ...read[3].embedded.segments.map(({ imageUrl }: Json) => imageUrl),
        ...read[5].data.map(({ imageUrl }: Json) => imageUrl),
      ]
      expect(addresses.filter((address) => address !== null && !address.startsWith(HOST))).toEqual([])
      const pictures = [...new Set(read.flatMap((answer) => addressesOfPictures(answer)))]
      expect(pictures.length).toBeGreaterThan(40)
      expect(pictures.filter((address) => !/\.(png|jpg)$/.test(address))).toEqual([])
      const records = await Promise.all((Object.keys(publishedFields) as PublishedKind[]).map(record))
      const shown = [...new Set(addressesOfPictures(records))]
      expect(shown.length).toBeGreaterThan(4)
      for (const address of shown) expect(await drawnBy(app, address), address).toEqual({ isDrawn: true })
      const head = await app.api.request(new URL(shown[0]!).pathname, { method: 'HEAD' })
      expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'image/png', ''])
      expect((await app.api.request('/pictures/catalogue/none.svg.png')).status).toBe(404)
    },
  ],
]

export const publishedRules: Promised[] = [...lists, ...answers]
