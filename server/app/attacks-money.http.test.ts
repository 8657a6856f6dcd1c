import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { balancesOf } from '#server/domains/ledger/index.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { FINANCE, OWNER } from '#server/testing/operators.ts'
import { reconcile } from './reconcile.ts'

/** What one operator tried alone, on the way of money in and out. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
}, 120_000)
afterAll(async () => {
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

const reason = 'month end'
const post = (path: string, body: object, as = FINANCE) =>
  app.request('POST', `/v3/operator/${path}`, { as: `operator:${as}`, body: { reason, ...body } })
const get = async (path: string, as = OWNER) =>
  (await app.request('GET', `/v3/operator/${path}`, { as: `operator:${as}` })).body.data
const available = async (id: string = demo.wallets.acmeMain) => (await balancesOf(app.posy.db, [id])).get(id)!.available

describe('the way out', () => {
  test('a payout to a mule is not released blind: the second operator sees whom it pays, and releases that alone', async () => {
    const before = await available()
    const wish = { walletReference: 'HGDEMO0401', amountPence: 1000, sortCode: '20-00-00', accountNumber: '55779911' }
    const [mule, honest] = [
      (await post('payouts', { ...wish, payee: 'Mule Ltd' })).body.data,
      (await post('payouts', { ...wish, payee: 'Acme Ltd' })).body.data,
    ]
    const listed = await get('payouts')
    const paymentOf = (id: string) => listed.find((payout: { id: string }) => payout.id === id).payment
    expect(paymentOf(mule.id)).toMatchObject({
      payee: 'Mule Ltd',
      sortCode: '200000',
      accountNumber: '55779911',
      isOwnName: false,
    })
    expect(paymentOf(honest.id)).toMatchObject({ payee: 'Acme Ltd', isOwnName: true })
    // What was looked at is named, and another payout's payee is not what this one pays.
    expect((await post(`payouts/${mule.id}/release`, {}, OWNER)).status).toBe(422)
    const swapped = await post(`payouts/${mule.id}/release`, { seen: paymentOf(honest.id).version }, OWNER)
    expect([swapped.status, swapped.body.code]).toEqual([409, 'wrong_state'])
    expect(await available()).toBe(before)
    expect((await post(`payouts/${mule.id}/refuse`, {}, OWNER)).status).toBe(200)
    expect((await get('payouts')).find((payout: { id: string }) => payout.id === mule.id).payment).toBeNull()
  })
})
