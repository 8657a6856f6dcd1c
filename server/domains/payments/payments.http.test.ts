import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { answer3ds, chargeCard, createCardToken, testCard } from '#server/testing/cards.ts'

const { wallets, users } = demo
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const admin = 'admin@acme.test'
const get = (path: string, as = admin) => app.request('GET', path, { as })
const availableIn = async (walletId: string) => {
  const { body } = await get(`/api/v2/user/${users.acmeAdmin}/wallets`)
  return body.data.find((wallet: { id: string }) => wallet.id === walletId).available as number
}
const topUp = (walletId: string, chargeId: string, amount: number, rest: Record<string, unknown> = {}, as = admin) =>
  app.request('POST', `/api/v2/wallets/${walletId}/top-up`, {
    as,
    body: { payment: { reference: chargeId }, purchase: { reference: walletId, amount }, ...rest },
  })
const loadPayment = async (id: string) => {
  const { methodPaymentId } = (await get(`/api/v2/charges/${id}`)).body.data
  return (await app.posy.providers.cards!.payment(methodPaymentId))!
}

test('a charge tops up a wallet once, and the provider is asked for exactly what was used', async () => {
  const before = await availableIn(wallets.acmeMain)
  const { status, body } = await chargeCard(app, { amount: 5_000 })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ status: 'processed', amount: 5_000, spent: 0, requires3ds: false, cardId: null })
  expect((await loadPayment(body.data.id)).status).toBe('authorised')

  const done = await topUp(wallets.acmeMain, body.data.id, 3_000, {
    metadata: { order: 'A-1' },
    userId: users.acmeAdmin,
  })
  expect(done.status, JSON.stringify(done.body)).toBe(201)
  expect(done.body.data).toMatchObject({ topup_type: 'charge', sale_total: 3_000, metadata: { order: 'A-1' } })
  expect(await availableIn(wallets.acmeMain)).toBe(before + 3_000)
  expect((await topUp(wallets.acmeMain, body.data.id, 3_000)).body).toEqual(done.body)
  expect((await topUp(wallets.acmeMain, body.data.id, 2_000)).status).toBe(409)
  expect((await topUp(wallets.acmeEvents, body.data.id, 2_000)).status).toBe(409)
  expect(await availableIn(wallets.acmeMain)).toBe(before + 3_000)

  const [line] = (await get(`/v3/wallets/${wallets.acmeMain}/statement?limit=1`)).body.data
  expect(line.counterpart).toMatchObject({ kind: 'card', id: body.data.id, detail: 'Top-up by card' })

  await app.settle()
  const charge = (await get(`/api/v2/charges/${body.data.id}`)).body.data
  expect(charge).toMatchObject({ status: 'processed', spent: 3_000, transactionId: done.body.data.id })
  const { captured } = (
    await app.posy.db
      .selectFrom('sandbox_card_record')
      .select('body')
      .where('id', '=', charge.methodPaymentId)
      .executeTakeFirstOrThrow()
  ).body as { captured: number }
  expect(captured).toBe(3_000)

  const list = await get(`/api/v2/transaction/top-ups/${users.acmeAdmin}`)
  expect(list.body).toMatchObject({ total: 1, data: [done.body.data] })
  expect((await get(`/api/v2/transaction/top-ups/${users.acmeAdmin}`, 'admin@globex.test')).status).toBe(404)
})

test('the payments API lists the caller’s own charges by status, the newest first, with what each paid for', async () => {
  const declined = (await chargeCard(app, { number: testCard.insufficientFunds })).body.data
  const used = (await chargeCard(app)).body.data
  const done = (await topUp(wallets.acmeMain, used.id, 1_000)).body.data
  const list = (query = '', as = admin) => get(`/api/v2/charges?per_page=2${query}`, as)
  const all = await list()
  expect(all.body.data.map(({ id }: { id: string }) => id)).toEqual([used.id, declined.id])
  expect(all.body.total).toBeGreaterThan(1)
  expect(all.body.data[0]).toMatchObject({
    spent: 1_000,
    paidFor: 'wallet-top-up',
    transactionId: done.id,
    walletId: wallets.acmeMain,
  })
  const failed = await list('&status=failed&status=void')
  expect(failed.body.data[0]).toMatchObject({ id: declined.id, status: 'failed', paidFor: null, walletId: null })
  expect((await list('', 'subteam@acme.test')).body.total).toBe(0)
})

test('the payments API refuses to use more than was reserved, another currency, and someone else’s charge', async () => {
  const { data } = (await chargeCard(app)).body
  expect((await topUp(wallets.acmeMain, data.id, 2_501)).status).toBe(402)
  expect((await topUp(wallets.acmeMain, data.id, 100, { userId: users.acmeViewer })).status).toBe(422)
  expect((await topUp(wallets.globexMain, data.id, 100)).status).toBe(404)
  expect((await topUp(wallets.acmeNorth, data.id, 100, {}, 'subteam@acme.test')).status).toBe(404)
  expect((await get(`/api/v2/charges/${data.id}`, 'subteam@acme.test')).status).toBe(404)
  const euros = await app.request('POST', `/api/v2/teams/${demo.teams.acme}/wallets`, {
    as: admin,
    body: { name: 'Euros', currency: 'EUX' },
  })
  expect((await topUp(euros.body.data.id, data.id, 100)).status).toBe(422)
  expect((await chargeCard(app, { intent: { walletId: euros.body.data.id } })).status).toBe(422)
  expect((await chargeCard(app, { currency: 'EUX', intent: { walletId: euros.body.data.id } })).status).toBe(201)
})

test.each([
  [testCard.insufficientFunds, 2_500, '20051', /not enough money/],
  [testCard.expired, 2_500, '20054', /expired/],
  [testCard.approved, 10_005, '20005', /bank declined/],
])('a declined charge is answered with its reason (%s, %i)', async (number, amount, errorCode, words) => {
  const { status, body } = await chargeCard(app, { number, amount, storeCard: true })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ status: 'failed', error: 'declined', errorCode, requires3ds: false, cardId: null })
  expect(body.data.friendlyError).toMatch(words)
  expect(body.data.errorSummary).toBeTruthy()
  expect((await topUp(wallets.acmeMain, body.data.id, amount)).status).toBe(409)
  expect((await get(`/api/v2/charges/${body.data.id}`)).body).toEqual(body)
})

test('a card token works once, and a made-up one never', async () => {
  const token = await createCardToken(app)
  const charge = (given: string) =>
    app.request('POST', '/api/v2/charges', { as: admin, body: { token: given, amount: 100 } })
  expect((await charge(token)).body.data.status).toBe('processed')
  expect((await charge(token)).body.data).toMatchObject({ status: 'failed', error: 'refused', errorCode: 'token_used' })
  expect((await charge('tok_aaaaaaaaaaaaaaaaaaaaaaaaaa')).body.data.errorCode).toBe('token_invalid')
})

test('a charge approved by 3-D Secure can be used, and asking again says the same', async () => {
  const { body } = await chargeCard(app, { number: testCard.asks3ds, storeCard: true, returnUrl: '/wallets?tab=cards' })
  expect(body.data).toMatchObject({ status: 'pending', requires3ds: true, cardId: null })
  expect((await topUp(wallets.acmeMain, body.data.id, 100)).status).toBe(409)
  const back = await answer3ds(app, body.data.redirectUrl, 'approve')
  expect(back.pathname).toBe('/wallets')
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ tab: 'cards', charge: body.data.id, result: 'success' })
  const ckoSessionId = back.searchParams.get('cko-session-id')
  const verify = () =>
    app.request('POST', `/api/v2/charges/${body.data.id}/verify`, { as: admin, body: { ckoSessionId } })
  const verified = await verify()
  expect(verified.body.data).toMatchObject({ status: 'processed', requires3ds: false })
  expect(verified.body.data.cardId).not.toBeNull()
  expect((await verify()).body).toEqual(verified.body)
  expect((await topUp(wallets.acmeMain, body.data.id, 2_500)).status).toBe(201)
})

test('a charge declined in 3-D Secure by its holder cannot be used, and a session of another charge proves nothing', async () => {
  const { body } = await chargeCard(app, { number: testCard.asks3ds })
  const other = await chargeCard(app, { number: testCard.asks3ds })
  const back = await answer3ds(app, body.data.redirectUrl, 'fail')
  expect(back.searchParams.get('result')).toBe('failure')
  const ckoSessionId = back.searchParams.get('cko-session-id')
  const verify = (id: string) =>
    app.request('POST', `/api/v2/charges/${id}/verify`, { as: admin, body: { ckoSessionId } })
  expect((await verify(other.body.data.id)).status).toBe(422)
  expect((await verify(body.data.id)).body.data).toMatchObject({
    status: 'failed',
    error: '3ds-failed',
    errorCode: '20151',
  })
})

test('3-D Secure lapses after 15 minutes, automatically', async () => {
  const { body } = await chargeCard(app, { number: testCard.asks3ds })
  await app.advance('PT14M')
  expect((await get(`/api/v2/charges/${body.data.id}`)).body.data.status).toBe('pending')
  await app.advance('PT2M')
  expect((await get(`/api/v2/charges/${body.data.id}`)).body.data).toMatchObject({
    status: 'failed',
    error: '3ds-lapsed',
  })
  const late = await app.request('POST', `${new URL(body.data.redirectUrl).pathname}/approve`)
  expect(new URL(late.headers.get('location')!).searchParams.get('result')).toBe('failure')
})

test('a closed tab loses nothing: the notice settles the charge, and an automatic intent is carried out', async () => {
  const before = await availableIn(wallets.acmeNorth)
  const automatic = await chargeCard(app, {
    number: testCard.asks3ds,
    intent: { walletId: wallets.acmeNorth, automatic: true },
  })
  const remembered = await chargeCard(app, { number: testCard.asks3ds, intent: { walletId: wallets.acmeNorth } })
  for (const { body } of [automatic, remembered]) await answer3ds(app, body.data.redirectUrl, 'approve')
  await app.providers.sandboxes.checkout!.notices.idle()
  await app.settle()
  expect((await get(`/api/v2/charges/${automatic.body.data.id}`)).body.data).toMatchObject({
    status: 'processed',
    spent: 2_500,
  })
  expect((await get(`/api/v2/charges/${remembered.body.data.id}`)).body.data).toMatchObject({
    status: 'processed',
    spent: 0,
    intent: { walletId: wallets.acmeNorth, automatic: false },
  })
  expect(await availableIn(wallets.acmeNorth)).toBe(before + 2_500)
})

test('an authorisation no one used is voided after 30 minutes', async () => {
  const { data } = (await chargeCard(app)).body
  await app.advance('PT29M')
  expect((await get(`/api/v2/charges/${data.id}`)).body.data.status).toBe('processed')
  await app.advance('PT2M')
  expect((await get(`/api/v2/charges/${data.id}`)).body.data.status).toBe('void')
  expect((await loadPayment(data.id)).status).toBe('voided')
  expect((await topUp(wallets.acmeMain, data.id, 100)).status).toBe(409)
})

test('one Idempotency-Key makes one charge, and is refused for another body', async () => {
  const token = await createCardToken(app)
  const body = { token, amount: 700 }
  const send = (sent: object) =>
    app.request('POST', '/api/v2/charges', { as: admin, body: sent, headers: { 'idempotency-key': 'charge-1' } })
  const first = await send(body)
  expect(first.status).toBe(201)
  expect((await send(body)).body).toEqual(first.body)
  expect((await send({ ...body, amount: 701 })).body.code).toBe('idempotency_key_reused')
  const { total } = await app.posy.db
    .selectFrom('charge')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('amount', 'in', [700, 701])
    .executeTakeFirstOrThrow()
  expect(total).toBe(1)
})

test('the payments API names every wrong field of a charge', async () => {
  const { status, body } = await app.request('POST', '/api/v2/charges', {
    as: admin,
    body: { amount: -1, currency: 'USD', returnUrl: '//evil.example', token: 'x' },
  })
  expect(status).toBe(422)
  expect(body.details.map(({ path }: { path: string }) => path).sort()).toEqual([
    'amount',
    'currency',
    'returnUrl',
    'token',
  ])
  for (const returnUrl of ['http://shop.example/', 'javascript:alert(1)', '/\\evil.example'])
    expect((await chargeCard(app, { returnUrl })).status, returnUrl).toBe(422)
})
