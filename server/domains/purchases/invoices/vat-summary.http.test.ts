import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VatSummary } from '#contract/orders/invoices.ts'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { addActiveParticipants } from '#server/testing/budgets.ts'
import { buyGifts } from '#server/testing/hugggs.ts'

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

test('the VAT summary of what was charged and refunded, by rate, adds up to every document of the period', async () => {
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

test('participants’ gifts count on their budget’s documents, in the month of their tax point, and until then as not yet invoiced', async () => {
  const root = '/v3/automated-budgets'
  const budget = await app.request('POST', root, {
    as,
    body: { name: 'Fund', budgetAmount: 6_000, frequency: 'month', unspentParticipantBalanceAction: 'rollover' },
  })
  await addActiveParticipants(app.posy.db, budget.body.data.id, 1)
  await app.request('POST', `${root}/${budget.body.data.id}/start`, { as, body: {} })
  await app.settle()
  const person = await app.posy.db
    .selectFrom('automated_budget_participant')
    .select(['participant_team_id as teamId', 'wallet_id as walletId', 'user_id as userId'])
    .where('budget_id', '=', budget.body.data.id)
    .executeTakeFirstOrThrow()
  const month = today().slice(0, 7)
  const ofMonth = async (days: string): Promise<VatSummary> => (await ask(days)).body.data
  const whole = `?from=${month}-01&until=${month}-31`
  const before = await ofMonth(whole)
  // £3.60 (60p of it VAT) with a fee of 25p and 5p of VAT on it, each.
  const owner = { teamId: person.teamId!, walletId: person.walletId!, userId: person.userId! }
  const { transactionId, gifts } = await buyGifts(app.posy, { ...owner, quantity: 2 })
  await app.request('GET', `/api/v2/transactions/${transactionId}/receipt`, { as })
  await app.request('POST', `/api/v2/hugggs/${gifts[0]!.id}/cancel`, { as })
  await app.settle()
  const open = await ofMonth(whole)
  expect(open.notYetInvoiced).toEqual({ count: 2, net: 325, vat: 65, gross: 390 })
  expect([open.vat, open.gross, open.lines]).toEqual([before.vat, before.gross, before.lines])

  // What came back is credited within the month.
  await app.advance('P11D')
  const credited = await ofMonth(whole)
  expect(credited.notYetInvoiced).toEqual({ count: 1, net: 650, vat: 130, gross: 780 })
  expect([credited.vat, credited.gross]).toEqual([before.vat - 65, before.gross - 390])

  await app.advance('P20D')
  const closed = await ofMonth(whole)
  expect(closed.notYetInvoiced).toEqual({ count: 0, net: 0, vat: 0, gross: 0 })
  expect([closed.vat - before.vat, closed.gross - before.gross]).toEqual([65, 390])
  const papers = closed.lines.filter(({ number }) => /^P(IN|CN)/.test(number))
  const { id: budgetId } = budget.body.data
  expect(papers.map(({ kind, date, vat, budgetId: of }) => [kind, date, vat, of])).toEqual([
    ['period-credit-note', `${month}-10`, -65, budgetId],
    ['period-invoice', `${month}-31`, 130, budgetId],
  ])
  expect(closed.lines.map(({ transactionId: of }) => of)).not.toContain(transactionId)
  expect((await ofMonth(`?from=${today().slice(0, 7)}-01&until=${today()}`)).lines).not.toContainEqual(
    expect.objectContaining({ kind: 'period-invoice' }),
  )
  expect(await reconcile(app.posy)).toEqual([])
})

test('a credit note counts on the day its money moved and prints it beside the original tax point, whenever it is made', async () => {
  const bought = await buy(products.daisyFlatWhite, 1, { method: 'walletCommitment', reference: wallets.acmeMain })
  await app.advance('P2D')
  const day = today()
  await app.request('POST', `/api/v2/hugggs/${bought.embedded.hugggs[0].id}/cancel`, { as })
  await app.settle()
  const note = await app.posy.db
    .selectFrom('document')
    .selectAll()
    .where('transaction_id', '=', bought.id)
    .where('kind', '=', 'credit-note')
    .executeTakeFirstOrThrow()
  const { dates } = note.content as { dates: { label: string; date: string }[] }
  expect(dates.map(({ label }) => label)).toEqual(['Tax point', 'Original tax point'])
  expect(dates[0]!.date).toBe(day)
  const line = (await ofToday()).lines.find(({ number }) => number === note.number)
  expect(line).toMatchObject({ date: day, kind: 'credit-note', gross: -bought.sale_total })
})

test('the VAT summary without dates is of the quarter that ended last', async () => {
  const now = app.posy.clock.now().toZonedDateTimeISO('Europe/London').toPlainDate()
  const from = now.with({ day: 1, month: now.month - ((now.month - 1) % 3) }).subtract({ months: 3 })
  const until = from.add({ months: 3 }).subtract({ days: 1 })
  expect((await ask()).body.data).toMatchObject({ from: from.toString(), until: until.toString() })
})

test('a VAT summary whose range ends before it starts is refused, an empty one adds up to zero, and no one sees another team’s', async () => {
  expect((await ask('?from=2026-02-01&until=2026-01-01')).status).toBe(422)
  expect((await ask('?from=2001-01-01&until=2001-12-31')).body.data).toMatchObject({ rates: [], gross: 0, lines: [] })
  expect((await ask('', 'admin@globex.test')).status).toBe(404)
  expect((await ask('', 'participant@acme.test')).status).toBe(403)
  expect((await ask('', 'subteam@acme.test')).status).toBe(404)
  expect((await ask('', 'viewer@acme.test')).body.data).toEqual((await ask('')).body.data)
})
