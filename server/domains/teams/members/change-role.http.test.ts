import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { addMember } from './add-member.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const { acme, acmeNorth, globex } = demo.teams
const { acmeAdmin, acmeViewer, acmeSubteam, acmeParticipant, acmeService, globexAdmin } = demo.users
type Role = 'team-admin' | 'team-viewer' | 'subteam-admin' | 'participant' | 'automation-participant'
const join = (teamId: string, userId: string, roleGroupId: Role) =>
  transact(app.posy, { actor: operatorActor }, (work) => addMember(work, { teamId, userId, roleGroupId }))
const give = (team: string, user: string, roleGroupId: string, as: string) =>
  app.request('PUT', `/v3/teams/${team}/users/${user}`, { as, body: { roleGroupId } })
const getToken = async (username: string, team_id: string = acme) =>
  (
    await app.request('POST', '/oauth/token', {
      body: {
        grant_type: 'password',
        client_id: 'demo-web',
        client_secret: 'demo-web-secret',
        username,
        password: DEMO_PASSWORD,
        team_id,
      },
    })
  ).body.access_token

beforeEach(async () => {
  await join(acme, acmeAdmin, 'team-admin')
  await join(acme, acmeViewer, 'team-viewer')
})

test('a role holds from the next request of an open session, both ways, and keys of a former admin stop', async () => {
  const viewer = await getToken('viewer@acme.test')
  const issue = () => app.request('POST', `/v3/teams/${acme}/api-keys`, { as: viewer, body: { name: 'Mine' } })
  expect((await issue()).status).toBe(403)
  const given = await give(acme, acmeViewer, 'team-admin', 'admin@acme.test')
  expect(given.status).toBe(200)
  expect(given.body.data).toMatchObject({ id: acmeViewer, roleGroupId: 'team-admin' })
  const { key } = (await issue()).body.data
  const byKey = () => app.request('GET', '/api/v2/auth/me', { headers: { 'x-huggg-api-key': key } })
  expect((await byKey()).status).toBe(200)
  expect((await give(acme, acmeViewer, 'team-viewer', 'admin@acme.test')).status).toBe(200)
  expect((await issue()).status).toBe(403)
  expect((await byKey()).status).toBe(401)
})

test('the last admin stays an admin, also when two demote each other at once', async () => {
  const last = await give(acme, acmeAdmin, 'team-viewer', 'admin@acme.test')
  expect([last.status, last.body.code]).toEqual([409, 'wrong_state'])
  for (let round = 0; round < 3; round++) {
    await join(acme, acmeAdmin, 'team-admin')
    await join(acme, acmeViewer, 'team-admin')
    const [one, two] = [await getToken('admin@acme.test'), await getToken('viewer@acme.test')]
    const answers = await Promise.all([
      give(acme, acmeViewer, 'team-viewer', one),
      give(acme, acmeAdmin, 'team-viewer', two),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  }
})

test('no one gives or takes more rights than they have, and only within their teams', async () => {
  const lead = await getToken('subteam@acme.test', acmeNorth)
  await join(acmeNorth, acmeViewer, 'participant')
  expect((await give(acmeNorth, acmeViewer, 'team-admin', lead)).status).toBe(403)
  expect((await give(acmeNorth, acmeViewer, 'subteam-admin', lead)).status).toBe(200)
  await join(acmeNorth, acmeViewer, 'team-admin')
  expect((await give(acmeNorth, acmeViewer, 'participant', lead)).status).toBe(403)
  expect((await give(acmeNorth, acmeSubteam, 'participant', 'admin@acme.test')).status).toBe(200)
  await join(acmeNorth, acmeSubteam, 'subteam-admin')
  expect((await give(acme, acmeParticipant, 'team-viewer', 'viewer@acme.test')).status).toBe(403)
  const [foreign, missing] = [
    await give(globex, globexAdmin, 'team-viewer', 'admin@acme.test'),
    await give(acme, globexAdmin, 'team-viewer', 'admin@acme.test'),
  ]
  expect([foreign.status, missing.status]).toEqual([404, 404])
  expect((await give(acme, acmeService, 'team-viewer', 'admin@acme.test')).status).toBe(404)
})

test('a role that a team cannot give is refused at its field, and a budget’s participant stays its participant', async () => {
  for (const role of ['subteam-admin', 'automation-participant', 'king']) {
    const refused = await give(acme, acmeViewer, role, 'admin@acme.test')
    expect(refused.status).toBe(422)
    expect(refused.body.details[0].path).toBe('roleGroupId')
  }
  await join(acme, acmeViewer, 'automation-participant')
  expect((await give(acme, acmeViewer, 'team-viewer', 'admin@acme.test')).body.code).toBe('wrong_state')
})
