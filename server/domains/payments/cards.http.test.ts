import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { chargeCard, createCardToken, storedCard, testCard } from '#server/testing/cards.ts'
import { chargeStoredCard } from './charge-stored-card.ts'

const { teams, users } = demo
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const admin = 'admin@acme.test'
const subteam = 'subteam@acme.test'
const cards = async (as = admin) => (await app.request('GET', '/api/v2/cards', { as })).body.data
const setDefault = (id: string, isDefault: boolean, as = admin) =>
  app.request('PUT', `/api/v2/cards/${id}`, { as, body: { isDefault } })

test('the cards API stores a card with its charge; the first is the default, one at a time', async () => {
  const { cardId: first, chargeId } = await storedCard(app, admin)
  const second = (await chargeCard(app, { number: testCard.mastercard, amount: 0, storeCard: true })).body.data
  expect(second).toMatchObject({ status: 'processed', amount: 0 })
  expect(await cards()).toEqual([
    {
      id: first,
      method: 'checkout',
      methodCardId: expect.stringMatching(/^src_/),
      expiryMonth: 12,
      expiryYear: 2030,
      scheme: 'Visa',
      last4Digits: '4242',
      verificationChargeId: chargeId,
      status: 'active',
      isDefault: true,
      userId: users.acmeAdmin,
    },
    expect.objectContaining({ id: second.cardId, scheme: 'Mastercard', isDefault: false }),
  ])
  expect((await setDefault(second.cardId, true)).body.data.isDefault).toBe(true)
  expect((await cards()).map((card: { isDefault: boolean }) => card.isDefault)).toEqual([true, false])
  await Promise.all([setDefault(first, true), setDefault(second.cardId, true)])
  expect((await cards()).filter((card: { isDefault: boolean }) => card.isDefault)).toHaveLength(1)
})

test('the same card stored twice is one card', async () => {
  const before = await cards()
  const { cardId } = await storedCard(app, admin)
  expect(await cards()).toHaveLength(before.length)
  expect(before.map((card: { id: string }) => card.id)).toContain(cardId)
})

test('a card can be used by its holder alone', async () => {
  const { cardId } = await storedCard(app, admin)
  expect(await cards(subteam)).toEqual([])
  expect((await setDefault(cardId, true, subteam)).status).toBe(404)
  expect((await app.request('DELETE', `/api/v2/cards/${cardId}`, { as: subteam })).status).toBe(404)
  expect((await chargeCard(app, { as: subteam, cardId })).status).toBe(404)
  expect((await chargeCard(app, { as: 'viewer@acme.test' })).status).toBe(403)
  expect((await app.request('GET', '/api/v2/cards', { as: 'participant@acme.test' })).status).toBe(403)
})

test('the cards API charges a stored card, with its holder or without; without needs a right of its own', async () => {
  const { cardId } = await storedCard(app, admin)
  expect((await chargeCard(app, { cardId, amount: 900 })).body.data).toMatchObject({ status: 'processed', cardId })
  const merchant = await chargeCard(app, { cardId, amount: 900, merchantInitiated: true })
  expect(merchant.body.data).toMatchObject({ status: 'processed', requires3ds: false })
  const own = await storedCard(app, subteam)
  expect((await chargeCard(app, { as: subteam, cardId: own.cardId, merchantInitiated: true })).status).toBe(403)
  const challenged = (await chargeCard(app, { number: testCard.asks3ds, merchantInitiated: true })).body
  expect(challenged.details.map(({ path }: { path: string }) => path)).toEqual(['merchantInitiated'])
})

test('the product charges a stored card once per key', async () => {
  const { cardId } = await storedCard(app, admin)
  const wanted = { cardId, teamId: teams.acme, amountPence: 4_200, currency: 'GBX' as const, key: 'run/1' }
  const [a, b] = await Promise.all([chargeStoredCard(app.posy, wanted), chargeStoredCard(app.posy, wanted)])
  expect(a.id).toBe(b.id)
  expect((await chargeStoredCard(app.posy, wanted)).state).toBe('authorised')
  await expect(chargeStoredCard(app.posy, { ...wanted, teamId: teams.globex, key: 'run/2' })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a deleted card can no longer be charged, and the provider deletes it', async () => {
  const { cardId } = await storedCard(app, admin)
  const { methodCardId } = (await cards()).find((card: { id: string }) => card.id === cardId)
  const deleted = await app.request('DELETE', `/api/v2/cards/${cardId}`, { as: admin })
  expect(deleted.body.data).toMatchObject({ status: 'deactivated', isDefault: false })
  expect((await cards()).map((card: { id: string }) => card.id)).not.toContain(cardId)
  expect((await chargeCard(app, { cardId })).status).toBe(409)
  expect((await setDefault(cardId, true)).status).toBe(409)
  await app.settle()
  const kept = app.posy.db.selectFrom('sandbox_card_record').select('id').where('id', '=', methodCardId)
  expect(await kept.executeTakeFirst()).toBeUndefined()
  expect((await app.request('DELETE', `/api/v2/cards/${cardId}`, { as: admin })).body).toEqual(deleted.body)
})

test('a leaver’s cards stop at once, in that team', async () => {
  const { cardId } = await storedCard(app, subteam)
  const gone = await app.request('DELETE', `/v3/teams/${teams.acmeNorth}/users/${users.acmeSubteam}`, { as: admin })
  expect(gone.status, JSON.stringify(gone.body)).toBeLessThan(300)
  await app.settle()
  const card = app.posy.db.selectFrom('card').select('status').where('id', '=', cardId)
  expect((await card.executeTakeFirstOrThrow()).status).toBe('deactivated')
})

test('someone who tries out many cards is stopped', async () => {
  const tries = async () =>
    app.request('POST', '/api/v2/charges', {
      as: 'admin@globex.test',
      body: { token: await createCardToken(app, testCard.insufficientFunds), amount: 100 },
    })
  for (let count = 0; count < 20; count++) expect((await tries()).status).toBe(201)
  const stopped = await tries()
  expect([stopped.status, Number(stopped.headers.get('retry-after')) > 0]).toEqual([429, true])
})

test('a card expires with the end of its month in London', async () => {
  const token = await createCardToken(app, testCard.approved, '5/2026')
  const made = await app.request('POST', '/api/v2/charges', { as: admin, body: { token, amount: 0, storeCard: true } })
  const { cardId } = made.body.data
  const loadCardStatus = async () => (await cards()).find((card: { id: string }) => card.id === cardId)?.status
  const untilLastMinute = app.posy.clock.now().until('2026-05-31T22:59:00Z').toString()
  await app.advance(untilLastMinute)
  expect(await loadCardStatus()).toBe('active')
  await app.advance('PT2M')
  expect(await loadCardStatus()).toBe('expired')
  expect((await chargeCard(app, { cardId })).status).toBe(409)
})

test('an installation without a card provider says so, and shows the cards it has', async () => {
  const { providers } = app.posy
  const { cards: provider } = providers
  providers.cards = null
  try {
    const token = 'tok_aaaaaaaaaaaaaaaaaaaaaaaaaa'
    const charge = await app.request('POST', '/api/v2/charges', { as: admin, body: { token, amount: 100 } })
    expect([charge.status, charge.body.code]).toEqual([503, 'unavailable'])
    expect(charge.body.message).toMatch(/takes no cards/)
    expect((await app.request('GET', '/api/v2/cards/fields', { as: admin })).status).toBe(503)
    expect((await app.request('POST', '/webhooks/checkout', { body: {} })).status).toBe(503)
    expect((await cards()).length).toBeGreaterThan(0)
  } finally {
    providers.cards = provider
  }
})
