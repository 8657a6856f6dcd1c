import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { type BuiltGift, buyGifts, giftFaults } from '#server/testing/hugggs.ts'

describe.each(['postgres', 'pglite'] as const)('a gift whose code its issuer makes, on %s', (database) => {
  let app: TestApp
  let gift: BuiltGift
  beforeAll(async () => {
    app = await startTestApp({ database })
    await app.posy.db
      .updateTable('product')
      .set({ voucher_type: 'tillo', issuer_reference: 'daisy-gb' })
      .where('id', '=', demo.products.daisyGiftCard10)
      .execute()
    gift = (await buyGifts(app.posy, { productId: demo.products.daisyGiftCard10, deliveryMethod: 'inline-redeem' }))
      .gifts[0]!
  })
  afterAll(async () => {
    expect(await giftFaults(app.posy.db)).toEqual([])
    expect(await reconcile(app.posy)).toEqual([])
    await app.close()
  })
  const press = (step: string) => app.request('POST', `/public/gifts/${gift.shortcode}/${step}`)
  const admin = (method: string, path: string, body?: unknown) =>
    app.request(method, path, { as: 'admin@acme.test', ...(body ? { body } : {}) })

  test('shows no code before it was accepted, and its issuer is not asked for one', async () => {
    expect((await press('reveal')).status).toBe(409)
    await press('open')
    expect((await press('reveal')).status).toBe(409)
    expect((await app.request('POST', '/public/gifts/nosuchgift00/reveal')).status).toBe(404)
    expect(app.providers.sandboxes.tillo!.requests()).toBe(0)
  })

  test('shows code, PIN and barcode, the same each time, and viewing the page asks no issuer', async () => {
    await press('claim')
    const page = (await app.request('GET', `/public/gifts/${gift.shortcode}`)).body.data
    expect(page).toMatchObject({ state: 'claimed', voucher: null })
    const first = (await press('reveal')).body.data
    const code = expect.stringMatching(/^\d{16}$/)
    expect(first).toMatchObject({
      state: 'revealed',
      voucher: { code, pin: expect.stringMatching(/^\d{4}$/), url: null, barcode: { kind: 'code128', text: code } },
    })
    expect((await press('reveal')).body.data).toEqual(first)
    expect((await app.request('GET', `/public/gifts/${gift.shortcode}`)).body.data).toEqual(first)
    expect(app.providers.sandboxes.tillo!.requests()).toBe(1)
  })

  test('is Fetched to its sender, who sees that and not the code, and cannot cancel it', async () => {
    const { data } = (await admin('GET', `/api/v2/hugggs/${gift.id}?embed[]=voucher`)).body
    expect(data).toMatchObject({
      status_id: 9,
      redeem_code: null,
      embedded: { voucher: { type: 'tillo', code: null } },
    })
    expect((await admin('POST', `/api/v2/hugggs/${gift.id}/cancel`, {})).status).toBe(409)
    const timeline = (await admin('GET', `/v3/hugggs/${gift.id}/timeline`)).body.data
    expect(timeline.at(-1)).toMatchObject({ reason: 'code fetched' })
  })

  test('is not used at our own tills', async () => {
    const used = await app.request('POST', `/api/v2/hugggs/${gift.shortcode}/redemptions`, {
      as: 'client:demo-till',
      body: { location_id: demo.stores.daisyCoffeeLeeds },
    })
    expect(used.status).toBe(409)
  })

  test('is counted in the operator’s metrics', async () => {
    const [one] = (await buyGifts(app.posy, { productId: demo.products.daisyGiftCard10 })).gifts
    for (const step of ['open', 'claim']) await app.request('POST', `/public/gifts/${one!.shortcode}/${step}`)
    app.providers.sandboxes.tillo!.failures.next('drop-after')
    const answer = await app.request('POST', `/public/gifts/${one!.shortcode}/reveal`)
    expect([answer.status, answer.headers.get('retry-after'), answer.body.code]).toEqual([503, '60', 'unavailable'])
    expect((await app.request('GET', '/metrics')).body).toContain(
      'posy_open_voucher_orders{issuer="tillo",tries="1"} 1',
    )
    await app.advance('PT2M')
    expect((await app.request('GET', '/metrics')).body).not.toContain('posy_open_voucher_orders{')
    expect((await app.request('GET', `/public/gifts/${one!.shortcode}`)).body.data.state).toBe('revealed')
  })

  test('records what is left of our money with its issuer from its answers, and too little is reported', async () => {
    const as = 'operator:finance@posy.test'
    const issuer = async () => {
      const { issuers } = (await app.request('GET', '/v3/operator/stock', { as })).body.data
      return issuers.find(({ name }: { name: string }) => name === 'tillo')
    }
    const limit = (body: object) =>
      app.request('POST', '/v3/operator/stock/floats', {
        as,
        body: { currency: 'GBX', reason: 'a week of it', ...body },
      })
    const { balancePence } = (await issuer()).floats[0]
    expect(await issuer()).toMatchObject({ isConnected: true, unanswered: 0, awaited: 0 })
    expect((await limit({ issuer: 'no-such-issuer', lowBelowPence: 1 })).body.details[0].path).toBe('issuer')
    expect((await limit({ issuer: 'tillo', lowBelowPence: balancePence + 1 })).status).toBe(200)
    expect((await issuer()).floats).toMatchObject([{ currency: 'GBX', lowBelowPence: balancePence + 1 }])
    const figures = (await app.request('GET', '/metrics')).body
    for (const [what, pence] of [
      ['balance', balancePence],
      ['low-below', balancePence + 1],
    ])
      expect(figures).toContain(`posy_issuer_float_pence{issuer="tillo",currency="GBX",what="${what}"} ${pence}`)
  })
})

test('an operator adds codes, all of a file or none, and says how few are too few', async () => {
  const app = await startTestApp()
  const as = 'operator:finance@posy.test'
  const reason = 'from the merchant'
  const product = demo.products.daisyGiftCard10
  const add = (text: string, id: string = product) =>
    app.request('POST', `/v3/operator/stock/products/${id}/codes`, {
      as,
      body: { file: new File([text], 'codes.csv'), reason },
    })
  const limit = (lowBelow: number, id: string = product) =>
    app.request('POST', `/v3/operator/stock/products/${id}/limit`, { as, body: { lowBelow, reason } })
  const pools = async () => (await app.request('GET', '/v3/operator/stock', { as })).body.data.pools
  const named = async (words: string) =>
    (await app.request('GET', `/v3/operator/stock?product=${encodeURIComponent(words)}`, { as })).body.data.products
  expect(await named('daisy £10')).toContainEqual(expect.objectContaining({ id: product }))
  for (const none of ['', '%', 'no such product']) expect(await named(none)).toEqual([])
  expect((await limit(3)).status).toBe(404)
  expect((await add('code\nA-1', demo.teams.acme)).status).toBe(404)
  const wrong = await add('code,expiry\nA-1,2030-01-01\nA-1,soon\n\u0000,')
  expect([wrong.status, wrong.body.details[0].path]).toEqual([422, 'file'])
  expect(JSON.stringify(wrong.body)).not.toContain('A-1')
  expect(await pools()).toEqual([])
  expect((await add('code\nA-1\nA-2')).body.data).toEqual({ imported: 2, inStock: 2 })
  const again = await add('code\nA-2\nA-3')
  expect(again.body.details).toMatchObject([{ path: 'file', message: 'line 2: was imported before' }])
  expect(await pools()).toMatchObject([{ productId: product, free: 2, taken: 0, lowBelow: 50, awaited: 0 }])
  expect((await limit(2)).status).toBe(200)
  expect((await app.request('GET', '/metrics')).body).toContain(`posy_supplied_codes_low_below{product="${product}"} 2`)
  await app.close()
})
