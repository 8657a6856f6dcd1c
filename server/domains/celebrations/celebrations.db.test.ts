import { afterEach, beforeEach, expect, test } from 'vitest'
import { toInstant } from '#kit/time.ts'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { connectHr, hrPeople } from '#server/testing/hr.ts'
import { runDueRules } from './run-rule.ts'

const as = 'admin@acme.test'
/** Of one flat white: its price, the fee and the fee's VAT. */
const GIFT_PENCE = 360 + 25 + 5

let app: TestApp
let account: string
// Three days before Dev Adeyemi, born on 29 February, is celebrated; no one else's birthday is near.
beforeEach(async () => {
  app = await startTestApp({ now: '2027-02-25T10:00:00Z' })
  account = (await connectHr(app, as)).id
})
afterEach(async () => {
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

const ok = async (method: string, path: string, body?: unknown, who = as) => {
  const answer = await app.request(method, path, { as: who, body })
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body.data
}
const create = (more: object = {}, who = as) =>
  ok(
    'POST',
    '/v3/celebrations/rules',
    {
      ...{ name: 'Birthdays', occasion: 'birthday', linkedAccountId: account },
      ...{ productId: demo.products.daisyFlatWhite, walletId: demo.wallets.acmeMain, message: 'Many happy returns!' },
      ...more,
    },
    who,
  )
const listed = async () =>
  (await ok('GET', '/v3/celebrations')).map(({ name, day, status, problem }: Record<string, string>) =>
    [name, day, status, problem].filter(Boolean).join(' '),
  )
const purchases = () =>
  app.posy.db.selectFrom('transaction').selectAll().where('title', '=', 'Birthdays').orderBy('id').execute()
const available = async (wallet: string) => (await loadBalances(app.posy.db, [wallet])).get(wallet)!.available
const mails = async (subject: string, to = as) =>
  (await app.request('GET', `/sandbox/messages?to=${to}`)).body.data.filter((mail: { subject: string }) =>
    mail.subject.includes(subject),
  )
const change = async (firstName: string, body: object) => {
  const person = (await hrPeople(app)).find((one: { firstName: string }) => one.firstName === firstName)
  expect((await app.request('PATCH', `/sandbox/hr/people/${person.id}`, { body })).status).toBe(200)
  await app.settle()
}
const setBirthday = async (firstNames: string[], day: string) => {
  await app.posy.db
    .updateTable('sandbox_employee')
    .set({ date_of_birth: day })
    .where('last_name', '=', 'Adeyemi')
    .where('first_name', 'in', firstNames)
    .execute()
  await ok('POST', `/v3/integrations/linked-accounts/${account}/syncs`, {})
  await app.settle()
}

test('a person born on 29 February has one gift on the 28th, paid to the penny, and none on 1 March', async () => {
  const before = await available(demo.wallets.acmeMain)
  await create()
  await app.advance('P2DT22H')
  expect(await listed()).toEqual([])
  await app.advance('PT2H')
  expect(await listed()).toEqual(['Dev Adeyemi 2027-02-28 given'])
  await app.advance('P5D')
  expect(await listed()).toEqual(['Dev Adeyemi 2027-02-28 given'])
  expect(await purchases()).toMatchObject([
    { quantity: 1, wallet_id: demo.wallets.acmeMain, user_id: demo.users.acmeAdmin },
  ])
  expect(before - (await available(demo.wallets.acmeMain))).toBe(GIFT_PENCE)
  expect(await mails('', 'dev.adeyemi@acme.test')).toHaveLength(1)
})

test('a person who left the day before gets nothing, also when the gift was approved', async () => {
  const { id } = await create({ needsApproval: true })
  await app.advance('PT1M')
  const [waiting] = await ok('GET', `/v3/celebrations?ruleId=${id}`)
  await ok('POST', `/v3/celebrations/${waiting.id}/approvals`)
  await app.advance('P2D')
  expect(await listed()).toEqual(['Dev Adeyemi 2027-02-28 due'])
  await change('Dev', { works: false })
  await app.advance('P1D')
  expect([await listed(), await purchases()]).toEqual([[], []])
})

test('two jobs at once, and a job that died half way, give one gift', async () => {
  await create()
  await app.advance('P2D')
  await app.posy.clock.moveTo(toInstant(new Date('2027-02-28T09:00:00Z')))
  const now = new Date('2027-02-28T09:00:00Z')
  await Promise.all([runDueRules(app.posy, now), runDueRules(app.posy, now), runDueRules(app.posy, now)])
  expect(await purchases()).toHaveLength(1)
  // As if it had died after buying: the same day is due again.
  await app.posy.db.updateTable('celebration_rule').set({ due_at: now, handled_through: '2027-02-26' }).execute()
  await runDueRules(app.posy, now)
  expect([await purchases(), await listed()]).toMatchObject([{ length: 1 }, ['Dev Adeyemi 2027-02-28 given']])
})

test('a birthday that is corrected after the gift brings no second one in that year', async () => {
  await create()
  await app.advance('P3D')
  await setBirthday(['Dev'], '1992-03-03')
  await app.advance('P6D')
  expect(await listed()).toEqual(['Dev Adeyemi 2027-02-28 given'])
})

test('a celebration whose wallet is short moves no money, tells the owner once, and is given that day if the wallet is filled', async () => {
  const { id: walletId } = await ok('POST', `/api/v2/teams/${demo.teams.acme}/wallets`, { name: 'Birthdays' })
  const { id } = await create({ walletId })
  await app.advance('P3D')
  expect(await listed()).toEqual(['Dev Adeyemi 2027-02-28 due insufficient_funds'])
  expect(await ok('GET', `/v3/celebrations/rules/${id}`)).toMatchObject({ failing: 1 })
  const [mail, ...more] = await mails('was not sent')
  expect([mail.text, more]).toEqual([expect.stringContaining('The wallet Birthdays does not have enough money.'), []])
  await ok('POST', `/v3/wallets/${demo.wallets.acmeMain}/transfers`, { toWalletId: walletId, amount: GIFT_PENCE })
  await app.advance('PT5H')
  expect(await listed()).toEqual(['Dev Adeyemi 2027-02-28 given'])
  expect([await available(walletId), (await mails('was not sent')).length]).toEqual([0, 1])
})

test('a celebration with approval buys nothing before an admin approves; a late approval buys at once, and a skip is for the year', async () => {
  await setBirthday(['Ella'], '1990-02-28')
  await create({ needsApproval: true })
  await app.advance('PT1M')
  expect(await mails('wait for you')).toHaveLength(1)
  await app.advance('P3DT2H')
  const waiting = ['Ella Adeyemi 2027-02-28 awaiting-approval', 'Dev Adeyemi 2027-02-28 awaiting-approval']
  expect((await listed()).sort()).toEqual(waiting.sort())
  expect(await purchases()).toEqual([])
  const all = await ok('GET', '/v3/celebrations?status=awaiting-approval')
  const findRuleId = (name: string) => all.find((one: { name: string }) => one.name.startsWith(name)).id
  await ok('POST', `/v3/celebrations/${findRuleId('Dev')}/approvals`)
  await ok('POST', `/v3/celebrations/${findRuleId('Ella')}/skips`)
  await app.advance('PT1M')
  expect((await listed()).sort()).toEqual(['Dev Adeyemi 2027-02-28 given', 'Ella Adeyemi 2027-02-28 skipped'])
  await app.advance('P9D')
  expect(await purchases()).toHaveLength(1)
  const again = await app.request('POST', `/v3/celebrations/${findRuleId('Ella')}/approvals`, { as })
  expect([again.status, again.body.code]).toEqual([409, 'wrong_state'])
})

test('a celebration that no one approves is missed after a week, and moves no money', async () => {
  await create({ needsApproval: true })
  await app.advance('P11D')
  expect([(await listed()).at(-1), await purchases()]).toEqual(['Dev Adeyemi 2027-02-28 missed', []])
})

test('days that pass while a rule is paused are not made up for', async () => {
  const { id } = await create()
  await ok('PATCH', `/v3/celebrations/rules/${id}`, { status: 'paused' })
  await app.advance('P3D')
  expect(await ok('PATCH', `/v3/celebrations/rules/${id}`, { status: 'active' })).toMatchObject({ status: 'active' })
  await app.advance('P1D')
  expect(await listed()).toEqual([])
})

test('far more gifts on a day than usual wait for an admin', async () => {
  await setBirthday(['Amara', 'Ben', 'Chloe', 'Dev', 'Ella', 'Finn', 'Grace', 'Hari', 'Isla'], '1970-02-27')
  await create()
  await app.advance('P2D')
  const found = await listed()
  expect([found.length, new Set(found.map((one: string) => one.split(' ').at(-1)))]).toEqual([
    9,
    new Set(['awaiting-approval']),
  ])
  expect([await purchases(), (await mails('9 gifts wait')).length]).toEqual([[], 1])
})

test('no gift is given from a list of people that is days old', async () => {
  await create()
  await app.advance('P2D')
  app.providers.sandboxes.merge!.failures.next('error', { times: 100 })
  await app.posy.db
    .updateTable('linked_account')
    .set({ last_synced_at: new Date('2027-02-24T10:00:00Z') })
    .execute()
  await app.advance('P1D')
  expect(await listed()).toEqual(['Dev Adeyemi 2027-02-28 due unavailable'])
  app.providers.sandboxes.merge!.failures.clear()
  await app.advance('P1D')
  expect(await listed()).toEqual(['Dev Adeyemi 2027-02-28 given'])
})

test('an admin takes over a celebration rule whose owner has left', async () => {
  const viewer = 'viewer@acme.test'
  const changeRole = (roleGroupId: string) =>
    ok('PUT', `/v3/teams/${demo.teams.acme}/users/${demo.users.acmeViewer}`, { roleGroupId })
  await changeRole('team-admin')
  const { id } = await create({}, viewer)
  await app.posy.db
    .deleteFrom('team_member')
    .where('user_id', '=', demo.users.acmeViewer)
    .where('team_id', '=', demo.teams.acme)
    .execute()
  await app.advance('P3D')
  expect(await listed()).toEqual(['Dev Adeyemi 2027-02-28 given'])
  expect(await ok('GET', `/v3/celebrations/rules/${id}`)).toMatchObject({ ownerId: demo.users.acmeAdmin })
})
