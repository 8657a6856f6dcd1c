import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { approveLink, connectHr, hrPeople } from '#server/testing/hr.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.providers.sandboxes.merge!.failures.clear()
  await app.posy.db.deleteFrom('linked_account').execute()
  await app.posy.db.deleteFrom('sandbox_employee').execute()
  await app.posy.db.deleteFrom('throttle').execute()
})

const ADMIN = 'admin@acme.test'
const root = '/v3/integrations/linked-accounts'
const wanted = { category: 'hris', integrationSlug: 'bamboohr' }
const begin = (as = ADMIN, body: object = wanted) => app.request('POST', root, { as, body })
const account = async (as = ADMIN) => (await app.request('GET', root, { as })).body.data[0]
const sync = async (id: string) => {
  const answer = await app.request('POST', `${root}/${id}/syncs`, { as: ADMIN, body: {} })
  await app.settle()
  return answer
}
const employees = () => app.posy.db.selectFrom('linked_employee').selectAll().orderBy('id').execute()
const hire = (firstName: string) =>
  app.request('POST', '/sandbox/hr/people', {
    body: {
      ...{ firstName, surname: 'Newcomer', workEmail: `${firstName}.newcomer@acme.test` },
      ...{ team: 'Engineering', location: 'Leeds' },
    },
  })

test('an HR integration lists every page of what can be connected', async () => {
  const { status, body } = await app.request('GET', `${root}/integrations?category=hris`, { as: ADMIN })
  expect(status).toBe(200)
  expect(body.data.map(({ slug }: { slug: string }) => slug)).toEqual(['bamboohr', 'hibob', 'personio', 'workday'])
  expect(body.data[0]).toMatchObject({ name: 'BambooHR', category: 'hris', colour: '#73c41d' })
})

test('an HR integration is pending until a person approves, then syncs, and is then active with everyone read', async () => {
  const started = await begin()
  expect([started.status, started.body.data.status]).toEqual([201, 'pending'])
  expect(started.body.data.linkScriptUrl).toMatch(/\/sandbox\/hr-link\/initialize\.js$/)
  const { id, linkToken } = started.body.data
  const publicToken = await approveLink(app, linkToken)
  const exchanged = await app.request('POST', `${root}/${id}/account-tokens`, { as: ADMIN, body: { publicToken } })
  expect([exchanged.status, exchanged.body.data.status]).toEqual([201, 'syncing'])
  await app.settle()
  expect(await account()).toMatchObject({ id, status: 'active', people: 40, syncError: null })
  expect((await account()).nextSyncAt).toBe('2026-03-03T10:00:00.000Z')
  const [first] = await employees()
  expect(first).toMatchObject({ first_name: 'Amara', work_email: 'amara.adeyemi@acme.test', status: 'active' })
  expect(first).toMatchObject({ start_date: '2010-01-01', birthday: '1970-01-15' })
  expect(first!.group_ids).toHaveLength(3)
})

test('an HR integration keeps the account token sealed, and shows it to no one', async () => {
  await connectHr(app, ADMIN)
  const { token } = await app.posy.db
    .selectFrom('sandbox_hr_token')
    .select('token')
    .where('kind', '=', 'account')
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const row = await app.posy.db.selectFrom('linked_account').selectAll().executeTakeFirstOrThrow()
  expect(Buffer.from(row.sealed_token!).includes(Buffer.from(token))).toBe(false)
  expect(JSON.stringify(await account())).not.toContain(token)
})

test('a public token of the HR provider works once, and a wrong one changes nothing', async () => {
  const { id, linkToken } = (await begin()).body.data
  const exchange = (publicToken: string) =>
    app.request('POST', `${root}/${id}/account-tokens`, { as: ADMIN, body: { publicToken } })
  const wrong = await exchange('nonsense')
  expect([wrong.status, wrong.body.details[0].path]).toEqual([422, 'publicToken'])
  expect((await account()).status).toBe('pending')
  const publicToken = await approveLink(app, linkToken)
  expect((await exchange(publicToken)).status).toBe(201)
  expect((await exchange(publicToken)).status).toBe(409)
})

test('a team has one HR integration of a category: an unfinished one is restarted under its id, a second to a connected one is refused', async () => {
  const first = (await begin()).body.data
  const again = (await begin(ADMIN, { ...wanted, integrationSlug: 'hibob' })).body.data
  expect([again.id, again.integrationName]).toEqual([first.id, 'HiBob'])
  await connectHr(app, ADMIN)
  expect((await begin()).status).toBe(409)
  expect((await begin(ADMIN, { ...wanted, integrationSlug: 'unheard-of' })).status).toBe(422)
})

test('an HR integration reads people daily, on demand, and when the provider reports a change', async () => {
  const { id } = await connectHr(app, ADMIN)
  const [someone] = await hrPeople(app)
  await hire('nina')
  await app.settle()
  expect(await account()).toMatchObject({ people: 41 })
  await app.posy.db.updateTable('sandbox_employee').set({ status: 'INACTIVE' }).where('id', '=', someone.id).execute()
  expect((await sync(id)).status).toBe(202)
  expect(await account()).toMatchObject({ people: 40, status: 'active' })
  await app.posy.db.updateTable('sandbox_employee').set({ status: 'ACTIVE' }).where('id', '=', someone.id).execute()
  await app.advance('P1D')
  expect(await account()).toMatchObject({ people: 41 })
})

test('people whose status an HR system words in its own way get nothing new, and the admin is told the words', async () => {
  const { id } = await connectHr(app, ADMIN)
  await sql`alter table sandbox_employee drop constraint sandbox_employee_status_check`.execute(app.posy.db)
  const [one, other] = await hrPeople(app)
  await sql`update sandbox_employee set status = 'Garden leave' where id = any(${[one.id, other.id]}::uuid[])`.execute(
    app.posy.db,
  )
  await sync(id)
  expect(await account()).toMatchObject({ people: 38, unknownStatuses: [{ word: 'Garden leave', people: 2 }] })
  await sql`update sandbox_employee set status = 'active' where status = 'Garden leave'`.execute(app.posy.db)
  await sync(id)
  expect(await account()).toMatchObject({ people: 40, unknownStatuses: [] })
})

test('the groups of an HR integration are teams, places and kinds of employment, with the people in each', async () => {
  const { id } = await connectHr(app, ADMIN)
  const { body } = await app.request('GET', `${root}/${id}/groups`, { as: ADMIN })
  expect(body.data.map(({ kind, name, people }: Record<string, unknown>) => [kind, name, people])).toEqual([
    ['team', 'Engineering', 20],
    ['team', 'People', 7],
    ['team', 'Sales', 7],
    ['team', 'Support', 6],
    ['location', 'Leeds', 20],
    ['location', 'London', 20],
    ['employment-type', 'Full time', 32],
    ['employment-type', 'Part time', 8],
  ])
})

test('a page of an HR sync that fails leaves everything as it was, and is tried again', async () => {
  const { id } = await connectHr(app, ADMIN)
  const many = Array.from({ length: 150 }, (_, place) => ({
    ...{ id: crypto.randomUUID(), first_name: 'New', last_name: `N${place}`, work_email: `new${place}@acme.test` },
    ...{ team: 'Sales', location: 'Leeds', employment_type: 'FULL_TIME', start_date: '2026-01-01', status: 'ACTIVE' },
  }))
  await app.posy.db
    .insertInto('sandbox_employee')
    .values(many as never)
    .execute()
  const before = await employees()
  // The status is asked first; then the second page fails.
  app.providers.sandboxes.merge!.failures.next('error', { after: 2 })
  await sync(id)
  expect(await employees()).toEqual(before)
  expect(await account()).toMatchObject({ status: 'active', syncError: 'unreachable', people: 40 })
  await app.advance('PT1H')
  expect(await account()).toMatchObject({ status: 'active', syncError: null, people: 190 })
})

test.each(['garbage', 'drop', 'throttled-long'] as const)(
  'an HR integration bears %s from the provider',
  async (failure) => {
    const { id } = await connectHr(app, ADMIN)
    app.providers.sandboxes.merge!.failures.next(failure)
    await sync(id)
    expect(await account()).toMatchObject({ status: 'active', syncError: 'unreachable', people: 40 })
    await app.advance('PT1H')
    expect(await account()).toMatchObject({ syncError: null })
  },
)

test('an HR integration waits as long as a rate limit asks, and reads on', async () => {
  const { id } = await connectHr(app, ADMIN)
  app.providers.sandboxes.merge!.failures.next('throttled')
  await sync(id)
  expect(await account()).toMatchObject({ status: 'active', syncError: null })
})

test('an HR integration that is ended on the other side says so, is not synced, and is connected again under its id', async () => {
  const { id } = await connectHr(app, ADMIN)
  app.providers.sandboxes.merge!.failures.next('revoked')
  await sync(id)
  expect(await account()).toMatchObject({ syncError: 'revoked', nextSyncAt: null, people: 40 })
  expect((await sync(id)).status).toBe(409)
  expect((await connectHr(app, ADMIN)).id).toBe(id)
  expect(await account()).toMatchObject({ status: 'active', syncError: null })
})

test('disconnecting an HR integration deletes what is known of people, here and at the provider', async () => {
  const { id } = await connectHr(app, ADMIN)
  const accounts = async () =>
    (await app.posy.db.selectFrom('sandbox_hr_token').select('token').where('origin_id', '=', id).execute()).length
  expect(await accounts()).toBe(1)
  const removed = await app.request('DELETE', `${root}/${id}`, { as: ADMIN })
  expect(removed.body.data).toEqual({ success: true })
  expect([await employees(), await account(), await accounts()]).toEqual([[], undefined, 0])
  const { action } = await app.posy.db
    .selectFrom('audit_event')
    .select('action')
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(action).toBe('linked-account.disconnected')
})

test('another team cannot see, sync or end an HR integration', async () => {
  const { id } = await connectHr(app, ADMIN)
  const as = 'admin@globex.test'
  expect(await account(as)).toBeUndefined()
  const tries = [
    await app.request('POST', `${root}/${id}/syncs`, { as, body: {} }),
    await app.request('GET', `${root}/${id}/groups`, { as }),
    await app.request('DELETE', `${root}/${id}`, { as }),
  ]
  expect(tries.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(await account()).toMatchObject({ id, people: 40 })
})

test('an HR report without the provider’s signature is refused, and one about no one is ignored', async () => {
  const body = JSON.stringify({ linked_account: { end_user_origin_id: demo.teams.acme } })
  const report = (signature: string) =>
    app.request('POST', '/webhooks/merge', { body, headers: { 'x-merge-webhook-signature': signature } })
  expect((await report('forged')).status).toBe(401)
  const { webhookKey } = app.providers.sandboxes.merge!.settings
  const signed = createHmac('sha256', webhookKey).update(body).digest('base64')
  expect((await report(signed.replaceAll('+', '-').replaceAll('/', '_'))).status).toBe(204)
})

test('while the HR provider is away, listing and connecting say so and change nothing', async () => {
  app.providers.sandboxes.merge!.failures.next('error', { times: 2 })
  expect((await app.request('GET', `${root}/integrations`, { as: ADMIN })).status).toBe(503)
  const { status, body } = await begin()
  expect([status, body.code]).toEqual([503, 'unavailable'])
  expect(await account()).toBeUndefined()
})
