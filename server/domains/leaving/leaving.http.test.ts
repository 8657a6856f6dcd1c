import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSandboxMessages } from '#contract/sandbox/messages.ts'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { CONFIRMER, secondAdmin } from '#server/testing/rules.ts'

const ADMIN = 'admin@acme.test'
const { acme, acmeNorth, globex } = demo.teams
const account = { payee: 'Acme Ltd', sortCode: '20-00-00', accountNumber: '12345678' }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const path = (team: string = acme) => `/v3/teams/${team}/leaving`
const ask = (as = ADMIN, body: object = account, team: string = acme) => app.request('POST', path(team), { as, body })
const withdraw = (as = ADMIN, team: string = acme) => app.request('DELETE', path(team), { as })
const load = async (as = ADMIN) => (await app.request('GET', path(), { as })).body.data
const onConsole = async () =>
  (await app.request('GET', '/v3/operator/leaving-customers', { as: 'operator:finance@posy.test' })).body.data
const subjectsTo = async (to: string) => {
  await app.settle()
  const { body } = await app.request('GET', `${listSandboxMessages.path}?to=${encodeURIComponent(to)}`)
  return (body.data as { subject: string }[]).map(({ subject }) => subject)
}

test('a request to leave is for people who manage billing, for whole customers and for real accounts', async () => {
  for (const [as, status] of [
    ['viewer@acme.test', 403],
    ['admin@globex.test', 404],
    ['key:demo-customer', 403],
  ] as const)
    for (const { status: got } of [await ask(as), await withdraw(as)]) expect(got, as).toBe(status)
  expect((await ask(ADMIN, account, acmeNorth)).body.code).toBe('wrong_state')
  for (const [field, value] of [
    ['payee', '=cmd|calc'],
    ['payee', 'Müller & Söhne GmbH und Co'],
    ['sortCode', '20-00-0'],
    ['accountNumber', '1234567'],
    ['accountNumber', '١٢٣٤٥٦٧٨'],
  ] as const) {
    const { status, body } = await ask(ADMIN, { ...account, [field]: value })
    expect([status, body.details?.[0].path], value).toEqual([422, field])
  }
  expect((await load()).request).toBeNull()
})

test('a customer asks to leave: nothing moves, everyone who manages billing is told, operators see whom to pay, and a colleague takes it back', async () => {
  await secondAdmin(app)
  const before = await load()
  const asked = await ask()
  expect(asked.status, JSON.stringify(asked.body)).toBe(200)
  expect(asked.body.data).toMatchObject({
    money: before.money,
    request: {
      askedBy: { id: demo.users.acmeAdmin },
      dateFrom: app.posy.clock.now().add('PT24H').toString({ smallestUnit: 'millisecond' }),
      accountHint: '5678',
    },
  })
  expect(JSON.stringify(asked.body)).not.toContain('12345678')
  const [customer] = await onConsole()
  expect(customer).toMatchObject({
    team: { id: acme, name: 'Acme' },
    payment: { payee: 'Acme Ltd', sortCode: '200000', accountNumber: '12345678', isOwnName: true },
  })
  const page = await app.request('GET', `/v3/operator/customers/${acme}`, { as: 'operator:support@posy.test' })
  expect(page.body.data.leavingAskedAt).toBe(asked.body.data.request.dateAsked)
  const payable = customer.wallets
    .filter((wallet: { currency: string }) => wallet.currency === 'GBX')
    .reduce((sum: number, wallet: { availablePence: number }) => sum + wallet.availablePence, 0)
  expect(payable).toBe(before.money.find(({ currency }: { currency: string }) => currency === 'GBX').available)
  for (const to of [ADMIN, CONFIRMER]) expect(await subjectsTo(to)).toContain('Acme has asked to leave Posy')

  const again = await ask()
  expect([again.status, again.body.code]).toEqual([409, 'wrong_state'])
  expect((await withdraw(CONFIRMER)).body.data.request).toBeNull()
  expect([await onConsole(), (await withdraw()).status]).toEqual([[], 409])
  expect(await subjectsTo(ADMIN)).toContain('Acme stays with Posy')
})

test('a request to leave asked twice at once is written once', async () => {
  const answers = await Promise.all([ask(), ask(), ask()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await onConsole()).toHaveLength(1)
  expect((await withdraw()).status).toBe(200)
})

test('a customer who was deactivated is no longer among those who leave, reactivated neither, and no account is kept', async () => {
  expect((await ask('admin@globex.test', account, globex)).status).toBe(200)
  expect(await onConsole()).toHaveLength(1)
  const closed = await app.request('POST', `/v3/operator/customers/${globex}/deactivate`, {
    as: 'operator:owner@posy.test',
    body: { reason: 'Paid out, as asked' },
  })
  expect(closed.status, JSON.stringify(closed.body)).toBe(200)
  expect(await onConsole()).toEqual([])

  const back = await app.request('POST', `/v3/operator/customers/${globex}/reactivate`, {
    as: 'operator:owner@posy.test',
    body: { reason: 'Stays after all' },
  })
  expect(back.status, JSON.stringify(back.body)).toBe(200)
  expect(await onConsole()).toEqual([])
  expect((await ask('admin@globex.test', account, globex)).status).toBe(200)
  expect((await withdraw('admin@globex.test', globex)).status).toBe(200)
  const { rows } = await sql`select from team_leaving where sealed is not null`.execute(app.posy.db)
  expect(rows, 'no account is kept once its request is over').toEqual([])
})
