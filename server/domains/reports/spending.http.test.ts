import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type SpendingReport, spendingDimensions, type TeamSpending } from '#contract/reports/reports.ts'
import { londonDate } from '#kit/time.ts'
import { demo } from '#server/app/demo/ids.ts'
import { PreparedClient } from '#server/platform/database/prepared-client.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { addActiveParticipants } from '#server/testing/budgets.ts'
import { buyGifts, loadShortcode } from '#server/testing/hugggs.ts'

const as = 'admin@acme.test'
const { products, teams, wallets } = demo
/** A flat white with its fee. */
const COST = 390
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const ask = (query = '', who = as) => app.request('GET', `/v3/teams/${teams.acme}/spending${query}`, { as: who })
const spending = async (query = ''): Promise<TeamSpending> => (await ask(query)).body.data
const cancel = (gift: { id: string }) => app.request('POST', `/api/v2/hugggs/${gift.id}/cancel`, { as })

async function buy(method: 'walletCommitment' | 'invoice', quantity: number, by = as): Promise<{ id: string }[]> {
  const purchase = { type: 'bulkHugggs', reference: products.daisyFlatWhite, deliveryMethod: 'links', quantity }
  const { status, body } = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
    as: by,
    body: { purchase, payment: { method, reference: wallets.acmeMain } },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.embedded.hugggs
}

/** A budget's two participants buy from their allowances, the second one gift. */
async function buyFromBudget(quantity: number): Promise<{ id: string }[]> {
  const { body } = await app.request('POST', '/v3/automated-budgets', {
    as,
    body: { name: 'Fund', budgetAmount: 6_000, frequency: 'month', unspentParticipantBalanceAction: 'rollover' },
  })
  await addActiveParticipants(app.posy.db, body.data.id, 2)
  await app.request('POST', `/v3/automated-budgets/${body.data.id}/start`, { as, body: {} })
  await app.settle()
  const people = await app.posy.db
    .selectFrom('automated_budget_participant')
    .select(['participant_team_id as teamId', 'wallet_id as walletId', 'user_id as userId'])
    .where('budget_id', '=', body.data.id)
    .execute()
  const [first, second] = people.map(({ teamId, walletId, userId }) => ({
    ...{ teamId: teamId!, walletId: walletId!, userId: userId! },
    expiryDays: 90,
  }))
  await buyGifts(app.posy, { ...second!, quantity: 1 })
  return (await buyGifts(app.posy, { ...first!, quantity })).gifts
}

test('the spending report counts what was bought, by invoice and by participants too, without runs; refunds stand beside it, those of earlier purchases apart', async () => {
  const before = await spending()
  const fromWallet = await buy('walletCommitment', 2)
  await buy('invoice', 1)
  const fromBudget = await buyFromBudget(3)
  await cancel(fromWallet[0]!)
  expect(await spending()).toEqual({
    ...before,
    bought: before.bought + 7 * COST,
    backInMonth: before.backInMonth + COST,
  })

  await app.advance('P1M')
  await cancel(fromBudget[0]!)
  const later = await buy('walletCommitment', 1)
  const now = await spending()
  expect([now.bought, now.backInMonth, now.backSince]).toEqual([COST, 0, 0])
  expect(now.earlierBackInMonth).toBeGreaterThanOrEqual(COST)
  const then = await spending(`?month=${before.month}`)
  expect([then.bought, then.backInMonth]).toEqual([before.bought + 7 * COST, before.backInMonth + COST])
  expect(then.backSince).toBe(now.earlierBackInMonth)
  await cancel(later[0]!)
  expect(await spending()).toMatchObject({ bought: COST, backInMonth: COST })
})

test('what came back of earlier purchases is looked for among the gifts that have changed since, however many there are', async () => {
  const { db } = app.posy
  const [gift] = await buy('walletCommitment', 1)
  const asked = vi.spyOn(PreparedClient.prototype, 'query')
  await spending()
  const [text, values] = asked.mock.calls.find((call) => String(call[0]).includes('earlierBackInMonth'))!
  asked.mockRestore()
  const { rows } = await sql<{
    name: string
  }>`select column_name as name from information_schema.columns where table_name = 'huggg'
    and column_name not in ('id', 'ordinal', 'shortcode', 'redeem_code', 'updated_at')`.execute(db)
  const same = sql.join(rows.map(({ name }) => sql.ref(name)))
  const plan = db.transaction().execute(async (tx) => {
    await sql`insert into huggg (id, ordinal, shortcode, redeem_code, updated_at, ${same})
      select gen_random_uuid(), 10000 + copy, 'copy' || copy, 'COPY' || copy, '2020-01-01', ${same}
      from huggg cross join generate_series(1, 9000) as copy where id = ${gift!.id}`.execute(tx)
    await sql`analyze huggg`.execute(tx)
    const explained = await tx.executeQuery(CompiledQuery.raw(`explain ${String(text)}`, values as unknown[]))
    // Back to how it was.
    throw new Error(JSON.stringify(explained.rows))
  })
  await expect(plan).rejects.toThrow('huggg_by_change')
})

test('the spending report is for anyone who may see the team’s purchases, and no one sees another team’s', async () => {
  expect((await ask('', 'admin@globex.test')).status).toBe(404)
  expect((await ask('', 'participant@acme.test')).status).toBe(403)
  const refused = ['month=2026-13', 'from=2026-03-01', 'until=2026-03-01', 'from=2026-03-02&until=2026-03-01']
  for (const query of [...refused, 'from=2026-03-01&until=2026-03-31&month=2026-03'])
    expect([query, (await ask(`?${query}`)).status]).toEqual([query, 422])
  const { month, ...ofDays } = await spending('?from=2026-03-01&until=2026-03-31')
  expect([month, ofDays]).toMatchObject([null, { from: '2026-03-01', until: '2026-03-31' }])
  expect(await spending('?month=2026-03')).toMatchObject(ofDays)
})

const askReport = (query = '', who = as) =>
  app.request('GET', `/v3/teams/${teams.acme}/spending-report${query}`, { as: who })
const report = async (query = ''): Promise<SpendingReport> => (await askReport(query)).body.data
const columns = (figures: object) => Object.entries(figures) as [keyof SpendingReport['total'], number][]

test('the spending report closes in every column, has one total in all dimensions, and equals what the ledger says of its months', async () => {
  const [used, thanked] = await buy('walletCommitment', 3)
  const till = { location_id: demo.stores.daisyCoffeeLeeds }
  const shortcode = await loadShortcode(app.posy.db, used!.id)
  await app.request('POST', `/api/v2/hugggs/${shortcode}/redemptions`, { as: 'client:demo-till', body: till })
  for (const gift of [used!, thanked!]) {
    const press = `/public/gifts/${await loadShortcode(app.posy.db, gift.id)}`
    await app.request('POST', `${press}/open`, { body: {} })
    expect((await app.request('POST', `${press}/reaction`, { body: { emoji: '🎉' } })).status).toBeLessThan(300)
  }
  await app.advance('P1M')
  await buy('walletCommitment', 1)
  await buy('walletCommitment', 1, 'client:demo-customer')

  const query = '?from=2026-03-01&until=2027-12-31'
  const reports = await Promise.all(spendingDimensions.map((by) => report(`${query}&by=${by}`)))
  const [byMonth] = reports
  const { total } = byMonth!
  for (const { by, rows, total: same } of reports) {
    expect([by, same]).toEqual([by, total])
    for (const [name, sum] of columns(same)) {
      expect([by, name, rows.reduce((so, row) => so + row[name], 0)]).toEqual([by, name, sum])
    }
  }
  for (const row of [total, ...reports.flatMap(({ rows }) => rows)]) {
    expect(row.face + row.fees + row.vat).toBe(row.bought)
    expect(row.redeemed + row.expired + row.cancelled + row.open).toBe(row.gifts)
  }
  expect(total.redeemed).toBeGreaterThanOrEqual(1)
  expect(total.thankYous).toBe(2)
  for (const name of ['cancelled', 'open', 'returned'] as const) expect(total[name]).toBeGreaterThan(0)
  expect(byMonth!.rows.length).toBeGreaterThan(2)
  const days = await spending(query)
  expect([total.bought, total.returned]).toEqual([days.bought, days.backInMonth + days.backSince])
  for (const { key, bought, returned } of byMonth!.rows) {
    const month = await spending(`?month=${key}`)
    expect([key, bought, returned]).toEqual([key, month.bought, month.backInMonth + month.backSince])
  }
  const funds = reports[3]!.rows.filter(({ label }) => label === 'Fund')
  expect(funds).toMatchObject([{ detail: 'Acme', gifts: 4, bought: 4 * COST }])
  const byProgram = reports[1]!.rows.filter(({ detail }) => detail === null)
  expect(byProgram).toMatchObject([{ label: 'Acme integration', gifts: 1 }])
  // Of what recipients gave, nothing is in it.
  const emails = await app.posy.db.selectFrom('recipient').select('email').where('email', 'is not', null).execute()
  const senders = new Set(reports[1]!.rows.map(({ detail }) => detail))
  for (const { email } of emails) if (!senders.has(email)) expect(JSON.stringify(reports)).not.toContain(email)
})

test('the spending report goes from the month eleven months ago through today unless told, and a day that is named counts whole, in London', async () => {
  const { from, until } = await report()
  const today = londonDate(app.posy.clock.now())
  expect([from, until]).toEqual([today.with({ day: 1 }).subtract({ months: 11 }).toString(), today.toString()])
  const day = (await report(`?from=${today}&until=${today}`)).total.gifts
  await buy('walletCommitment', 2)
  expect((await report(`?from=${today}&until=${today}`)).total.gifts).toBe(day + 2)
  const tomorrow = today.add({ days: 1 })
  expect((await report(`?from=${tomorrow}&until=${tomorrow}`)).rows).toEqual([])
})

test('the spending report as a file has every row and their total, and no name of it is calculated', async () => {
  await app.posy.db.updateTable('wallet').set({ name: '=1+1' }).where('id', '=', wallets.acmeMain).execute()
  const query = '?from=2026-03-01&until=2027-12-31&by=wallet'
  const path = `/v3/teams/${teams.acme}/spending-report`
  const file = (await app.request('GET', `${path}/file${query}`, { as })).body.data
  expect(file.fileName).toBe('spending-by-wallet-2026-03-01-to-2027-12-31.csv')
  const lines = Buffer.from(file.content, 'base64').toString().trim().split('\r\n')
  const { rows, total } = await report(query)
  expect(lines).toHaveLength(rows.length + 2)
  expect(lines[1]).toMatch(/^"'=1\+1","/)
  expect(lines.at(-1)).toContain(`"Total",,${total.gifts},`)
  expect(lines.at(-1)).toContain(`,${(total.bought / 100).toFixed(2)},`)
})

test('the spending report is for anyone who may see the team’s purchases; no one sees another team’s, and what is no period or dimension is refused', async () => {
  for (const path of ['', '/file']) {
    expect((await askReport(path, 'admin@globex.test')).status).toBe(404)
    expect((await askReport(path, 'participant@acme.test')).status).toBe(403)
    for (const query of [
      'from=2026-02-30',
      'from=2026-03-02&until=2026-03-01',
      "by=month'%20or%20true--",
      'by=recipient',
      'by=__proto__',
      'currency=XXX',
    ])
      expect([query, (await askReport(`${path}?${query}`)).status]).toEqual([query, 422])
  }
})

test('what participants of a subteam’s budget buy counts for the team above it too: in what was spent, in the report, in VAT', async () => {
  await buyFromBudget(2)
  const figures = async () => {
    const vat = await app.request('GET', `/v3/teams/${teams.acme}/vat-summary`, { as })
    expect(vat.status).toBe(200)
    return [await spending(), (await report('?by=person')).total, vat.body.data]
  }
  const before = await figures()
  const moved = await app.posy.db
    .updateTable('team')
    .set({ parent_team_id: teams.acmeNorth })
    .where('parent_team_id', '=', teams.acme)
    .where('automation_id', 'is not', null)
    .executeTakeFirst()
  expect(moved.numUpdatedRows).toBeGreaterThan(1n)
  expect(await figures()).toEqual(before)
})
