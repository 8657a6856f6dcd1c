import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportNames } from '#contract/reports/budget-reports.ts'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { loadShortcode } from '#server/testing/hugggs.ts'
import { acceptAsNew, someNewUser } from '#server/testing/invites.ts'
import { unzip } from '#server/testing/unzip.ts'

const admin = 'admin@acme.test'
/** A flat white: £3.60 with 60p VAT in it, 25p fee and 5p VAT on the fee. */
const COST = 390
let app: TestApp
let id: string
let cancelling: string

const ok = async (method: string, path: string, body?: unknown, as = admin) => {
  const answer = await app.request(method, path, { as, body })
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body.data
}
const report = (name: string, query = '') => ok('GET', `/v3/automated-budgets/${id}/reports/${name}?${query}`)

beforeAll(async () => {
  // The day before the clocks go forward.
  app = await startTestApp({ now: '2026-03-28T23:30:00Z' })
  const budget = {
    name: 'Thanks',
    budgetAmount: 2_000,
    frequency: 'month',
    unspentParticipantBalanceAction: 'rollover',
  }
  id = (await ok('POST', '/v3/automated-budgets', { ...budget, walletId: demo.wallets.acmeMain })).id
  const emails = ['ann@acme.test', 'bob@acme.test', 'cat@acme.test']
  await ok('POST', `/v3/automated-budgets/${id}/participants`, { participants: emails })
  await ok('POST', `/v3/automated-budgets/${id}/start`, {})
  await app.settle()
  const people = await ok('GET', `/v3/automated-budgets/${id}/participants`)
  for (const { inviteId } of people.slice(0, 2))
    await acceptAsNew(app, inviteId, { newUser: { ...someNewUser, password: 'posy-demo-2026' } })
  await app.settle()
  const [ann] = await ok('GET', `/v3/automated-budgets/${id}/participants`)
  const purchase = { type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, reasonCode: 'Thank you' }
  const payment = { method: 'walletCommitment', reference: ann.walletId }
  const buy = (fields: object) =>
    ok('POST', '/api/v2/transactions?embed[]=hugggs', { purchase: { ...purchase, ...fields }, payment }, ann.email)
  const receivers = ['dee@friends.test', 'eve@friends.test'].map((email) => ({ email }))
  const bought = await buy({ receivers })
  await app.settle()
  // Past midnight in London, where it is summer now.
  await app.advance('PT1H')
  await buy({ receivers: [{ email: 'DEE@friends.test' }], reasonCode: 'New client' })
  await app.settle()
  const [first, second] = bought.embedded.hugggs
  cancelling = second.id
  const till = { location_id: demo.stores.daisyCoffeeLeeds }
  await ok('POST', `/api/v2/hugggs/${await loadShortcode(app.posy.db, first.id)}/redemptions`, till, 'client:demo-till')
})
afterAll(() => app.close())

test('each figure of a budget report for a day is what happened on that day in London, to the penny', async () => {
  const saturday = 'from=2026-03-28&until=2026-03-28'
  expect(await report('funding', saturday)).toEqual({
    currency: 'GBX',
    openingAvailable: 0,
    openingLive: 0,
    totalTransferred: 4_000,
    totalReturned: 0,
    totalOther: 0,
    totalSpent: 2 * COST,
    totalAvailable: 4_000 - 2 * COST,
    totalLive: 2 * 300,
  })
  expect(await report('gifts', saturday)).toEqual({
    currency: 'GBX',
    totalSent: 2,
    totalRedeemed: 0,
    averagePrice: 360,
    uniqueRecipients: 2,
  })
  const sunday = 'from=2026-03-29&until=2026-03-29'
  expect(await report('funding', sunday)).toMatchObject({
    openingAvailable: 4_000 - 2 * COST,
    openingLive: 600,
    totalTransferred: 0,
    totalSpent: COST,
    totalLive: 600,
  })
  expect(await report('gifts', sunday)).toMatchObject({ totalSent: 1, totalRedeemed: 1, uniqueRecipients: 1 })
})

test('a budget report without a period counts everything: one address is one recipient, the most busy come first', async () => {
  expect(await report('gifts')).toMatchObject({ totalSent: 3, totalRedeemed: 1, uniqueRecipients: 2 })
  expect(await report('gifting-reasons')).toEqual([
    { reasonCode: 'Thank you', numberOfHugggs: 2, totalValue: 2 * COST },
    { reasonCode: 'New client', numberOfHugggs: 1, totalValue: COST },
  ])
  expect(await report('participants')).toEqual({
    numActiveParticipants: 2,
    numInvitedParticipants: 3,
    numSenders: 1,
    engagementRate: 0.5,
  })
  const figures = async (name: string, figure: string) =>
    (await report(name)).map((row: Record<string, unknown>) => [row.email, row[figure]])
  const [ann, bob, cat] = ['ann@acme.test', 'bob@acme.test', 'cat@acme.test']
  expect(await figures('bonds-created', 'bondsCreated')).toEqual([
    [ann, 3],
    [bob, 0],
    [cat, 0],
  ])
  expect(await figures('participants/total-spent', 'totalSpent')).toEqual([
    [ann, 3 * COST],
    [bob, 0],
    [cat, 0],
  ])
  expect(await figures('participants/last-active', 'lastActive')).toEqual([
    [ann, '2026-03-29T00:30:00.000Z'],
    [bob, '2026-03-28T23:30:00.000Z'],
    [cat, null],
  ])
})

test('a budget report over time has a step for each day, also for those without anything', async () => {
  const { interval, steps } = await report('over-time', 'from=2026-03-01&until=2026-04-30')
  expect(interval).toBe('day')
  expect(steps.map((step: { from: string; totalSpent: number }) => [step.from, step.totalSpent])).toEqual([
    ['2026-03-28', 2 * COST],
    ['2026-03-29', COST],
  ])
})

test('until is the last day of a budget report, included, as it is of VAT summaries and account statements', async () => {
  const { from, until, steps } = await report('over-time', 'from=2026-03-28&until=2026-03-28')
  expect([from, until]).toEqual(['2026-03-28', '2026-03-28'])
  expect(steps).toMatchObject([{ from: '2026-03-28', until: '2026-03-28', totalSpent: 2 * COST }])
})

test('a budget report of a period that is over stays as it is when a gift of it is cancelled later', async () => {
  await app.advance('P2D')
  const march = await report('funding', 'from=2026-03-01&until=2026-03-29')
  await ok('POST', `/api/v2/hugggs/${cancelling}/cancel`)
  expect(await report('funding', 'from=2026-03-01&until=2026-03-29')).toEqual(march)
  expect(await report('funding', 'from=2026-03-30&until=2026-04-30')).toMatchObject({
    totalSpent: -COST,
    totalLive: 300,
  })
})

const file = async (name: string, format: string) => {
  const { fileName, contentType, content } = await report(
    `files/${name}`,
    `format=${format}&from=2026-03-01&until=2026-03-29`,
  )
  return { fileName, contentType, bytes: Buffer.from(content, 'base64') }
}

test('every budget report is a file too, with its figures', async () => {
  for (const name of reportNames) {
    const csv = await file(name, 'csv')
    expect([csv.fileName, csv.contentType]).toEqual([`${name}-2026-03-01-to-2026-03-29.csv`, 'text/csv; charset=utf-8'])
    expect(csv.bytes.toString().split('\r\n').length).toBeGreaterThan(2)
    expect([...unzip((await file(name, 'xlsx')).bytes).keys()]).toContain('xl/worksheets/sheet1.xml')
  }
  expect((await file('total-spent', 'csv')).bytes.toString()).toContain('"ann@acme.test","Nia New","active",11.70\r\n')
  const sheet = unzip((await file('funding', 'xlsx')).bytes)
    .get('xl/worksheets/sheet1.xml')!
    .toString()
  expect(sheet).toContain('<v>40.00</v>')
})

test('a period that ends before it begins is refused by name', async () => {
  const path = `/v3/automated-budgets/${id}/reports/gifts?from=2026-03-02&until=2026-03-01`
  const { status, body } = await app.request('GET', path, { as: admin })
  expect([status, body.details[0].path]).toEqual([422, 'until'])
})

test('anyone who may see the budget may see its reports; a participant may not', async () => {
  const path = `/v3/automated-budgets/${id}/reports/funding`
  expect((await app.request('GET', path, { as: 'viewer@acme.test' })).status).toBe(200)
  expect((await app.request('GET', path, { as: 'participant@acme.test' })).status).toBe(403)
})
