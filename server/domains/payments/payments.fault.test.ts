import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcileIn } from '#server/app/reconcile.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import { signNotification } from '#server/providers/checkout/sandbox/index.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { answer3ds, chargeCard, testCard } from '#server/testing/cards.ts'

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 3)
const rounds = Array.from({ length: ROUNDS }, (_, index) => index + 1)
const admin = 'admin@acme.test'
const wallet = demo.wallets.acmeEvents
let app: TestApp
let before: number

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  before = await available()
})
afterEach(async () => {
  await app.providers.sandboxes.checkout!.notices.resume()
  await app.settle()
  expect(await app.posy.db.transaction().execute(reconcileIn)).toEqual([])
})

const available = async () => (await loadBalances(app.posy.db, [wallet])).get(wallet)!.available
const chargeNow = async (id: string) => (await app.request('GET', `/api/v2/charges/${id}`, { as: admin })).body.data
const topUp = (id: string, amount: number) =>
  app.request('POST', `/api/v2/wallets/${wallet}/top-up`, {
    as: admin,
    body: { payment: { reference: id }, purchase: { reference: wallet, amount } },
  })

/** What the provider did for a charge, by its own records. */
async function doneFor(chargeId: string): Promise<{ payments: number; captures: number[]; voids: number }> {
  const query = app.posy.db.selectFrom('sandbox_card_record').select('body').where('kind', '=', 'payment')
  const rows = await query.where('reference', '=', chargeId).execute()
  const actions = rows.flatMap(({ body }) => (body as { actions: { type: string; amount: number }[] }).actions)
  return {
    payments: rows.length,
    captures: actions.filter(({ type }) => type === 'Capture').map(({ amount }) => amount),
    voids: actions.filter(({ type }) => type === 'Void').length,
  }
}

test.each(rounds)(
  'a charge after which the provider drops the connection is found at once and captured once (%i)',
  async () => {
    const { failures } = app.providers.sandboxes.checkout!
    failures.next('payment', 'drop-after')
    const { status, body } = await chargeCard(app)
    expect([status, body.data.status]).toEqual([201, 'processed'])
    failures.next('capture', 'drop-after')
    expect((await topUp(body.data.id, 2_500)).status).toBe(201)
    // The job fails and waits for its next try; the charge falls due before that.
    await app.settle()
    await app.advance('PT10M')
    expect(await doneFor(body.data.id)).toEqual({ payments: 1, captures: [2_500], voids: 0 })
    expect(await available()).toBe(before + 2_500)
  },
)

test.each(rounds)(
  'a charge that the provider can neither be asked about nor reports is settled by the clock (%i)',
  async () => {
    const { failures, notices } = app.providers.sandboxes.checkout!
    notices.hold()
    failures.next('payment', 'drop-after')
    failures.next('read', 'error')
    const { status, body } = await chargeCard(app, { intent: { walletId: wallet, automatic: true } })
    expect([status, body.data.status]).toEqual([201, 'pending'])
    expect((await topUp(body.data.id, 2_500)).status).toBe(409)
    await app.advance('PT2M')
    expect(await chargeNow(body.data.id)).toMatchObject({ status: 'processed', spent: 2_500 })
    expect(await doneFor(body.data.id)).toEqual({ payments: 1, captures: [2_500], voids: 0 })
    expect(await available()).toBe(before + 2_500)
  },
)

test.each(rounds)(
  'a charge’s request that never arrived takes nothing and is given up after some minutes (%i)',
  async () => {
    app.providers.sandboxes.checkout!.failures.next('payment', 'drop-before')
    const { body } = await chargeCard(app)
    expect(body.data.status).toBe('pending')
    await app.advance('PT4M')
    expect((await chargeNow(body.data.id)).status).toBe('pending')
    await app.advance('PT3M')
    expect(await chargeNow(body.data.id)).toMatchObject({ status: 'failed', error: 'not-processed' })
    expect(await doneFor(body.data.id)).toEqual({ payments: 0, captures: [], voids: 0 })
  },
)

test.each(rounds)('a charge’s request that arrived after we gave up is given back (%i)', async () => {
  const { failures, notices } = app.providers.sandboxes.checkout!
  notices.hold()
  failures.next('payment', 'drop-after')
  failures.next('read', 'error')
  const { body } = await chargeCard(app)
  const gaveUp = { state: 'declined' as const, error: 'not-processed', due_at: null }
  await app.posy.db.updateTable('charge').set(gaveUp).where('id', '=', body.data.id).execute()
  await notices.resume()
  await app.settle()
  expect((await chargeNow(body.data.id)).status).toBe('void')
  expect(await doneFor(body.data.id)).toEqual({ payments: 1, captures: [], voids: 1 })
})

test.each(rounds)('a hundred notices in any order, at once, do everything once (%i)', async () => {
  const { notices } = app.providers.sandboxes.checkout!
  const earlier = new Set((await notices.all()).map(({ id }) => id))
  notices.hold()
  const { body } = await chargeCard(app, { number: testCard.asks3ds, intent: { walletId: wallet, automatic: true } })
  const { id } = body.data
  await answer3ds(app, body.data.redirectUrl, 'approve')
  const fresh = async () => (await notices.all()).filter((notice) => !earlier.has(notice.id))
  const deliverAll = async () => {
    const copies = (await fresh()).reverse().flatMap((notice) => Array.from({ length: 100 }, () => notice))
    const statuses = await Promise.all(copies.map((notice) => notices.deliver(notice)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    await app.settle()
  }
  await deliverAll()
  expect((await fresh()).map(({ type }) => type)).toEqual(['payment_approved', 'payment_captured'])
  await deliverAll()
  expect(await chargeNow(id)).toMatchObject({ status: 'processed', spent: 2_500 })
  expect(await doneFor(id)).toEqual({ payments: 1, captures: [2_500], voids: 0 })
  expect(await available()).toBe(before + 2_500)
})

test('forged and stale notices are refused and change nothing', async () => {
  const { notices, settings } = app.providers.sandboxes.checkout!
  notices.hold()
  const { body } = await chargeCard(app)
  const [notice] = (await notices.all()).slice(-1)
  const events = async () =>
    (
      await app.posy.db
        .selectFrom('card_event')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count
  const known = await events()
  const post = (raw: string, signature?: string) =>
    app.request('POST', '/webhooks/checkout', { body: raw, headers: signature ? { 'cko-signature': signature } : {} })
  const signature = signNotification(settings.webhookSecret, notice!.raw)
  expect((await post(notice!.raw)).status).toBe(401)
  expect((await post(notice!.raw, signNotification('a guess', notice!.raw))).status).toBe(401)
  expect((await post(notice!.raw.replace('approved', 'captured'), signature)).status).toBe(401)
  expect((await post(` ${notice!.raw}`, signature)).status).toBe(401)
  expect(await events()).toBe(known)

  await app.advance('P4D')
  const after = await chargeNow(body.data.id)
  expect(after.status).toBe('void')
  expect((await post(notice!.raw, signature)).status).toBe(409)
  expect(await events()).toBe(known)
  expect(await chargeNow(body.data.id)).toEqual(after)
})

test.each(rounds)('fifty uses of one charge at once make one top-up (%i)', async () => {
  const { data } = (await chargeCard(app)).body
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => topUp(data.id, index % 2 ? 2_500 : 2_400)))
  const good = answers.filter(({ status }) => status === 201)
  expect(good.length).toBeGreaterThan(0)
  expect(new Set(good.map(({ body }) => body.data.id)).size).toBe(1)
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
  await app.settle()
  const { spent } = await chargeNow(data.id)
  expect(await available()).toBe(before + spent)
  expect((await doneFor(data.id)).captures).toEqual([spent])
})

test.each(rounds)(
  'a charge that is used and lapses at the same moment is captured or voided, never both (%i)',
  async () => {
    const { data } = (await chargeCard(app)).body
    await app.advance('PT29M59S')
    const [used] = await Promise.all([topUp(data.id, 2_500), app.advance('PT1S')])
    await app.settle()
    const isUsed = used!.status === 201
    expect(await doneFor(data.id)).toEqual(
      isUsed ? { payments: 1, captures: [2_500], voids: 0 } : { payments: 1, captures: [], voids: 1 },
    )
    expect(await available()).toBe(before + (isUsed ? 2_500 : 0))
  },
)
