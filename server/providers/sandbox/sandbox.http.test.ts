import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { loadDemo } from '#server/app/demo/index.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { chargeCard, testCard } from '#server/testing/cards.ts'
import { buyGifts } from '#server/testing/gifts.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const get = (path: string) => app.request('GET', path)
const move = (body: unknown) => app.request('POST', '/sandbox/clock', { body })

describe('simulated messages', () => {
  test('are found by address in any case, newest first, and singly', async () => {
    await buyGifts(app, { receivers: [{ email: 'a+b@one.test' }, { email: 'other@one.test' }] })
    await app.settle()
    for (const to of ['a%2Bb@one.test', 'a+b@one.test', 'A%2BB@ONE.TEST']) {
      const { status, body } = await get(`/sandbox/messages?to=${to}`)
      expect(status).toBe(200)
      expect(body.data.map(({ to: address }: { to: string }) => address)).toEqual(['a+b@one.test'])
    }
    const all = (await get('/sandbox/messages')).body.data
    expect(all).toHaveLength(2)
    expect(await get(`/sandbox/messages/${all[0].id}`)).toMatchObject({ status: 200, body: { data: all[0] } })
    expect(Object.keys(all[0]).sort()).toEqual([
      'channel',
      'html',
      'id',
      'links',
      'messageId',
      'sentAt',
      'subject',
      'text',
      'to',
    ])
    expect((await get('/sandbox/messages?to=no-one@one.test')).body).toEqual({ data: [] })
  })

  test('an unknown one is missing, a wrong id is wrong', async () => {
    expect(await get('/sandbox/messages/00000000-0000-4000-8000-00000000ffff')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect(await get('/sandbox/messages/1')).toMatchObject({ status: 422, body: { details: [{ path: 'id' }] } })
    expect(await get('/sandbox/messages?limit=0')).toMatchObject({ status: 422 })
  })
})

describe('the clock', () => {
  const now = async () => (await get('/sandbox/clock')).body.data.now

  test('answers the business time, moves by a duration or to an instant', async () => {
    expect(await now()).toBe('2026-03-02T10:00:00.000Z')
    expect(await move({ advance: 'P1D' })).toMatchObject({
      status: 200,
      body: { data: { now: '2026-03-03T10:00:00.000Z' } },
    })
    expect(await move({ to: '2026-03-04T12:00:00+01:00' })).toMatchObject({
      status: 200,
      body: { data: { now: '2026-03-04T11:00:00.000Z' } },
    })
    expect(await now()).toBe('2026-03-04T11:00:00.000Z')
  })

  test('never goes back, and says so', async () => {
    expect(await move({ to: '2026-03-01T00:00:00Z' })).toMatchObject({ status: 409, body: { code: 'clock_backwards' } })
    expect(await now()).toBe('2026-03-04T11:00:00.000Z')
  })

  test.each([
    {},
    { advance: 'P1D', to: '2027-01-01T00:00:00Z' },
    { advance: 'tomorrow' },
    { advance: '-P1D' },
    { advance: 'P99999999Y' },
    { advance: 1 },
    { to: 'tomorrow' },
    { to: '2027-01-01' },
    { to: '9999-01-01T00:00:00Z' },
    { advance: 'P1D', by: 1 },
  ])('refuses %j with 422 and stays as it is', async (body) => {
    const answer = await move(body)
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_fields' } })
    expect(answer.body.details.length).toBeGreaterThan(0)
    expect(await now()).toBe('2026-03-04T11:00:00.000Z')
  })

  test('refuses what is not JSON with 400', async () => {
    expect(await app.request('POST', '/sandbox/clock', { body: '{' })).toMatchObject({ status: 400 })
  })

  test('moves for one caller at a time: each of many adds its part', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => move({ advance: 'PT1H' })))
    expect(answers.map(({ body }) => body.data.now.slice(11, 13))).toEqual(['12', '13', '14', '15', '16'])
  })

  test('answers when all that fell due has run', async () => {
    await buyGifts(app, { receivers: [{ email: 'due@one.test' }], sendDate: '2026-03-10T09:00:00Z' })
    await move({ to: '2026-04-01T00:00:00Z' })
    const { body } = await get('/sandbox/messages?to=due@one.test')
    expect(body.data.map(({ sentAt }: { sentAt: string }) => sentAt)).toEqual(['2026-03-10T09:00:00.000Z'])
  })
})

test('the clock tells what its latest move led to', async () => {
  await buyGifts(app, { receivers: [{ email: 'ran@one.test' }], sendDate: '2026-04-10T09:00:00Z' })
  const from = (await get('/sandbox/clock')).body.data.now
  await move({ to: '2026-04-11T00:00:00Z' })
  const { lastMove } = (await get('/sandbox/clock')).body.data
  expect(lastMove).toMatchObject({ from, to: '2026-04-11T00:00:00.000Z' })
  expect(lastMove.ran).toContainEqual({ at: '2026-04-10T09:00:00.000Z', work: 'orders.scheduled-sends' })
})

describe('the card provider', () => {
  const look = async () => (await get('/sandbox/cards')).body.data
  const plan = (body: unknown) => app.request('POST', '/sandbox/cards/failures', { body })

  test('shows its test cards and the status of each payment, without a number', async () => {
    expect((await look()).testCards).toContainEqual(expect.objectContaining({ number: testCard.approved }))
    await chargeCard(app, { amount: 2_500 })
    await chargeCard(app, { number: testCard.insufficientFunds })
    const { payments } = await look()
    expect(payments.map(({ status, last4 }: { status: string; last4: string }) => [status, last4])).toEqual([
      ['Declined', '3670'],
      ['Authorized', '4242'],
    ])
    expect(payments[1]).toMatchObject({ amountPence: 2_500, currency: 'GBP', scheme: 'Visa', capturedPence: 0 })
    expect(JSON.stringify(payments)).not.toContain(testCard.approved)
  })

  test('fails as planned, as often as planned, until it recovers', async () => {
    const failure = { at: 'payment', failure: 'error', times: 2 }
    expect((await plan(failure)).body.data.planned).toEqual([failure])
    const charged = await chargeCard(app)
    expect(charged.status === 201 ? charged.body.data.status : charged.status).not.toBe('processed')
    expect((await look()).planned).not.toEqual([failure])
    const well = await app.request('POST', '/sandbox/cards/well')
    expect(well.body.data).toMatchObject({ planned: [], waiting: 0 })
  })

  test.each([{}, { at: 'payment', failure: 'fire' }, { at: 'payment', failure: 'slow', times: 0 }])(
    'plans nothing of %j: 422',
    async (body) => {
      expect(await plan(body)).toMatchObject({ status: 422, body: { code: 'invalid_fields' } })
      expect((await look()).planned).toEqual([])
    },
  )
})

describe('the voucher issuer', () => {
  const look = async () => (await get('/sandbox/issuer')).body.data
  const post = (path: string, body?: unknown) => app.request('POST', `/sandbox/issuer/${path}`, { body })

  test('plans failures, forgets them, and counts the stock of a brand', async () => {
    expect(await look()).toEqual({ orders: [], stock: [], floatPence: 100_000_000, planned: [], waiting: 0 })
    await post('failures', { failure: 'throttled', times: 3 })
    await post('failures', { failure: 'slow' })
    expect((await look()).planned).toEqual([
      { failure: 'throttled', times: 3 },
      { failure: 'slow', times: 1 },
    ])
    expect(app.providers.sandboxes.tillo!.failures.planned()).toHaveLength(2)
    expect((await post('well')).body.data.planned).toEqual([])
    expect((await post('stock', { brand: 'daisy-gb', left: 0 })).body.data.stock).toEqual([
      { brand: 'daisy-gb', left: 0 },
    ])
  })

  test('a card that is sold out is not sold; what is sold is listed without its whole code', async () => {
    await app.posy.db
      .updateTable('product')
      .set({ voucher_type: 'tillo', issuer_reference: 'daisy-gb' })
      .where('id', '=', demo.products.daisyGiftCard10)
      .execute()
    await post('stock', { brand: 'daisy-gb', left: 1 })
    const purchase = { reference: demo.products.daisyGiftCard10, deliveryMethod: 'links', quantity: 2 }
    const [first, second] = (await buyGifts(app, purchase)).hugggs
    const reveal = async ({ shortcode }: { shortcode: string }) => {
      for (const step of ['open', 'claim']) await app.request('POST', `/public/gifts/${shortcode}/${step}`)
      return (await app.request('POST', `/public/gifts/${shortcode}/reveal`)).status
    }
    expect(await reveal(first!)).toBe(200)
    expect(await reveal(second!)).not.toBe(200)
    const { orders, stock } = await look()
    const codeEnding = expect.stringMatching(/^\d{4}$/)
    expect(orders).toMatchObject([{ brand: 'daisy-gb', amountPence: 1_000, currency: 'GBP', codeEnding }])
    expect(stock).toEqual([{ brand: 'daisy-gb', left: 0 }])
  })

  test.each([
    ['failures', { failure: 'fire' }],
    ['stock', { brand: 'Daisy & Co', left: 1 }],
    ['stock', { brand: 'daisy', left: -1 }],
  ])('refuses wrong %s: 422', async (path, body) => {
    expect(await post(path, body)).toMatchObject({ status: 422, body: { code: 'invalid_fields' } })
  })
})

test('the simulated HR provider fails as often as asked, and recovers', async () => {
  const planned = await app.request('POST', '/sandbox/hr/failures', { body: { failure: 'throttled', times: 2 } })
  expect(planned).toMatchObject({ status: 200, body: { data: { planned: [{ failure: 'throttled', times: 2 }] } } })
  const well = await app.request('POST', '/sandbox/hr/well')
  expect(well).toMatchObject({ status: 200, body: { data: { planned: [] } } })
})

test('the simulated directory of domains holds what was published, until it is removed', async () => {
  const record = { name: '_posy-challenge.acme.test', text: 'posy=one' }
  const published = await app.request('POST', '/sandbox/dns', { body: record })
  expect(published).toMatchObject({ status: 200, body: { data: { records: [record] } } })
  expect((await get('/sandbox/dns')).body.data.records).toEqual([record])
  const taken = await app.request('POST', '/sandbox/dns', { body: { name: record.name } })
  expect(taken).toMatchObject({ status: 200, body: { data: { records: [] } } })
})

test('the sandbox exists only where the outside parties are simulated, one by one', async () => {
  const cards = {
    CHECKOUT_SECRET_KEY: 'sk_sbox_x',
    CHECKOUT_PUBLIC_KEY: 'pk_x',
    CHECKOUT_WEBHOOK_SECRET: 'a-secret-for-webhooks',
    CHECKOUT_BASE_URL: 'http://127.0.0.1:9',
  }
  const beside = await startTestApp({ env: cards })
  expect(await beside.request('GET', '/sandbox/issuer')).toMatchObject({ status: 200 })
  expect(await beside.request('GET', '/sandbox/cards')).toMatchObject({ status: 404 })
  await beside.close()
  const real = await startTestApp({
    env: {
      ...cards,
      SANDBOX: 'false',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'gifts@shop.example',
      DATABASE_URL: 'postgres://the-tests-own/',
      TRUSTED_PROXIES: '1',
      WEB_CLIENT_ID: 'web',
      WEB_CLIENT_SECRET: 'a-secret-of-the-web',
    },
  })
  for (const path of ['/sandbox/clock', '/sandbox/messages', '/sandbox/cards', '/sandbox/issuer', '/sandbox/hr'])
    expect(await real.request('GET', path)).toMatchObject({ status: 404 })
  expect(await real.request('POST', '/sandbox/clock', { body: { advance: 'P1D' } })).toMatchObject({ status: 404 })
  await expect(loadDemo(real.posy)).rejects.toThrow('published passwords')
  const password = { grant_type: 'password', client_id: 'demo-web', client_secret: 'demo-web-secret' }
  const body = { ...password, username: 'admin@acme.test', password: 'posy-demo-2026' }
  expect(await real.request('POST', '/oauth/token', { body })).toMatchObject({ status: 401 })
  await real.close()
})
