import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { askRefund } from '#server/domains/payments/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import type { CardRecords } from '#server/providers/checkout/types.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { chargeCard, createCardToken } from '#server/testing/cards.ts'
import { compareWithProvider, printProviderReconciliation, type Range } from './reconcile-provider.ts'

let app: TestApp
const range: Range = { from: new Date('2026-03-02'), until: new Date('2026-03-13') }
const wallet = demo.wallets.acmeEvents
const charges: { id: string; payment: string }[] = []

/** A captured charge whose money is in the wallet. */
async function toppedUp(amount: number) {
  const { id, methodPaymentId } = (await chargeCard(app, { amount })).body.data
  const body = { payment: { reference: id }, purchase: { reference: wallet, amount } }
  const done = await app.request('POST', `/api/v2/wallets/${wallet}/top-up`, { as: 'admin@acme.test', body })
  expect(done.status).toBe(201)
  await app.settle()
  charges.push({ id, payment: methodPaymentId })
}
const fetched = (): Promise<CardRecords> =>
  app.posy.providers.cards!.records({ from: range.from, until: new Date('2026-04-01') })
const compared = (records: CardRecords, over: Range | null = range) => compareWithProvider(app.posy.db, records, over)
const subject = (index: number) => `charge ${charges[index]!.id} (${charges[index]!.payment})`

/** Ten days of charges, a part captured, a refund, a dispute that is lost and one that is won. */
beforeAll(async () => {
  app = await startTestApp()
  const sandbox = app.providers.sandboxes.checkout!
  for (let day = 0; day < 9; day++) {
    await toppedUp(1_000 + day)
    await app.advance('P1D')
  }
  await transact(app.posy, { actor: operatorActor }, (work) =>
    askRefund(work, { chargeId: charges[0]!.id, amountPence: 400, operator: 'ann', reason: 'Asked for it' }),
  )
  for (const [index, decision] of [
    [1, 'lost'],
    [2, 'won'],
  ] as const) {
    const dispute = await sandbox.openDispute(charges[index]!.payment)
    await sandbox.notices.idle()
    await app.settle()
    await sandbox.decideDispute(dispute, decision)
    await sandbox.notices.idle()
  }
  await app.settle()
})
afterAll(() => app.close())

test('the provider’s reports, page after page, agree with the books', async () => {
  const records = await fetched()
  expect(records.movements.filter(({ kind }) => kind === 'capture')).toHaveLength(9)
  expect(records.movements.filter(({ kind }) => kind === 'other').length).toBeGreaterThan(0)
  expect(records.payouts.length).toBeGreaterThan(8)
  expect(await compared(records)).toEqual([])
  expect(await compared(records, null)).toEqual([])
})

test('a movement that only the provider or only the books have, and a wrong sum, are found; nothing is changed', async () => {
  const { movements, payouts } = await fetched()
  const at = (index: number, kind: string) =>
    movements.findIndex((one) => one.paymentId === charges[index]!.payment && one.kind === kind)
  const without = (index: number, kind: string) => movements.toSpliced(at(index, kind), 1)
  const changed = (index: number, kind: string, change: object) =>
    movements.with(at(index, kind), { ...movements[at(index, kind)]!, ...change })
  const check = async (changedMovements: typeof movements, over: Range | null = range) =>
    (await compared({ movements: changedMovements, payouts: [] }, over)).map((one) => Object.values(one).join(' | '))

  expect(await check(without(3, 'capture'))).toEqual([`provider-capture | ${subject(3)} | 1003 GBP | 0 GBP`])
  expect(await check(without(3, 'capture'), null)).toEqual([])
  expect(await check(changed(3, 'capture', { amountPence: 1_004 }), null)).toEqual([
    `provider-capture | ${subject(3)} | 1003 GBP | 1004 GBP`,
  ])
  expect(await check(without(0, 'refund'))).toEqual([`provider-refund | ${subject(0)} | 400 GBP | 0 GBP`])
  const again = movements[at(0, 'refund')]!
  expect(await check([...movements, { ...again, id: 'act_again' }])).toEqual([
    `provider-refund | ${subject(0)} | 400 GBP | 800 GBP`,
  ])
  expect(await check(without(1, 'chargeback'))).toEqual([`provider-chargeback | ${subject(1)} | 1001 GBP | 0 GBP`])
  expect(await check(changed(4, 'capture', { currency: 'EUR' }))).toEqual([
    `provider-currency | ${subject(4)} | GBP | EUR`,
  ])
  const [payout] = payouts
  const short = { ...payout!, amountPence: payout!.amountPence - 1 }
  expect(await compared({ movements, payouts: [short, ...payouts.slice(1)] })).toMatchObject([
    { check: 'provider-payout', subject: short.id, found: `${short.amountPence} GBP` },
  ])
})

test('a payment made outside Posy is found by the provider’s API, and by its files, of which there may be none', async () => {
  const source = { type: 'token', token: await createCardToken(app) }
  const { settings } = app.providers.sandboxes.checkout!
  const stranger = await app.request('POST', '/sandbox/checkout/payments', {
    headers: { authorization: settings.secretKey },
    body: { source, amount: 777, currency: 'GBP', reference: 'past us' },
  })
  const headers = { authorization: settings.secretKey }
  const list = await app.request('GET', '/sandbox/checkout/reports?pagination_token=15', { headers })
  const { id, files } = list.body.data.at(-2)
  const folder = mkdtempSync(join(tmpdir(), 'reports-'))
  const file = join(folder, 'actions.csv')
  const said: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  try {
    const csv = await app.request('GET', `/sandbox/checkout/reports/${id}/files/${files[0].id}`, { headers })
    writeFileSync(file, String(csv.body))
    const run = async (options: Parameters<typeof printProviderReconciliation>[1]) => {
      said.length = 0
      return [await printProviderReconciliation(app.posy, options), said.join('')]
    }
    const line = `provider-payment ${stranger.body.id}: expected a charge of ours, found capture 777 GBP\n1 findings.\n`
    expect(await run({ files: [], range })).toEqual([1, line])
    expect(await run({ files: [file, file], range: null })).toEqual([1, line])
    writeFileSync(file, 'name,amount\nx,1\n')
    expect(await run({ files: [file], range: null })).toEqual([1, expect.stringContaining('no report')])
  } finally {
    write.mockRestore()
    rmSync(folder, { recursive: true })
  }
})
