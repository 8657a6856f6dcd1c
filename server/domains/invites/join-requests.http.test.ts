import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { mailbox } from '#server/testing/gifts.ts'

const { acme, acmeNorth, globex } = demo.teams
const ADMIN = 'admin@acme.test'
const DAY_SECONDS = 86_400
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const ask = (email: string) => app.request('POST', `/api/v2/teams/${acme}/invites/requests`, { body: { email } })
const list = (team: string = acme, as = ADMIN) => app.request('GET', `/v3/teams/${team}/join-requests`, { as })
const findRequestId = async (email: string): Promise<string | undefined> =>
  (await list()).body.data.find((each: { emailAddress: string }) => each.emailAddress === email)?.id
const decide = (id: string, how: 'accept' | 'decline', body: object = {}, as = ADMIN) =>
  app.request('POST', `/v3/join-requests/${id}/${how}`, { as, body })

test('accepting a request to join sends an invite with the chosen role and takes all requests of that address from the list', async () => {
  await ask('amy@acme.test')
  app.wall.advanceSeconds(DAY_SECONDS + 1)
  await ask('amy@acme.test')
  const { body } = await list()
  expect(body.data).toEqual([
    { id: expect.any(String), teamId: acme, emailAddress: 'amy@acme.test', dateCreated: expect.any(String) },
  ])
  const accepted = await decide(body.data[0].id, 'accept', { roleGroupId: 'team-viewer' })
  expect([accepted.status, accepted.body.data]).toMatchObject([
    200,
    { emailAddress: 'amy@acme.test', roleGroupId: 'team-viewer', teamId: acme, accepted: false },
  ])
  await app.settle()
  expect(await mailbox(app, 'amy@acme.test')).toHaveLength(1)
  expect((await list()).body.data).toEqual([])
  expect((await decide(body.data[0].id, 'decline')).status).toBe(404)
})

test('a person whose request to join was declined is not emailed, and cannot ask again while the decision is stored', async () => {
  await ask('ben@acme.test')
  await app.settle()
  const told = (await mailbox(app, ADMIN)).length
  expect((await decide((await findRequestId('ben@acme.test'))!, 'decline')).status).toBe(200)
  app.wall.advanceSeconds(DAY_SECONDS + 1)
  expect((await ask('ben@acme.test')).body).toEqual({ data: { success: true } })
  await app.settle()
  expect(await findRequestId('ben@acme.test')).toBeUndefined()
  expect(await mailbox(app, ADMIN)).toHaveLength(told)
  expect(await mailbox(app, 'ben@acme.test')).toEqual([])
  app.wall.advanceSeconds(30 * DAY_SECONDS)
  await ask('someone-else@acme.test')
  await ask('ben@acme.test')
  expect(await findRequestId('ben@acme.test')).toBeDefined()
})

test('a request to join of someone who was invited meanwhile, or of long ago, no longer waits', async () => {
  await ask('cat@acme.test')
  await ask('dan@acme.test')
  const invites = [{ emailAddress: 'cat@acme.test' }]
  await app.request('POST', `/v3/teams/${acme}/users/invites`, { as: ADMIN, body: { type: 'participant', invites } })
  expect([await findRequestId('cat@acme.test'), typeof (await findRequestId('dan@acme.test'))]).toEqual([
    undefined,
    'string',
  ])
  app.wall.advanceSeconds(30 * DAY_SECONDS + 1)
  expect(await findRequestId('dan@acme.test')).toBeUndefined()
})

test('a join request is for those who may invite, within their own team, and gives no more rights than they have', async () => {
  await ask('eve@acme.test')
  const id = (await findRequestId('eve@acme.test'))!
  const refused = await Promise.all([
    list(globex),
    list(acme, 'viewer@acme.test'),
    list(acme, 'subteam@acme.test'),
    decide(id, 'accept', {}, 'admin@globex.test'),
    decide(id, 'decline', {}, 'admin@globex.test'),
    decide(id, 'accept', {}, 'viewer@acme.test'),
    decide(id, 'decline', {}, 'participant@acme.test'),
    decide(id, 'accept', { roleGroupId: 'subteam-admin' }),
  ])
  expect(refused.map(({ status }) => status)).toEqual([404, 403, 404, 404, 404, 403, 403, 422])
  expect(refused.at(-1)!.body.details[0].path).toBe('roleGroupId')
  expect((await list(acmeNorth, 'subteam@acme.test')).body.data).toEqual([])
  expect(await findRequestId('eve@acme.test')).toBe(id)
  const audit = await app.request('GET', `/v3/teams/${acme}/audit?area=people&limit=1000`, { as: ADMIN })
  const actions = audit.body.data.map(({ action }: { action: string }) => action)
  expect(actions).toEqual(expect.arrayContaining(['team.join-requested', 'team.join-accepted', 'team.join-declined']))
})
