import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountsFile } from '#contract/reports/accounts-packages.ts'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

const as = 'admin@acme.test'
const { acme } = demo.teams
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const today = () => app.posy.clock.now().toZonedDateTimeISO('Europe/London').toPlainDate()
const map = (who = as, team: string = acme) =>
  app.request('GET', `/v3/teams/${team}/accounts-map?package=sage50`, { as: who })
const put = (body: object, who = as, team: string = acme) =>
  app.request('PUT', `/v3/teams/${team}/accounts-map`, { as: who, body })
const write = (body: object, who = as, team: string = acme) =>
  app.request('POST', `/v3/teams/${team}/accounts-exports`, { as: who, body })

async function buy(payment: object) {
  const { body, status } = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
    as,
    body: {
      purchase: { type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, deliveryMethod: 'links', quantity: 2 },
      payment,
    },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}

test('a month as journals adds up to the ledger of the team and to its VAT page, and a second file says that it is one', async () => {
  const month = today().toString().slice(0, 7)
  expect((await write({ package: 'sage50', month })).body.details[0].path).toBe('month')
  const bought = await buy({ method: 'walletCommitment', reference: demo.wallets.acmeMain })
  await buy({ method: 'invoice' })
  await app.request('POST', `/api/v2/hugggs/${bought.embedded.hugggs[0].id}/cancel`, { as })
  await app.settle()
  const first = today().with({ day: 1 })
  const next = first.add({ months: 1 })
  await app.advance(`P${today().until(next).days + 1}D`)

  const file = (await write({ package: 'sage50', month })).body.data as AccountsFile
  expect(file.before).toBeNull()
  const rows = parse(file.content, { columns: true }) as Record<string, string>[]
  const booked = (account: string) =>
    rows
      .filter((row) => row['Nominal A/C Ref'] === account)
      .reduce((sum, row) => sum + Math.round(Number(row['Net Amount']) * 100) * (row.Type === 'JD' ? 1 : -1), 0)
  expect(rows.length).toBe(file.lines)
  // Own arithmetic over the accounts of the team, its subteams and its budgets’ participants.
  const moved = async (kinds: string[]) =>
    (
      await sql<{ pence: number }>`
        with recursive tree as (select id from team where id = ${acme} union all select team.id from team join tree on parent_team_id = tree.id)
        select coalesce(sum(entry.amount), 0)::bigint as pence from ledger_entry entry
        join ledger_account account on account.id = entry.account_id join ledger_transfer transfer on transfer.id = entry.transfer_id
        where account.team_id in (select id from tree) and account.kind = any(${kinds}) and account.currency = 'GBX'
          and london_day(transfer.occurred_at) >= ${first.toString()}::date and london_day(transfer.occurred_at) < ${next.toString()}::date`.execute(
        app.posy.db,
      )
    ).rows[0]!.pence
  expect(booked('1103')).toBe(await moved(['available', 'locked']))
  expect(booked('2109')).toBe(await moved(['receivable']))
  const days = `from=${first}&until=${next.subtract({ days: 1 })}`
  const vat = (await app.request('GET', `/v3/teams/${acme}/vat-summary?${days}`, { as })).body.data
  expect(vat.notYetInvoiced.count).toBe(0)
  expect(booked('2201')).toBe(vat.vat)

  const again = (await write({ package: 'sage50', month })).body.data as AccountsFile
  expect([again.content, again.before?.changed, again.before?.exportedBy.id]).toEqual([
    file.content,
    false,
    demo.users.acmeAdmin,
  ])
  expect((await map()).body.data.exports.map((each: { month: string }) => each.month)).toEqual([month, month])

  // Bills of the month say by rate what its VAT page says, and owe what it bought by invoice.
  const bills = (await write({ package: 'sage-accounting', month, holds: 'bills' })).body.data as AccountsFile
  const lines = (parse(bills.content, { columns: true }) as Record<string, string>[]).map((row) => {
    const sign = row.Type === 'Cr Note' ? -1 : 1
    const pence = (text: string | undefined) => sign * Math.round(Number(text) * 100)
    return { account: row['Ledger Account'], rate: row['VAT Rate'], net: pence(row.Net), vat: pence(row.VAT) }
  })
  const sum = (of: typeof lines, part: 'net' | 'vat') => of.reduce((total, line) => total + line[part], 0)
  for (const { rate, net, vat: charged } of vat.rates as { rate: number | null; net: number; vat: number }[]) {
    const code = rate === null ? 'No VAT' : rate === 20 ? 'Standard' : 'Zero Rated'
    const of = lines.filter((line) => line.rate === code && line.account !== '1103')
    expect([rate, sum(of, 'net'), sum(of, 'vat')]).toEqual([rate, net, charged])
  }
  expect([bills.total, bills.bills > 0, bills.before, bills.lines]).toEqual([vat.gross, true, null, lines.length])
  expect(sum(lines, 'net') + sum(lines, 'vat')).toBe(0 - (await moved(['receivable'])))
  const asJournals = { package: 'sage-accounting', month }
  expect((await write(asJournals)).body.details[0].path).toBe('holds')

  // A quarter is its three months, and says that one of them was written before.
  const earliest = first.subtract({ months: 2 }).toString().slice(0, 7)
  const quarter = (await write({ package: 'sage50', month: earliest, months: 3 })).body.data as AccountsFile
  expect([quarter.fileName, quarter.months, quarter.before?.changed]).toEqual([
    `posy-sage50-${earliest}-to-${month}.csv`,
    3,
    false,
  ])
  expect(quarter.content.endsWith(file.content.slice(file.content.indexOf('\r\n')))).toBe(true)
  expect((await map()).body.data.exports).toHaveLength(5)
  expect((await write({ package: 'sage50', month, months: 3 })).body.details[0].path).toBe('month')
  expect((await write({ package: 'sage50', month: earliest, months: 4 })).body.details[0].path).toBe('months')
})

test('a subteam’s accounts name its parent, in whose file its months are too', async () => {
  const { acmeNorth } = demo.teams
  expect((await map(as, acmeNorth)).body.data).toMatchObject({ teamId: acmeNorth, parentTeamId: acme })
  expect((await map()).body.data.parentTeamId).toBeNull()
})

test('the accounts of a package are set by people who manage billing, as it takes them, and read by viewers, not by others', async () => {
  const { accounts, taxCode, dateModified } = (await map()).body.data
  expect(dateModified).toBeNull()
  const wrong = await put({ package: 'sage50', taxCode: 'none', accounts: { ...accounts, fees: 'Fees' } })
  expect([wrong.status, wrong.body.details.map(({ path }: { path: string }) => path)]).toEqual([
    422,
    ['accounts.fees', 'taxCode'],
  ])
  expect((await put({ package: 'sage50', taxCode, accounts: { ...accounts, fees: '5000' } })).status).toBe(200)
  expect((await map('viewer@acme.test')).body.data.accounts.fees).toBe('5000')
  const body = { package: 'sage50', taxCode, accounts }
  for (const [who, status] of [
    ['viewer@acme.test', 403],
    ['participant@acme.test', 403],
    ['admin@globex.test', 404],
  ] as const) {
    expect((await put(body, who)).status, who).toBe(status)
    expect((await write({ package: 'sage50', month: '2026-01' }, who)).status, who).toBe(status)
  }
  expect((await map('admin@globex.test')).status).toBe(404)
})
