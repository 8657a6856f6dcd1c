import { demo } from '#server/app/demo/ids.ts'
import { ADMIN, type Case, type Json, P, pngForm, type World } from './world.ts'

const byId = [
  ['/v3/brands/searches', demo.brands.daisyCoffee],
  ['/v3/products/searches', demo.products.daisyGiftCard10],
] as const
const lists = ['/v3/tags/searches', '/v3/labels/searches', '/v3/taxonomies/searches', '/v3/taxonomy-links/searches']

export const printablesCases = ({ call, ok, get, template, printed, logo }: World): Case[] => [
  ['logos, multipart file', () => ({ as: ADMIN, method: 'POST', path: `${P}/logos`, body: pngForm() })],
  ['logos?teamLogo=true', () => ({ as: ADMIN, method: 'POST', path: `${P}/logos?teamLogo=true`, body: pngForm() })],
  [
    'previews {logo, body, productId, templateId}',
    async () => ({
      as: ADMIN,
      method: 'POST',
      path: `${P}/previews`,
      body: {
        logo: (await logo()).key,
        body: 'Hello',
        productId: demo.products.daisyGiftCard10,
        templateId: (await template()).id,
      },
    }),
  ],
  [
    'transactions/{id}/upsert {logo, body, productId, templateId}',
    async () => ({
      as: ADMIN,
      method: 'POST',
      path: `${P}/transactions/${(await printed()).id}/upsert`,
      body: {
        logo: (await logo()).key,
        body: 'Hello',
        productId: demo.products.daisyGiftCard10,
        templateId: (await template()).id,
      },
    }),
  ],
  [
    'upsert: the whole record, body changed',
    async () => {
      const p = await printed()
      await ok(
        call('POST', `${P}/transactions/${p.id}/upsert`, { as: ADMIN, body: { templateId: (await template()).id } }),
      )
      const e = await get(`${P}/transactions/${p.id}`)
      return { as: ADMIN, method: 'POST', path: `${P}/transactions/${p.id}/upsert`, body: { ...e, body: 'Changed' } }
    },
  ],
  [
    'upsert with onCompletionEmail',
    async () => ({
      as: ADMIN,
      method: 'POST',
      path: `${P}/transactions/${(await printed()).id}/upsert`,
      body: {
        body: 'Hello',
        productId: demo.products.daisyGiftCard10,
        templateId: (await template()).id,
        onCompletionEmail: true,
      },
    }),
  ],
  [
    'transactions/{id}/receivers {receivers: [{hugggId, templateData}]}',
    async () => {
      const p = await printed()
      return {
        as: ADMIN,
        method: 'POST',
        path: `${P}/transactions/${p.id}/receivers`,
        body: { receivers: [{ hugggId: p.embedded.hugggs[0].id, templateData: { name: 'Ann' } }] },
      }
    },
  ],
  [
    'receivers as they were read (with shortcode)',
    async () => {
      const p = await printed()
      const e = await get(`${P}/transactions/${p.id}/receivers`)
      return { as: ADMIN, method: 'POST', path: `${P}/transactions/${p.id}/receivers`, body: { receivers: e } }
    },
  ],
  [
    'GET receivers?hugggIds=a&hugggIds=b&limit=2',
    async () => {
      const p = await printed()
      return {
        as: ADMIN,
        method: 'GET',
        path: `${P}/transactions/${p.id}/receivers?${p.embedded.hugggs.map((x: Json) => `hugggIds=${x.id}`).join('&')}&limit=2`,
      }
    },
  ],
  [
    'GET receivers?hugggIds[]=a&limit=1',
    async () => {
      const p = await printed()
      return {
        as: ADMIN,
        method: 'GET',
        path: `${P}/transactions/${p.id}/receivers?hugggIds[]=${p.embedded.hugggs[0].id}&limit=1`,
        check: (r) => (r.body.data?.length === 1 ? '' : `${r.body.data?.length} rows`),
      }
    },
  ],
  [
    'pdfs {transactionId, destination: download}',
    async () => {
      const p = await printed()
      await call('POST', `${P}/transactions/${p.id}/receivers`, {
        as: ADMIN,
        body: { receivers: p.embedded.hugggs.map((h: Json) => ({ hugggId: h.id, templateData: { name: 'Ann' } })) },
      })
      return { as: ADMIN, method: 'POST', path: `${P}/pdfs`, body: { transactionId: p.id, destination: 'download' } }
    },
  ],
  [
    'pdfs {transactionId, destination: email}',
    async () => ({
      as: ADMIN,
      method: 'POST',
      path: `${P}/pdfs`,
      body: { transactionId: (await printed()).id, destination: 'email' },
    }),
  ],
]

export const searchesCases = ({ call, ok, post, gift }: World): Case[] => [
  [
    '/v3/products/searches {filter: {ids}, limit}',
    () => ({
      as: ADMIN,
      method: 'POST',
      path: '/v3/products/searches',
      body: { filter: { ids: [demo.products.daisyGiftCard10] }, limit: 1 },
    }),
  ],
  [
    '/v3/highball/meta/searches {filter}',
    async () => ({
      as: ADMIN,
      method: 'POST',
      path: '/v3/highball/meta/searches',
      body: { filter: { shortcode: [(await gift()).shortcode] } },
    }),
  ],
  [
    '/v3/highball/meta/searches {filter, limit}',
    async () => ({
      as: ADMIN,
      method: 'POST',
      path: '/v3/highball/meta/searches',
      body: { filter: { shortcode: [(await gift()).shortcode] }, limit: 1 },
    }),
  ],
  [
    '/v3/searches/products {query, from, size, sort}',
    () => ({
      as: ADMIN,
      method: 'POST',
      path: '/v3/searches/products',
      body: { query: 'coffee', from: 0, size: 10, sort: 'price' },
    }),
  ],
  [
    '/v3/searches/products from = next of the page before',
    async () => {
      const a = await ok(call('POST', '/v3/searches/products', { as: ADMIN, body: { query: '', size: 5 } }))
      return { as: ADMIN, method: 'POST', path: '/v3/searches/products', body: { query: '', size: 5, from: a.next } }
    },
  ],
  [
    '/v3/searches/products/suggestions {term}',
    () => ({ as: ADMIN, method: 'POST', path: '/v3/searches/products/suggestions', body: { term: 'cof' } }),
  ],
  ...byId.map(
    ([path, id]): Case => [
      `${path} {filter: {id: [..]}, limit: 1}`,
      () => ({
        as: ADMIN,
        method: 'POST',
        path,
        body: { filter: { id: [id] }, limit: 1 },
        check: ({ body }) => (body.data.length === 1 ? '' : `${body.data.length} rows`),
      }),
    ],
  ),
  ...lists.map(
    (path): Case => [
      `${path} {filter: {id: [..]}, limit}`,
      async () => {
        const all = await post(path, { limit: 1 })
        return {
          as: ADMIN,
          method: 'POST',
          path,
          body: { filter: { id: all.map((x: Json) => x.id) }, limit: all.length || 1 },
        }
      },
    ],
  ),
  ...[
    ['hugggs', 'huggg'],
    ['transactions', 'transactions'],
  ].map(
    ([path, index]): Case => [
      `searches/${path} {index, query: {from, size}}`,
      () => ({
        as: ADMIN,
        method: 'POST',
        path: `/v3/searches/${path}`,
        body: { index, query: { from: 0, size: 10 } },
      }),
    ],
  ),
]
