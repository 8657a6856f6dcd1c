import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { sameAnswer } from '#server/testing/refusals.ts'
import { addMember } from './add-member.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const { acme, acmeNorth, globex } = demo.teams
const { acmeAdmin, acmeViewer, acmeSubteam, acmeParticipant } = demo.users
const MISSING = '00000000-0000-4000-8000-00000000dead'
const remove = (team: string, user: string, as: string) =>
  app.request('DELETE', `/v3/teams/${team}/users/${user}`, { as })
const join = (
  teamId: string,
  userId: string,
  roleGroupId: 'team-admin' | 'team-viewer' | 'subteam-admin' | 'participant',
) => transact(app.posy, { actor: operatorActor }, (work) => addMember(work, { teamId, userId, roleGroupId }))
const getTokens = async (username: string, more: object = {}) =>
  (
    await app.request('POST', '/oauth/token', {
      body: {
        grant_type: 'password',
        client_id: 'demo-web',
        client_secret: 'demo-web-secret',
        username,
        password: DEMO_PASSWORD,
        ...more,
      },
    })
  ).body
const me = (as: string) => app.request('GET', '/api/v2/auth/me', { as })
const refresh = (refresh_token: string) =>
  app.request('POST', '/oauth/token', {
    body: { grant_type: 'refresh_token', client_id: 'demo-web', client_secret: 'demo-web-secret', refresh_token },
  })

beforeEach(async () => {
  await join(acme, acmeAdmin, 'team-admin')
  await join(acme, acmeViewer, 'team-viewer')
})

test('a leaver’s sessions and keys in the team stop at once, and do not come back with them', async () => {
  await join(acme, acmeViewer, 'team-admin')
  const tokens = await getTokens('viewer@acme.test')
  const { key } = (
    await app.request('POST', `/v3/teams/${acme}/api-keys`, { as: tokens.access_token, body: { name: 'Leaver’s' } })
  ).body.data
  const byKey = () => app.request('GET', '/api/v2/auth/me', { headers: { 'x-huggg-api-key': key } })
  expect((await byKey()).status).toBe(200)

  expect((await remove(acme, acmeViewer, 'admin@acme.test')).body).toEqual({ data: { success: true } })
  const gone = async () => {
    expect((await me(tokens.access_token)).status).toBe(401)
    expect((await refresh(tokens.refresh_token)).status).toBe(401)
    expect((await byKey()).status).toBe(401)
  }
  await gone()
  const users = (await app.request('GET', `/api/v2/teams/${acme}/users`, { as: 'admin@acme.test' })).body.data
  expect(users.map((user: { id: string }) => user.id)).not.toContain(acmeViewer)
  await join(acme, acmeViewer, 'team-viewer')
  await gone()
})

describe('a link to a file', () => {
  /** In a session that lasts in Globex. */
  const viewerInAcme = async (): Promise<string> => {
    await join(globex, acmeViewer, 'team-viewer')
    const there = await getTokens('viewer@acme.test', { team_id: globex })
    const tokens = { as: there.access_token, body: { teamId: acme } }
    return (await app.request('POST', `/v3/users/${acmeViewer}/tokens`, tokens)).body.data.access_token
  }
  const linkFor = async (as: string) => {
    const made = await app.request('POST', '/v3/hugggs/exports', { as, body: { query: {}, format: 'csv' } })
    await app.settle()
    return new URL((await app.request('GET', `/v3/hugggs/exports/${made.body.data.id}`, { as })).body.data.fileUrl)
  }
  const opens = async (link: URL) => (await app.api.request(link.pathname)).status
  afterEach(() => remove(globex, acmeViewer, 'admin@globex.test'))

  test('ends with the session of who was given it', async () => {
    const as = await viewerInAcme()
    const link = await linkFor(as)
    expect(await opens(link)).toBe(200)
    const web = { client_id: 'demo-web', client_secret: 'demo-web-secret' }
    await app.request('POST', '/oauth/revoke', { body: { token: as, ...web } })
    expect(await opens(link)).toBe(404)
  })

  test('ends for a leaver whose session lasts elsewhere, and for anyone whose role is another', async () => {
    const as = await viewerInAcme()
    const link = await linkFor(as)
    await join(acme, acmeViewer, 'participant')
    expect(await opens(link)).toBe(404)
    await join(acme, acmeViewer, 'team-viewer')
    expect(await opens(link)).toBe(200)
    await remove(acme, acmeViewer, 'admin@acme.test')
    expect(await opens(link)).toBe(404)
  })

  test('of a program is for anyone who has it, until it expires', async () => {
    const link = await linkFor('key:demo-customer')
    expect(await opens(link)).toBe(200)
    app.wall.advanceSeconds(901)
    expect(await opens(link)).toBe(404)
  })
})

test('a leaver of one organisation keeps access to another, a leaver of a subteam to its parent, a leaver of a parent to neither', async () => {
  await join(globex, acmeViewer, 'team-viewer')
  await join(acmeNorth, acmeViewer, 'team-viewer')
  const there = await getTokens('viewer@acme.test', { team_id: globex })
  const inTeam = async (teamId: string) =>
    (await app.request('POST', `/v3/users/${acmeViewer}/tokens`, { as: there.access_token, body: { teamId } })).body
      .data
  const north = await inTeam(acmeNorth)
  await remove(acmeNorth, acmeViewer, 'admin@acme.test')
  expect((await me(north.access_token)).status).toBe(401)
  const here = await inTeam(acme)
  expect((await me(here.access_token)).body.data.teamId).toBe(acme)
  await join(acmeNorth, acmeViewer, 'team-viewer')
  const northAgain = await inTeam(acmeNorth)
  await remove(acme, acmeViewer, 'admin@acme.test')
  for (const { access_token, refresh_token } of [here, northAgain]) {
    expect((await me(access_token)).status).toBe(401)
    expect((await refresh(refresh_token)).status).toBe(401)
  }
  expect((await me(there.access_token)).body.data).toMatchObject({ teamId: globex, user: { teamId: globex } })
  expect((await refresh(there.refresh_token)).status).toBe(200)
  expect((await me((await getTokens('viewer@acme.test')).access_token)).body.data.teamId).toBe(globex)
  await remove(globex, acmeViewer, 'admin@globex.test')
})

test('someone without any team can sign in, and finds nothing', async () => {
  await remove(acme, acmeViewer, 'admin@acme.test')
  const { access_token } = await getTokens('viewer@acme.test')
  expect((await me(access_token)).body.data).toMatchObject({
    user: { id: acmeViewer, teamId: null },
    teamId: null,
    permissions: null,
  })
  expect((await app.request('GET', `/api/v2/teams/${acme}`, { as: access_token })).status).toBe(403)
})

test('a parent team’s admin who is removed loses the subteams as well', async () => {
  await join(acme, acmeViewer, 'team-admin')
  const { access_token, refresh_token } = await getTokens('viewer@acme.test', { team_id: acmeNorth })
  expect((await me(access_token)).status).toBe(200)
  await remove(acme, acmeViewer, 'admin@acme.test')
  expect((await me(access_token)).status).toBe(401)
  expect((await refresh(refresh_token)).status).toBe(401)
})

test('the last admin cannot be removed, also when two remove each other at once', async () => {
  const last = await remove(acme, acmeAdmin, 'admin@acme.test')
  expect(last.status).toBe(409)
  expect(last.body.code).toBe('wrong_state')
  for (let round = 0; round < 5; round++) {
    await join(acme, acmeAdmin, 'team-admin')
    await join(acme, acmeViewer, 'team-admin')
    const [one, two] = [
      (await getTokens('admin@acme.test', { team_id: acme })).access_token,
      (await getTokens('viewer@acme.test', { team_id: acme })).access_token,
    ]
    const answers = await Promise.all([remove(acme, acmeViewer, one), remove(acme, acmeAdmin, two)])
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    const admins = await app.posy.db
      .selectFrom('team_member')
      .innerJoin('app_user', 'app_user.id', 'team_member.user_id')
      .select('user_id')
      .where('team_member.team_id', '=', acme)
      .where('role_group_id', '=', 'team-admin')
      .where('is_service', '=', false)
      .execute()
    expect(admins).toHaveLength(1)
  }
})

test('removing members is for admins, within their teams, and no subteam admin removes a team admin', async () => {
  const admin = (await getTokens('admin@acme.test', { team_id: acme })).access_token
  expect((await remove(acme, acmeParticipant, 'viewer@acme.test')).status).toBe(403)
  expect((await remove(acme, acmeParticipant, 'participant@acme.test')).status).toBe(403)
  expect((await remove(acme, acmeParticipant, 'subteam@acme.test')).status).toBe(404)
  await join(acmeNorth, acmeViewer, 'team-admin')
  expect((await remove(acmeNorth, acmeViewer, 'subteam@acme.test')).status).toBe(403)
  expect((await remove(acmeNorth, acmeViewer, admin)).status).toBe(200)
  const tries = [remove(globex, demo.users.globexAdmin, admin), remove(MISSING, demo.users.globexAdmin, admin)]
  const [foreign, missing] = await Promise.all(tries)
  expect([foreign!.status, missing!.status]).toEqual([404, 404])
  expect(foreign!.body).toEqual(sameAnswer(missing!.body))
  expect((await remove(acme, acmeSubteam, admin)).status).toBe(404)
  expect((await me('admin@globex.test')).status).toBe(200)
})
