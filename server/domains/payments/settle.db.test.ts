import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { demo } from '#server/app/demo/ids.ts'
import { reconcileIn } from '#server/app/reconcile.ts'
import { loadBalances, receivablePence } from '#server/domains/ledger/index.ts'
import { asSystem, type Work } from '#server/platform/posy.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { answer3ds, chargeCard, testCard } from '#server/testing/cards.ts'
import { applyPayment } from './apply-payment.ts'
import { chargeById } from './queries.ts'
import { settleCharge } from './settle-charge.ts'
import { spendChargeAsSystem } from './spend-charge.ts'

const { teams, users, wallets } = demo
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const run = <T>(command: (work: Work) => Promise<T>) => asSystem(app.posy, command)
const charged = async (rest: Record<string, unknown> = {}) =>
  (await chargeById(app.posy.db, (await chargeCard(app, rest)).body.data.id))!
const available = async (id: string) => (await loadBalances(app.posy.db, [id])).get(id)!.available
const findings = () => app.posy.db.transaction().execute(reconcileIn)

test('a report about another payment never touches a charge', async () => {
  const charge = await charged({ number: testCard.asks3ds })
  const payment = (await app.posy.providers.cards!.payment(charge.method_payment_id!))!
  const good = { ...payment, status: 'authorised' as const }
  for (const other of [
    { ...good, reference: newId() },
    { ...good, amountPence: 1 },
    { ...good, currency: 'EUX' },
  ])
    await expect(run((work) => applyPayment(work, charge.id, other))).rejects.toThrow(/does not match/)
  expect(await chargeById(app.posy.db, charge.id)).toEqual(charge)
  expect((await run((work) => applyPayment(work, charge.id, good))).state).toBe('authorised')
})

test('money that was used and is gone at the provider is owed by the team, once', async () => {
  const charge = await charged()
  const use = { chargeId: charge.id, amountPence: 2_000, walletId: wallets.acmeMain, transactionId: newId() }
  const [before, owed] = [await available(wallets.acmeMain), await receivablePence(app.posy.db, teams.acme, 'GBX')]
  await run((work) => spendChargeAsSystem(work, { ...use, key: 'purchase/1' }))
  await app.posy.providers.cards!.void(charge.method_payment_id!, { key: 'by hand' })
  await app.settle()
  for (let again = 0; again < 3; again++) expect((await settleCharge(app.posy, charge.id)).state).toBe('lost')
  expect(await available(wallets.acmeMain)).toBe(before + 2_000)
  expect(await receivablePence(app.posy.db, teams.acme, 'GBX')).toBe(owed + 2_000)
  const { body } = await app.request('GET', `/api/v2/charges/${charge.id}`, { as: 'admin@acme.test' })
  expect(body.data).toMatchObject({ status: 'failed', error: 'not-captured', spent: 2_000 })
  expect(await findings()).toEqual([])
})

test('a use of a charge is known by its key: a retry finds the first, another use is refused', async () => {
  const charge = await charged()
  const spend = (key: string, amountPence = 900, transactionId = newId()) =>
    run((work) =>
      spendChargeAsSystem(work, { chargeId: charge.id, amountPence, walletId: wallets.acmeMain, transactionId, key }),
    )
  const before = await available(wallets.acmeMain)
  const first = await spend('purchase/2')
  expect(await spend('purchase/2')).toEqual({ ...first, repeated: true })
  await expect(spend('purchase/2', 901)).rejects.toMatchObject({ code: 'conflict' })
  await expect(spend('purchase/3')).rejects.toMatchObject({ code: 'wrong_state' })
  expect(await available(wallets.acmeMain)).toBe(before + 900)
})

test('an automatic intent is not carried out for someone who left meanwhile; the money is given back', async () => {
  const walletId = wallets.acmeNorth
  const as = 'subteam@acme.test'
  const charge = await charged({ as, number: testCard.asks3ds, intent: { walletId, automatic: true } })
  const before = await available(walletId)
  const gone = await app.request('DELETE', `/v3/teams/${teams.acmeNorth}/users/${users.acmeSubteam}`, {
    as: 'admin@acme.test',
  })
  expect(gone.status).toBeLessThan(300)
  await answer3ds(app, charge.redirect_url!, 'approve')
  await app.providers.sandboxes.checkout!.notices.idle()
  await app.settle()
  expect(await chargeById(app.posy.db, charge.id)).toMatchObject({ state: 'authorised', spent: 0 })
  await app.advance('PT31M')
  expect((await chargeById(app.posy.db, charge.id))!.state).toBe('voided')
  expect(await available(walletId)).toBe(before)
})

test('reconciliation finds a charge, a refund and a top-up that the ledger does not know', async () => {
  const charge = await charged()
  const body = { payment: { reference: charge.id }, purchase: { reference: wallets.acmeMain, amount: 1_000 } }
  await app.request('POST', `/api/v2/wallets/${wallets.acmeMain}/top-up`, { as: 'admin@acme.test', body })
  await app.settle()
  expect(await findings()).toEqual([])
  await run(async ({ tx }) => {
    await tx.updateTable('charge').set({ spent: 1_100, refunded: 7 }).where('id', '=', charge.id).execute()
    const found = await reconcileIn(tx)
    expect([...new Set(found.map(({ check }) => check))].sort()).toEqual([
      'card-clearing',
      'card-top-up',
      'charge-refunds',
      'charge-wallet',
    ])
    expect(found.find(({ check }) => check === 'card-clearing')).toMatchObject({
      subject: charge.id,
      expected: `-1100 GBX by card-top-up/${charge.id}`,
      found: `-1000 GBX by card-top-up/${charge.id}`,
    })
    await tx.updateTable('charge').set({ spent: 1_000, refunded: 0 }).where('id', '=', charge.id).execute()
  })
})
