import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { connectHr, hrPeople } from '#server/testing/hr.ts'
import { acceptAsNew } from '#server/testing/invites.ts'

const as = 'admin@acme.test'
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

let account: string
let engineering: string
beforeEach(async () => {
  await app.posy.db.deleteFrom('linked_account').execute()
  await app.posy.db.deleteFrom('sandbox_employee').execute()
  await app.posy.db.deleteFrom('throttle').execute()
  account = (await connectHr(app, as)).id
  const groups = await app.request('GET', `/v3/integrations/linked-accounts/${account}/groups`, { as })
  engineering = groups.body.data.find(({ name }: { name: string }) => name === 'Engineering').id
})

const call = (method: string, path: string, body?: unknown, who = as) =>
  app.request(method, `/v3/automated-budgets${path}`, { as: who, body })
const ok = async (method: string, path: string, body?: unknown) => {
  const answer = await call(method, path, body)
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body.data
}
const create = async () => (await ok('POST', '', { name: 'Thanks', budgetAmount: 2500, frequency: 'month' })).id
const settings = () => ({ linkedAccountId: account, groupId: engineering, emailDomains: ['acme.test'] })
const preview = (id: string, more: object = {}) => ok('POST', `/${id}/feed/previews`, { ...settings(), ...more })
const follow = async (id: string, more: object = {}) => {
  const { version } = await preview(id, more)
  return ok('PUT', `/${id}/feed`, { ...settings(), ...more, version })
}
const feed = (id: string) => ok('GET', `/${id}/feed`)
const emails = async (id: string, status = '') =>
  (await ok('GET', `/${id}/participants?limit=1000${status}`)).map(({ email }: { email: string }) => email)
const wallet = async () => {
  const { body } = await app.request('GET', `/api/v2/teams/${demo.teams.acme}/wallets`, { as })
  return body.data.find((each: { id: string }) => each.id === demo.wallets.acmeMain).available
}
const accept = async (id: string, email: string) => {
  const all = await ok('GET', `/${id}/participants?limit=1000`)
  const { inviteId } = all.find((each: { email: string }) => each.email === email)
  expect((await acceptAsNew(app, inviteId)).status).toBe(200)
  await app.settle()
}
const person = async (email: string) =>
  (await hrPeople(app)).find((one: { workEmail: string }) => one.workEmail === email)
const change = async (email: string, body: object) => {
  const { status } = await app.request('PATCH', `/sandbox/hr/people/${(await person(email)).id}`, { body })
  expect(status).toBe(200)
  await app.settle()
}
const hire = async (name: string) => {
  const body = {
    ...{ firstName: name, surname: 'Newcomer', workEmail: `${name}@acme.test` },
    ...{ team: 'Engineering', location: 'Leeds' },
  }
  expect((await app.request('POST', '/sandbox/hr/people', { body })).status).toBe(200)
  await app.settle()
}
const heldMails = async () =>
  (await app.request('GET', `/sandbox/messages?to=${as}`)).body.data.filter(({ subject }: { subject: string }) =>
    subject.includes('many people changed'),
  ).length

test('a budget feed of 40 people adds them as previewed, follows one hired and one gone, and is right to the penny', async () => {
  const team = { team: 'Engineering' }
  await app.posy.db.updateTable('sandbox_employee').set(team).execute()
  await app.request('POST', `/v3/integrations/linked-accounts/${account}/syncs`, { as, body: {} })
  await app.settle()
  const id = await create()
  const before = await preview(id)
  expect([before.joiners.length, before.leavers, before.runCost]).toEqual([40, [], 100_000])
  expect(before.joiners[0]).toEqual({ name: 'Amara Adeyemi', email: 'amara.adeyemi@acme.test' })
  expect(await emails(id)).toEqual([])
  await follow(id)
  expect(await emails(id)).toHaveLength(40)
  expect((await ok('GET', `/${id}/participants?search=amara`))[0]).toMatchObject({
    name: 'Amara Adeyemi',
    userId: null,
  })
  const start = await wallet()
  await ok('POST', `/${id}/start`, {})
  await app.settle()
  await accept(id, 'amara.adeyemi@acme.test')
  await accept(id, 'ben.adeyemi@acme.test')
  await app.advance('P1M')
  expect(await wallet()).toBe(start - 2 * 2500)
  await change('ben.adeyemi@acme.test', { works: false })
  expect(await wallet()).toBe(start - 2500)
  await hire('nina')
  const people = await emails(id)
  expect([people.length, people.includes('nina@acme.test'), people.includes('ben.adeyemi@acme.test')]).toEqual([
    40,
    true,
    false,
  ])
  await accept(id, 'nina@acme.test')
  await app.advance('P1M')
  expect(await wallet()).toBe(start - 2 * 2500)
  expect((await feed(id)).heldReasons).toEqual([])
})

test('a person who moves to another group is removed, and is welcome again when they come back', async () => {
  const id = await create()
  await follow(id)
  await change('amara.adeyemi@acme.test', { team: 'Sales' })
  expect(await emails(id)).not.toContain('amara.adeyemi@acme.test')
  await change('amara.adeyemi@acme.test', { team: 'Engineering' })
  expect(await emails(id)).toContain('amara.adeyemi@acme.test')
})

test('a person removed by hand stays out, and one added by hand stays in', async () => {
  const id = await create()
  await follow(id)
  const [first] = await ok('GET', `/${id}/participants`)
  await ok('DELETE', `/${id}/participants`, { participantIds: [first.id] })
  await ok('POST', `/${id}/participants`, { participants: ['guest@elsewhere.test'] })
  await hire('omar')
  const people = await emails(id)
  expect([people.includes(first.email), people.includes('guest@elsewhere.test'), people.length]).toEqual([
    false,
    true,
    21,
  ])
  expect(await preview(id)).toMatchObject({ unrelated: 1, skipped: [{ email: first.email, reason: 'taken_out' }] })
})

test('too many leavers wait for an admin, who is emailed once and may allow it', async () => {
  const id = await create()
  await follow(id)
  const mails = await heldMails()
  await app.posy.db
    .updateTable('sandbox_employee')
    .set({ status: 'INACTIVE' })
    .where('last_name', '=', 'Adeyemi')
    .where('first_name', 'in', ['Amara', 'Ben', 'Chloe', 'Dev', 'Ella'])
    .execute()
  await app.advance('P1D')
  expect(await feed(id)).toMatchObject({ heldReasons: ['leavers'], groupName: 'Engineering' })
  await app.advance('P1D')
  expect([await emails(id), await heldMails()]).toEqual([expect.objectContaining({ length: 20 }), mails + 1])
  const { leavers, stops } = await preview(id)
  expect([leavers.length, stops]).toEqual([5, ['leavers']])
  expect(leavers[0].name).toBe('Amara Adeyemi')
  await follow(id)
  expect(await emails(id)).toHaveLength(15)
  expect((await feed(id)).heldReasons).toEqual([])
})

test('a run that costs more than the limit waits, and is refused when requested', async () => {
  const id = await create()
  await follow(id, { maxRunCost: 20 * 2500 })
  await hire('pia')
  expect(await feed(id)).toMatchObject({ heldReasons: ['cost'], maxRunCost: 50_000 })
  expect(await emails(id)).toHaveLength(20)
  const { version } = await preview(id, { maxRunCost: 50_000 })
  const refused = await call('PUT', `/${id}/feed`, { ...settings(), maxRunCost: 50_000, version })
  expect([refused.status, refused.body.details[0].path]).toEqual([409, 'maxRunCost'])
  await follow(id, { maxRunCost: 60_000 })
  expect(await emails(id)).toHaveLength(21)
})

test('a budget feed applies only what was previewed', async () => {
  const id = await create()
  const { version } = await preview(id)
  await hire('quentin')
  const late = await call('PUT', `/${id}/feed`, { ...settings(), version })
  expect([late.status, late.body.code]).toEqual([409, 'conflict'])
  expect([await emails(id), await feed(id)]).toEqual([[], null])
})

test('a sync that fails changes no one; disconnecting ends the feed and leaves participants', async () => {
  const id = await create()
  await follow(id)
  app.providers.sandboxes.merge!.failures.next('garbage', { after: 1 })
  await change('amara.adeyemi@acme.test', { works: false })
  expect(await emails(id)).toHaveLength(20)
  await app.request('DELETE', `/v3/integrations/linked-accounts/${account}`, { as })
  expect([await feed(id), await emails(id)]).toEqual([null, expect.objectContaining({ length: 20 })])
  account = (await connectHr(app, as)).id
  const again = await preview(id)
  expect([again.staying, again.leavers.map(({ email }: { email: string }) => email)]).toEqual([
    19,
    ['amara.adeyemi@acme.test'],
  ])
})

test('ending a feed leaves participants; a budget without a feed has none to end', async () => {
  const id = await create()
  await follow(id)
  await ok('DELETE', `/${id}/feed`)
  await change('amara.adeyemi@acme.test', { works: false })
  expect(await emails(id)).toHaveLength(20)
  expect((await call('DELETE', `/${id}/feed`)).status).toBe(404)
})

test('a budget feed refuses a group that does not exist, another team’s system, and an ended budget', async () => {
  const id = await create()
  const unknown = await call('POST', `/${id}/feed/previews`, { ...settings(), groupId: 'none' })
  expect([unknown.status, unknown.body.details[0].path]).toEqual([422, 'groupId'])
  const { id: foreign } = await connectHr(app, 'admin@globex.test')
  expect((await call('POST', `/${id}/feed/previews`, { ...settings(), linkedAccountId: foreign })).status).toBe(404)
  await ok('POST', `/${id}/start`, {})
  await ok('POST', `/${id}/stop`)
  await app.settle()
  expect((await call('POST', `/${id}/feed/previews`, settings())).status).toBe(409)
})
