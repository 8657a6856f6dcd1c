import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VatSummary } from '#contract/orders/invoices.ts'
import type { VatPeriods } from '#contract/orders/vat-periods.ts'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyGifts } from '#server/testing/hugggs.ts'

const as = 'admin@acme.test'
const { acme, acmeNorth } = demo.teams
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const path = (team: string = acme) => `/v3/teams/${team}/vat-periods`
const today = () => app.posy.clock.now().toZonedDateTimeISO('Europe/London').toPlainDate()
const close = (days: { from: string; until: string }, who = as, team: string = acme) =>
  app.request('POST', path(team), { as: who, body: days })
const reopen = (until: string, who = as) => app.request('DELETE', path(), { as: who, body: { until } })
const periods = async (): Promise<VatPeriods> => (await app.request('GET', path(), { as })).body.data
const summary = async ({ from, until }: { from: string; until: string }, team: string = acme): Promise<VatSummary> =>
  (await app.request('GET', `/v3/teams/${team}/vat-summary?from=${from}&until=${until}`, { as })).body.data

function monthOfToday() {
  const first = today().with({ day: 1 })
  return { from: first.toString(), until: first.add({ months: 1 }).subtract({ days: 1 }).toString() }
}
async function toNextMonth() {
  const next = today().with({ day: 1 }).add({ months: 1, days: 1 })
  await app.advance(`P${today().until(next).days}D`)
}
const awaitsDocument = (transactionId: string, awaits: boolean) =>
  sql`update transaction set awaits_document = ${awaits} where id = ${transactionId}`.execute(app.posy.db)
/** A purchase of today whose receipt is not made before it is looked at. */
async function buyUnseen(): Promise<() => Promise<unknown>> {
  const { transactionId } = await buyGifts(app.posy, { quantity: 1 })
  await awaitsDocument(transactionId, false)
  return () => app.request('GET', `/api/v2/transactions/${transactionId}/receipt`, { as })
}

test('a closed VAT period keeps its figures: a paper that comes late counts in the next and says so, until the period is reopened', async () => {
  // Late in the month: gifts that end before it is closed bring their receipts about.
  await app.advance('P18D')
  const [march, issueSoon, issueLate] = [monthOfToday(), await buyUnseen(), await buyUnseen()]
  await issueSoon()
  await toNextMonth()
  const april = monthOfToday()
  const filed = await summary(march)
  const open = await summary(april)
  expect(filed.lines.length).toBeGreaterThan(0)
  expect(filed.closedUntil).toBeNull()

  expect((await close(march)).status).toBe(200)
  const [{ figures, closedBy, ...period }, ...others] = (await periods()).periods as [VatPeriods['periods'][number]]
  expect([period.from, period.until, period.latePapers, others]).toEqual([march.from, march.until, 0, []])
  expect(closedBy.id).toBe(demo.users.acmeAdmin)
  expect(figures.map(({ currency, ...figure }) => [currency, figure])).toEqual(filed.rates.map((rate) => ['GBX', rate]))

  await issueLate()
  expect(await summary(march)).toEqual({ ...filed, closedUntil: march.until })
  const late = (await summary(april)).lines.filter((line) => line.late)
  expect(late.map(({ countsOn, date }) => [countsOn, date <= march.until, date >= march.from])).toEqual([
    [april.from, true, true],
  ])
  expect((await summary(april)).gross).toBe(open.gross + late[0]!.gross)
  // Each paper is in one of the two, however the days are cut.
  expect((await summary({ from: march.from, until: april.until })).gross).toBe(
    filed.gross + open.gross + late[0]!.gross,
  )
  expect((await summary({ from: today().toString(), until: april.until })).lines.filter((line) => line.late)).toEqual(
    [],
  )
  expect(await reconcile(app.posy)).toEqual([])

  // A paper that is gone from what was filed is found, and named by its period.
  const { id: periodId } = await app.posy.db.selectFrom('vat_period').select('id').executeTakeFirstOrThrow()
  const papers = await app.posy.db.deleteFrom('vat_period_paper').returningAll().execute()
  const { net, vat } = figures[0]!
  expect(await reconcile(app.posy)).toContainEqual(
    expect.objectContaining({
      check: 'vat-period',
      subject: expect.stringContaining(periodId),
      expected: `${net} + ${vat}`,
    }),
  )
  await app.posy.db.insertInto('vat_period_paper').values(papers).execute()
  expect(await reconcile(app.posy)).toEqual([])

  await toNextMonth()
  expect((await close(april)).status).toBe(200)
  expect((await periods()).periods.map(({ latePapers }) => latePapers)).toEqual([1, 0])
  expect((await summary(april)).lines.filter((line) => line.late)).toEqual(late)
  expect((await reopen(march.until)).body.code).toBe('wrong_state')
  expect((await reopen(april.until)).status).toBe(200)
  expect((await reopen(march.until)).body.data.periods).toEqual([])
  const { closedUntil, lines, gross } = await summary(march)
  expect([closedUntil, gross]).toEqual([null, filed.gross + late[0]!.gross])
  expect(lines.filter((line) => line.late)).toEqual([])
  expect(await reconcile(app.posy)).toEqual([])
  const audited = await app.posy.db
    .selectFrom('audit_event')
    .select(['action', 'detail'])
    .where('action', 'like', 'invoice.vat-period-%')
    .orderBy('id')
    .execute()
  expect(audited.map(({ action }) => action.split('-').at(-1))).toEqual(['closed', 'closed', 'reopened', 'reopened'])
  expect(audited.at(-1)!.detail).toMatchObject({ until: march.until, figures: [{ currency: 'GBX' }] })
})

test('what is on no paper yet when its period is closed counts as not yet invoiced in the next', async () => {
  const month = monthOfToday()
  const bought = await app.request('POST', '/api/v2/transactions', {
    as,
    body: {
      purchase: { type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, deliveryMethod: 'links', quantity: 1 },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    },
  })
  await app.settle()
  await toNextMonth()
  // As if its receipt could not be made.
  await awaitsDocument(bought.body.data.id, true)
  const before = await summary(month)
  expect(before.notYetInvoiced.gross).toBe(bought.body.data.sale_total)
  await close(month)
  expect((await summary(month)).notYetInvoiced).toEqual({ count: 0, net: 0, vat: 0, gross: 0 })
  expect((await summary(monthOfToday())).notYetInvoiced).toEqual(before.notYetInvoiced)
  await awaitsDocument(bought.body.data.id, false)
  await reopen(month.until)
})

test('VAT periods are whole months that are over and follow one another; of two closings at once one is refused', async () => {
  const now = monthOfToday()
  const first = today().with({ day: 1 }).subtract({ months: 3 })
  const quarter = { from: first.toString(), until: first.add({ months: 3 }).subtract({ days: 1 }).toString() }
  for (const [days, field] of [
    [{ from: first.add({ days: 1 }).toString(), until: quarter.until }, 'from'],
    [{ from: quarter.from, until: first.add({ days: 9 }).toString() }, 'until'],
    [{ from: now.from, until: quarter.until }, 'until'],
    [{ from: first.subtract({ months: 10 }).toString(), until: quarter.until }, 'until'],
    [now, 'until'],
  ] as const) {
    const { status, body } = await close(days)
    expect([status, body.details?.[0].path], JSON.stringify(days)).toEqual([422, field])
  }
  const twins = await Promise.all([close(quarter), close(quarter)])
  expect(twins.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await close({ from: first.subtract({ months: 1 }).toString(), until: quarter.until })).body.code).toBe(
    'wrong_state',
  )
  expect((await periods()).periods).toHaveLength(1)
  expect((await periods()).nextFrom).toBe(now.from)
  // A subteam's papers are in its parent team's periods.
  expect((await summary(quarter, acmeNorth)).closedUntil).toBe(quarter.until)

  // The database refuses what commands would not ask for.
  const { db } = app.posy
  const { id } = await db.selectFrom('vat_period').select('id').executeTakeFirstOrThrow()
  const insert = (follows: string | null, from: string, until: string) =>
    sql`insert into vat_period (id, team_id, follows, from_day, until_day, closed_by, closed_at, figures)
      values (gen_random_uuid(), ${acme}, ${follows}, ${from}, ${until}, ${demo.users.acmeAdmin}, now(), '[]')`.execute(
      db,
    )
  await expect(insert(null, '2020-01-01', '2020-01-31')).rejects.toThrow(/unique/)
  await expect(insert(id, '2090-01-01', '2090-01-31')).rejects.toThrow(/foreign key/)
  await expect(sql`update vat_period set figures = '[]' where id = ${id}`.execute(db)).rejects.toThrow(/stays as it is/)
  await reopen(quarter.until)
})

test('a VAT period is closed by people who manage billing and seen by viewers, not by others; a subteam has none of its own', async () => {
  const month = { from: '2026-01-01', until: '2026-01-31' }
  for (const [who, team, status] of [
    ['viewer@acme.test', acme, 403],
    ['participant@acme.test', acme, 403],
    ['admin@globex.test', acme, 404],
    [as, acmeNorth, 409],
  ] as const)
    expect((await close(month, who, team)).status, who).toBe(status)
  expect((await reopen('2026-01-31', 'viewer@acme.test')).status).toBe(403)
  expect((await reopen('2026-01-31')).body.code).toBe('wrong_state')
  expect((await app.request('GET', path(), { as: 'viewer@acme.test' })).body.data).toEqual(await periods())
  expect((await app.request('GET', path(), { as: 'admin@globex.test' })).status).toBe(404)
})
