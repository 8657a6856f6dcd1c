import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VatSummary } from '#contract/invoices.ts'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

const as = 'admin@acme.test'
const { products, teams, wallets } = demo
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const today = () => app.posy.clock.now().toZonedDateTimeISO('Europe/London').toPlainDate().toString()
const ask = (query = '', who = as, team: string = teams.acme) =>
  app.request('GET', `/v3/teams/${team}/vat-summary${query}`, { as: who })
const ofToday = async (): Promise<VatSummary> => (await ask(`?from=${today()}&until=${today()}`)).body.data

async function buy(reference: string, quantity: number, payment: object) {
  const { body, status } = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
    as,
    body: { purchase: { type: 'bulkHugggs', reference, deliveryMethod: 'links', quantity }, payment },
  })
  expect(status).toBe(201)
  await app.request('GET', `/api/v2/transactions/${body.data.id}/receipt`, { as })
  return body.data
}

test('what was charged and given back, by rate, adds up to every paper of the period', async () => {
  const fromWallet = { method: 'walletCommitment', reference: wallets.acmeMain }
  const coffees = await buy(products.daisyFlatWhite, 3, fromWallet)
  const cards = await buy(products.daisyGiftCard10, 2, { method: 'invoice' })
  await app.request('POST', `/api/v2/hugggs/${coffees.embedded.hugggs[0].id}/cancel`, { as })
  await app.settle()

  const summary = await ofToday()
  expect(summary.lines.map(({ kind, transactionId, rate }) => [kind, transactionId, rate])).toEqual([
    ['receipt', coffees.id, 20],
    ['invoice', cards.id, 20],
    ['invoice', cards.id, null],
    ['credit-note', coffees.id, 20],
  ])
  expect(summary.gross).toBe((coffees.sale_total / 3) * 2 + cards.sale_total)
  expect(summary.lines.at(-1)!.gross).toBe(-coffees.sale_total / 3)
  for (const part of ['net', 'vat', 'gross'] as const) {
    expect(summary.rates.reduce((sum, rate) => sum + rate[part], 0)).toBe(summary[part])
    expect(summary.lines.reduce((sum, line) => sum + line[part], 0)).toBe(summary[part])
  }
  for (const each of [summary, ...summary.rates, ...summary.lines]) expect(each.gross).toBe(each.net + each.vat)
})

test('without days it is the quarter that ended last', async () => {
  expect((await ask()).body.data).toMatchObject({ from: '2025-10-01', until: '2025-12-31' })
})

test('a range that ends before it begins is refused, an empty one adds up to nothing, and no one sees another team’s', async () => {
  expect((await ask('?from=2026-02-01&until=2026-01-01')).status).toBe(422)
  expect((await ask('?from=2001-01-01&until=2001-12-31')).body.data).toMatchObject({ rates: [], gross: 0, lines: [] })
  expect((await ask('', 'admin@globex.test')).status).toBe(404)
  expect((await ask('', 'viewer@acme.test')).status).toBe(403)
})
