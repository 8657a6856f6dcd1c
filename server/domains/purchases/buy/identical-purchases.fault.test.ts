import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 3)
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const buy = (idempotencyKey: string, quantity: number) =>
  app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
    as: 'key:demo-customer',
    headers: { 'idempotency-key': idempotencyKey },
    body: {
      purchase: { type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, deliveryMethod: 'links', quantity },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    },
  })
const purchases = async () =>
  (await app.posy.db.selectFrom('ledger_transfer').select('id').where('kind', '=', 'purchase').execute()).length

test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
  '50 identical purchases at once with one key make one order, one charge, one answer (round %i)',
  async (round) => {
    const before = await purchases()
    const answers = await Promise.all(Array.from({ length: 50 }, () => buy(`twins-${round}`, 2)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(await purchases()).toBe(before + 1)
    expect(await buy(`twins-${round}`, 3)).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
    expect(await reconcile(app.posy)).toEqual([])
  },
)
