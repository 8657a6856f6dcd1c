import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcileIn } from '#server/app/reconcile.ts'
import { loadBalances, receivablePence } from '#server/domains/ledger/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { chargeCard } from '#server/testing/cards.ts'
import { cardRefund } from './ask-refund.ts'
import { refundCharge, sendRefund } from './refund-charge.ts'
import { settleDispute } from './settle-dispute.ts'

const { teams, wallets } = demo
const wallet = wallets.acmeSouth
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(async () => {
  await app.settle()
  expect(await app.posy.db.transaction().execute(reconcileIn)).toEqual([])
})

const available = async () => (await loadBalances(app.posy.db, [wallet])).get(wallet)!.available
const owed = () => receivablePence(app.posy.db, teams.acme, 'GBX')
const refund = (chargeId: string, amountPence: number) =>
  transact(app.posy, { actor: operatorActor }, (work) => refundCharge(work, { chargeId, amountPence }))

/** A captured charge whose money is in the wallet. */
async function toppedUp(amount = 2_500) {
  const { id } = (await chargeCard(app, { amount })).body.data
  const body = { payment: { reference: id }, purchase: { reference: wallet, amount } }
  const done = await app.request('POST', `/api/v2/wallets/${wallet}/top-up`, { as: 'admin@acme.test', body })
  expect(done.status).toBe(201)
  await app.settle()
  const charge = app.posy.db.selectFrom('charge').selectAll().where('id', '=', id)
  const path = `/api/v2/transactions/${done.body.data.id}`
  const told = async () => (await app.request('GET', path, { as: 'admin@acme.test' })).body.data
  return { id, charge: () => charge.executeTakeFirstOrThrow(), told }
}

test('a card refund gives back up to what was captured, to the penny, and its top-up says so', async () => {
  const { id, charge, told } = await toppedUp()
  const before = await available()
  await refund(id, 1_000)
  expect(await available()).toBe(before - 1_000)
  await app.settle()
  expect(await charge()).toMatchObject({ refunded: 1_000, spent: 2_500 })
  await expect(refund(id, 1_501)).rejects.toMatchObject({ code: 'invalid_fields' })
  const results = await Promise.allSettled([refund(id, 1_500), refund(id, 1_500), refund(id, 1_500)])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await available()).toBe(before - 2_500)
  expect(await told()).toMatchObject({ topup_type: 'charge', sale_total: 2_500, refunded_total: 2_500 })
})

test('a card refund never gives back what the wallet has spent, nor what was not captured', async () => {
  const { id } = await toppedUp(700)
  const move = { toWalletId: wallets.acmeMain, amount: await available() }
  await app.request('POST', `/v3/wallets/${wallet}/transfers`, { as: 'admin@acme.test', body: move })
  await expect(refund(id, 700)).rejects.toMatchObject({ code: 'insufficient_funds' })
  const unused = (await chargeCard(app)).body.data.id
  await expect(refund(unused, 100)).rejects.toMatchObject({ code: 'wrong_state' })
})

test('a refund whose answer is lost is paid out once; one that is refused goes back into the wallet', async () => {
  const { id, charge } = await toppedUp()
  const { failures } = app.providers.sandboxes.checkout!
  const made = await refund(id, 400)
  failures.next('refund', 'drop-after')
  await expect(sendRefund(app.posy, made.id)).rejects.toMatchObject({ name: 'CardsUncertain' })
  expect((await sendRefund(app.posy, made.id)).status).toBe('processed')
  const paymentId = (await charge()).method_payment_id!
  const rows = app.posy.db.selectFrom('sandbox_card_record').select('body').where('id', '=', paymentId)
  expect((await rows.executeTakeFirstOrThrow()).body).toMatchObject({ captured: 2_500, refunded: 400 })

  // Someone gives the rest back at the provider itself, so that ours is refused there.
  await app.posy.providers.cards!.refund(paymentId, { amountPence: 2_000, key: 'by hand' })
  const before = await available()
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  expect(await cardRefund(app.posy, { chargeId: id, amountPence: 500 })).toBe(1)
  expect(said.mock.calls[0]![0]).toMatch(/500 pence.*failed; the money is back/)
  expect(await available()).toBe(before)
  expect((await charge()).refunded).toBe(400)
})

test('a disputed charge is owed by the team until the dispute is won, in whatever order that is heard', async () => {
  const sandbox = app.providers.sandboxes.checkout!
  const before = await owed()
  const first = await (await toppedUp()).charge()
  const dispute = await sandbox.openDispute(first.method_payment_id!)
  await sandbox.notices.idle()
  await app.settle()
  expect(await owed()).toBe(before + 2_500)
  await sandbox.decideDispute(dispute, 'won')
  await sandbox.notices.idle()
  await app.settle()
  expect(await owed()).toBe(before)
  for (let again = 0; again < 3; again++) await settleDispute(app.posy, dispute)
  expect(await owed()).toBe(before)

  // Lost before we heard that there was one.
  sandbox.notices.hold()
  const second = await (await toppedUp(300)).charge()
  const lost = await sandbox.openDispute(second.method_payment_id!)
  await sandbox.decideDispute(lost, 'lost')
  const notices = (await sandbox.notices.all()).filter(
    ({ type, raw }) => type.startsWith('dispute_') && raw.includes(lost),
  )
  for (const notice of notices.reverse()) expect(await sandbox.notices.deliver(notice)).toBe(200)
  await app.settle()
  await sandbox.notices.resume()
  await app.settle()
  expect(await owed()).toBe(before + 300)
})
