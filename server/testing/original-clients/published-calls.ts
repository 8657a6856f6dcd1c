import { expect } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { createClient } from '#server/domains/identity/programs/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { AREA, embedding, GIFT_RELATIONS, type Promised } from './published-world.ts'
import { ADMIN, fromMain, H, type Json, KEY, PASSWORD, T, TILL, webClient } from './world.ts'

const GLOBEX = 'admin@globex.test'
const [NO_ONE, OTHER_TEAM] = ['00000000-0000-4000-8000-00000000dead', demo.teams.globex]
const customer = { client_id: 'demo-customer', client_secret: 'demo-customer-secret' }
const ids = (records: Json[]): string[] => records.map(({ id }) => id)
const bearer = (token: string) => ({ as: token })
const searchFor = (query: string) => ({
  from: 0,
  size: 300,
  query: { bool: { must: [{ match: { status: { query, operator: 'or' } } }] } },
  sort: [{ 'huggg.updated_at': { order: 'desc' } }],
})

/** The calls that its documentation or a published program makes; each named by its number in the list of them. */
const signingIn: Promised[] = [
  [
    '1 POST /oauth/token: a client signs in, with an audience of null too, and a wrong secret is 401 with an error',
    async ({ answer }) => {
      const grant = { grant_type: 'client_credentials', ...customer, audience: null }
      const token = await answer(200, 'POST', '/oauth/token', { as: '', body: grant })
      expect(token).toMatchObject({ token_type: 'Bearer', expires_in: 3600, access_token: expect.any(String) })
      const wrong = { as: '', body: { ...grant, client_secret: 'wrong' } }
      expect(await answer(401, 'POST', '/oauth/token', wrong)).toMatchObject({ error: expect.any(String) })
    },
  ],
  [
    '2 POST /oauth/token: a person signs in under the client’s token alone; a wrong password is 401, a client without the right 403',
    async ({ answer }) => {
      const tokenFor = async (client: object) =>
        (await answer(200, 'POST', '/oauth/token', { as: '', body: { grant_type: 'client_credentials', ...client } }))
          .access_token as string
      const body = { grant_type: 'password', username: ADMIN, password: PASSWORD }
      const own = bearer(await tokenFor(webClient))
      const person = await answer(200, 'POST', '/oauth/token', { ...own, body })
      expect(person).toMatchObject({ token_type: 'Bearer', expires_in: expect.any(Number) })
      expect([person.access_token, person.refresh_token]).toEqual([expect.any(String), expect.any(String)])
      const wrong = { ...own, body: { ...body, password: 'wrong' } }
      expect(await answer(401, 'POST', '/oauth/token', wrong)).toMatchObject({ error: expect.any(String) })
      const foreign = { ...bearer(await tokenFor(customer)), body }
      expect(await answer(403, 'POST', '/oauth/token', foreign)).toMatchObject({ error: expect.any(String) })
    },
  ],
  [
    '3 POST /oauth/token: a token is renewed with a stale bearer on the request, and is 401 for another client',
    async ({ app, answer }) => {
      const signIn = { grant_type: 'password', ...webClient, username: ADMIN, password: PASSWORD }
      const renew = async () => {
        const { refresh_token } = await answer(200, 'POST', '/oauth/token', { as: '', body: signIn })
        return { grant_type: 'refresh_token', refresh_token }
      }
      const renewed = await answer(200, 'POST', '/oauth/token', {
        as: 'stale',
        body: { ...(await renew()), ...webClient },
      })
      expect([renewed.access_token, renewed.refresh_token]).toEqual([expect.any(String), expect.any(String)])
      const other = await transact(app.posy, { actor: operatorActor }, (work) =>
        createClient(work, { id: 'other-web', name: 'Another', kind: 'web' }),
      )
      const proof = { client_id: other.id, client_secret: other.secret }
      await answer(401, 'POST', '/oauth/token', { as: '', body: { ...(await renew()), ...proof } })
    },
  ],
  [
    '4 GET /api/v2/auth/me: user with id, name and team_id at the top, beside data',
    async ({ get }) => {
      const { user, data } = await get('/api/v2/auth/me')
      expect(user).toMatchObject({
        id: demo.users.acmeAdmin,
        name: expect.stringMatching(/\S \S/),
        team_id: demo.teams.acme,
      })
      expect(data.user.id).toBe(user.id)
    },
  ],
  [
    '5, 6, 7 GET /api/v2/teams/{id}, its wallets, and cards: data',
    async ({ get, answer }) => {
      expect((await get(`/api/v2/teams/${demo.teams.acme}`)).data).toMatchObject({ id: demo.teams.acme, name: 'Acme' })
      const wallets = (await get(`/api/v2/teams/${demo.teams.acme}/wallets`)).data
      expect(ids(wallets)).toContain(demo.wallets.acmeMain)
      expect((await get('/api/v2/cards')).data).toBeInstanceOf(Array)
      for (const path of ['', '/wallets']) await answer(404, 'GET', `/api/v2/teams/${OTHER_TEAM}${path}`)
    },
  ],
]

const looking: Promised[] = [
  [
    '8 GET /api/v2/brands: a client’s token is enough; relations, platform and ids in each spelling are taken',
    async ({ get }) => {
      const as = 'client:demo-customer'
      const { daisyCoffee } = demo.brands
      const page = await get(`/api/v2/brands?${embedding('stores')}&page=1&platform=app`, { as })
      expect(page).toMatchObject({ current_page: 1, total: expect.any(Number), data: expect.any(Array) })
      for (const query of [`id[]=${daisyCoffee}`, `id[0]=${daisyCoffee}`, `id=${daisyCoffee}`])
        expect(ids((await get(`/api/v2/brands?${query}&embed[0]=products`, { as })).data)).toEqual([daisyCoffee])
    },
  ],
  [
    '8 GET /api/v2/brands: ids that do not exist, or are none, bring an empty page',
    async ({ get }) => {
      for (const query of ['id[]=1234', `id[]=${NO_ONE}`, `id[]=1234&id[]=${NO_ONE}`])
        expect(await get(`/api/v2/brands?${query}`)).toMatchObject({ data: [], total: 0 })
    },
  ],
  [
    '8 GET /api/v2/brands: the heaviest first, from page to page',
    async ({ get }) => {
      const [first, second] = [await get('/api/v2/brands'), await get('/api/v2/brands?page=2')]
      const weights = [...first.data, ...second.data].map(({ weight }: Json) => weight)
      expect(weights).toEqual(weights.toSorted((one, other) => other - one))
      expect(first.next_page_url).toContain('page=2')
    },
  ],
  [
    '9 GET /api/v2/products: a page of products on sale, the heaviest first, of which the third can be bought',
    async ({ get, buy }) => {
      const { data, current_page } = await get('/api/v2/products')
      expect(current_page).toBe(1)
      expect(data.map(({ weight }: Json) => weight)).toEqual(
        data.map(({ weight }: Json) => weight).toSorted((one: number, other: number) => other - one),
      )
      expect((await buy({ reference: data[2].id })).data.status).toBe('successful')
      const asked = await get(`/api/v2/products?id[]=${data[2].id}&id[]=1234&${embedding('brand')}`)
      expect([ids(asked.data), ids(asked.embedded.brands)]).toEqual([[data[2].id], [data[2].brand_id]])
      expect(asked.data[0].brand_weight).toBe(asked.embedded.brands[0].weight)
    },
  ],
  [
    '10 GET /api/v2/tiles/{corner}:{corner}: one tile with the stores of the area as pins; none where there are none',
    async ({ get, record }) => {
      const as = 'client:demo-customer'
      const { data } = await get(`${AREA}?platform=imessage`, { as })
      expect(data).toHaveLength(1)
      const brand = await record('brand')
      expect(ids(data[0].pins)).toEqual(expect.arrayContaining([demo.stores.daisyCoffeeLeeds]))
      expect(brand.stores).toContain(demo.stores.daisyCoffeeLeeds)
      expect((await get('/api/v2/tiles/0.2,0.1:0.1,0.2', { as })).data).toEqual([{ pins: [] }])
    },
  ],
]

const buying: Promised[] = [
  [
    '11 POST /api/v2/transactions: the onboarding tool’s purchase by a key, with a slash at the end too',
    async ({ answer }) => {
      const purchase = {
        ...{ title: 'Welcome', type: 'huggg', message: 'A coffee for your first day', themeId: 'default' },
        ...{ quantity: 1, deliveryMethod: 'links', limit: 1, reference: demo.products.daisyGiftCard10 },
      }
      const body = { purchase, payment: fromMain }
      for (const slash of ['', '/']) {
        const { data, embedded } = await answer(201, 'POST', `${T}${slash}?${embedding('hugggs')}`, { as: KEY, body })
        expect(data.hugggs).toEqual(ids(embedded.hugggs))
        expect(embedded.hugggs[0].launch_url).toMatch(/^https?:\/\/\S+/)
      }
      const contradicted = { purchase: { ...purchase, quantity: 5 }, payment: fromMain }
      const { details } = await answer(422, 'POST', T, { as: KEY, body: contradicted })
      expect(details).toMatchObject([{ path: 'purchase.limit' }])
    },
  ],
  [
    '11 POST /api/v2/transactions: receivers by number and by user each get a gift',
    async ({ buy }) => {
      for (const receiver of [{ phone_number: '+447700900123' }, { user_id: demo.users.acmeViewer }])
        expect((await buy({ receivers: [receiver] })).embedded.hugggs).toHaveLength(1)
    },
  ],
  [
    '12 GET /api/v2/transactions: a page of purchases, the newest first, with relations',
    async ({ get, buy }) => {
      const { data } = await buy()
      const page = await get(`/api/v2/transactions?${embedding('hugggs')}`)
      expect([page.current_page, page.data[0].id]).toEqual([1, data.id])
      expect(ids(page.embedded.hugggs)).toContain(data.hugggs[0])
      expect(ids((await get('/api/v2/transactions', { as: GLOBEX })).data)).not.toContain(data.id)
    },
  ],
  [
    '13 GET /api/v2/transactions/{id}/hugggs: a page of gifts with every documented relation',
    async ({ get, bought }) => {
      const page = await get(`${T}/${bought.data.id}/hugggs?${embedding(...GIFT_RELATIONS)}`)
      expect(page).toMatchObject({ current_page: 1, total: 1 })
      expect(ids(page.data)).toEqual(bought.data.hugggs)
      expect(Object.keys(page.embedded)).toEqual(
        expect.arrayContaining(['messages', 'vouchers', 'products', 'brands', 'stores']),
      )
    },
  ],
  [
    '14 GET /api/v2/hugggs/{id}: a gift by its id or its shortcode; a foreign one is 404',
    async ({ get, answer, bought }) => {
      const [gift] = bought.embedded.hugggs
      for (const key of [gift.id, gift.shortcode, gift.shortcode.toUpperCase()]) {
        expect((await get(`${H}/${key}?${embedding('message')}`)).data.id).toBe(gift.id)
        await answer(404, 'GET', `${H}/${key}`, { as: GLOBEX })
      }
      for (const key of [NO_ONE, 'zzzzzzzzzzzz']) await answer(404, 'GET', `${H}/${key}`)
    },
  ],
  [
    '15 GET /api/v2/hugggs/sent: a page of what the person has bought, with a slash at the end too',
    async ({ get, gift }) => {
      const { id } = await gift()
      for (const slash of ['', '/']) {
        const page = await get(`/api/v2/hugggs/sent${slash}?${embedding(...GIFT_RELATIONS)}`)
        expect([page.current_page, page.data[0].id]).toEqual([1, id])
        expect(page.embedded.messages[0]).toMatchObject({ hug_id: id, message: 'Thank you' })
      }
    },
  ],
  [
    '16 POST /api/v2/search: gifts by their states in the published form, and no more of that language',
    async ({ answer, gift, redeem }) => {
      const used = await gift()
      expect((await redeem(used.shortcode)).status).toBe(201)
      for (const status of ['redeemed', 'sent', 'expired', 'redeemed or sent']) {
        const { data } = await answer(200, 'POST', '/api/v2/search', { body: searchFor(status) })
        expect(data.hits).toBeInstanceOf(Array)
      }
      const { data } = await answer(200, 'POST', '/api/v2/search', { body: searchFor('redeemed') })
      expect(data.hits.map(({ huggg }: Json) => huggg.id)).toContain(used.id)
      const more = { ...searchFor('sent'), query: { bool: { should: [] } } }
      const { details } = await answer(422, 'POST', '/api/v2/search', { body: more })
      expect(details.map(({ path }: Json) => path).join()).toContain('query.bool')
    },
  ],
]

const sentence = { error: expect.stringMatching(/ .*\.$/) }
const tills: Promised[] = [
  [
    '17 POST /api/v2/hugggs/{shortcode}/redemptions: 201 once, then 405; 403, 404 and 401 with a sentence',
    async ({ answer, app, gift, redeem }) => {
      const { id, shortcode } = await gift()
      const { status, body } = await redeem(shortcode)
      const { daisyCoffeeLeeds: location_id } = demo.stores
      expect([status, body.data]).toMatchObject([201, { huggg_id: id, redeemed: true, location_id }])
      const path = `${H}/${shortcode}/redemptions`
      const sent = { as: TILL, body: { location_id } }
      expect(await answer(405, 'POST', path, sent)).toMatchObject(sentence)
      expect(await answer(404, 'POST', `${H}/zzzzzzzzzzzz/redemptions`, sent)).toMatchObject(sentence)
      expect(await answer(401, 'POST', path, { ...sent, as: '' })).toMatchObject(sentence)
      const elsewhere = await app.posy.db
        .selectFrom('product')
        .select('id')
        .where('brand_id', '<>', demo.brands.daisyCoffee)
        .where('kind', '=', 'single')
        .where('currency', '=', 'GBX')
        .where('voucher_type', '=', 'own')
        .where('offered', '=', true)
        .executeTakeFirstOrThrow()
      const theirs = await gift({ reference: elsewhere.id })
      expect(await answer(403, 'POST', `${H}/${theirs.shortcode}/redemptions`, sent)).toMatchObject(sentence)
    },
  ],
  [
    '18 PATCH /api/v2/hugggs/{id}/redemptions/{redemption or latest}: undone, with a new updated_at; 404 where there is none',
    async ({ answer, gift, redeem }) => {
      for (const byWord of [true, false]) {
        const { id, shortcode } = await gift()
        const { data } = (await redeem(shortcode)).body
        const undo = { as: TILL, body: { redeemed: false } }
        const path = `${H}/${id}/redemptions/${byWord ? 'latest' : data.id}`
        const undone = await answer(200, 'PATCH', path, undo)
        expect(undone.data).toMatchObject({ id: data.id, huggg_id: id, redeemed: false, creation_at: data.creation_at })
        const unused = await gift()
        for (const redemption of ['latest', NO_ONE])
          expect(await answer(404, 'PATCH', `${H}/${unused.id}/redemptions/${redemption}`, undo)).toMatchObject(
            sentence,
          )
      }
    },
  ],
  [
    '19 GET /api/v2/hugggs/{shortcode}/product/adjustment-codes: a list; 401, 404, and 422 once redeemed',
    async ({ get, answer, gift, redeem }) => {
      const { shortcode } = await gift()
      const path = `${H}/${shortcode}/product/adjustment-codes`
      const { data } = await get(path, { as: TILL })
      expect(data).toEqual({ product_id: demo.products.daisyFlatWhite, adjustment_codes: [] })
      await answer(401, 'GET', path, { as: '' })
      await answer(404, 'GET', `${H}/zzzzzzzzzzzz/product/adjustment-codes`, { as: TILL })
      expect((await redeem(shortcode)).status).toBe(201)
      expect(await answer(422, 'GET', path, { as: TILL })).toMatchObject({ error: expect.any(String) })
    },
  ],
  [
    '20 POST /api/v2/hugggs/{id or shortcode}/voucher: the same code each time for who bought it to use it; 403 for another’s gift, 404 for a foreign one',
    async ({ answer, gift, bought }) => {
      const own = await gift({ deliveryMethod: 'inline-redeem' })
      const body = { embed: ['voucher.segment'] }
      const codes = new Set<string>()
      for (const key of [own.id, own.shortcode])
        for (const end of ['voucher', 'voucher/claimed']) {
          const { data, embedded } = await answer(200, 'POST', `${H}/${key}/${end}`, { body })
          expect(data).toMatchObject({ id: own.id, voucher_id: embedded.vouchers[0].id })
          codes.add(embedded.vouchers[0].code)
          await answer(404, 'POST', `${H}/${key}/${end}`, { as: GLOBEX, body })
        }
      expect([...codes]).toEqual([expect.stringMatching(/\S+/)])
      const [theirs] = bought.embedded.hugggs
      for (const key of [theirs.id, theirs.shortcode])
        expect(await answer(403, 'POST', `${H}/${key}/voucher`, { body })).toMatchObject(sentence)
    },
  ],
]

export const publishedCalls: Promised[] = [...signingIn, ...looking, ...buying, ...tills]
