import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listSandboxMessages } from '#contract/sandbox/messages.ts'
import { DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { renewSamlConnections } from '#server/domains/sso/index.ts'
import { startTestApp, type TestAnswer, type TestApp } from '#server/testing/app.ts'
import { newAddress } from '#server/testing/invites.ts'
import { samlBrowser } from '#server/testing/saml.ts'
import { appCode } from '#server/testing/totp.ts'

const { acme, globex } = demo.teams
const admins: Record<string, string> = { [acme]: 'admin@acme.test', [globex]: 'admin@globex.test' }

let app: TestApp
let browser: ReturnType<typeof samlBrowser>
beforeAll(async () => {
  app = await startTestApp()
  browser = samlBrowser(app)
  await browser.connect(acme, admins[acme]!, 'acme')
  await browser.verifyDomain(acme, admins[acme]!, 'acme.test')
  await browser.connect(globex, admins[globex]!, 'globex')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.posy.db.deleteFrom('throttle').execute()
})

const me = async (token: string) => (await app.request('GET', '/api/v2/auth/me', { as: token })).body.data
const someone = () => ({ email: newAddress().replace(/@.*/, '@acme.test'), firstName: 'Nia', surname: 'New' })
const password = (username: string) =>
  app.request('POST', '/oauth/token', {
    body: {
      ...{ grant_type: 'password', client_id: 'demo-web', client_secret: 'demo-web-secret' },
      ...{ username, password: DEMO_PASSWORD },
    },
  })
const detail = ({ body }: TestAnswer, path: string) => body.details.find((one: { path: string }) => one.path === path)
const verify = (id: string, body: object) => app.request('POST', `/v3/oauth/verify-identity/${id}`, { body })
const settings = async (team: string = acme) =>
  (await app.request('GET', `/v3/teams/${team}/saml`, { as: admins[team]! })).body.data
describe('someone whom a team’s provider vouches for', () => {
  test('gets an account in a verified domain, as a participant of that team, and comes back to it', async () => {
    const person = someone()
    const first = await browser.signIn(acme, person)
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    const { user, teamId, permissions } = await me(first.body.access_token)
    expect(user).toMatchObject({ email: person.email, firstName: 'Nia', verifiedEmail: true })
    expect([teamId, permissions.roleGroupId]).toEqual([acme, 'participant'])
    const again = await browser.signIn(acme, { ...person, email: newAddress(), nameId: await loadNameId(user.id) })
    expect((await me(again.body.access_token)).user.id).toBe(user.id)
  })

  test('is found by their work address', async () => {
    expect((await browser.begin({ email: 'anyone@acme.test' })).body.data.teamId).toBe(acme)
    expect((await browser.begin({ email: 'anyone@globex.test' })).status).toBe(404)
    expect((await browser.begin({ teamId: demo.teams.acmeNorth })).status).toBe(404)
  })

  test('links an account by its password, with its second step, and only to that team', async () => {
    const email = 'viewer@acme.test'
    const answer = await browser.signIn(acme, { email })
    expect([answer.status, answer.body.code, detail(answer, 'id').code]).toEqual([409, 'link_needed', 'password'])
    const id = detail(answer, 'id').message
    const wrong = await verify(id, { state: answer.state, password: 'not this one' })
    expect([wrong.status, wrong.body.details[0].path]).toEqual([422, 'password'])
    const { state: other } = (await browser.begin({ teamId: acme })).body.data
    expect((await verify(id, { state: other, password: DEMO_PASSWORD })).status).toBe(404)
    const linked = await verify(id, { state: answer.state, password: DEMO_PASSWORD })
    expect(linked.status, JSON.stringify(linked.body)).toBe(200)
    expect((await verify(id, { state: answer.state, password: DEMO_PASSWORD })).status).toBe(404)

    const { user } = await me(linked.body.data.access_token)
    await app.posy.db
      .insertInto('team_member')
      .values({ team_id: globex, user_id: user.id, role_group_id: 'team-viewer', created_at: new Date() })
      .execute()
    const as = (await browser.signIn(acme, { email })).body.access_token as string
    const elsewhere = await app.request('POST', `/v3/users/${user.id}/tokens`, { as, body: { teamId: globex } })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'restricted'])
    const { teams } = (await app.request('GET', `/v3/teams/user/${user.id}`, { as })).body
    expect(teams.map(({ team }: { team: { id: string } }) => team.id)).toEqual([acme])
    const factor = await app.request('POST', `/v3/users/${user.id}/second-factor`, { as })
    expect([factor.status, factor.body.code]).toEqual([403, 'restricted'])
    const google = { provider: 'google', redirectUri: `${app.posy.config.publicUrl}/sso/google` }
    expect((await app.request('POST', '/v3/oauth/authorise/urls', { as, body: google })).status).toBe(403)
    await app.posy.db.deleteFrom('team_member').where('team_id', '=', globex).where('user_id', '=', user.id).execute()
  })

  test('links an account without a password by an emailed code', async () => {
    const person = someone()
    const { user } = await me((await browser.signIn(acme, person)).body.access_token)
    await app.posy.db.deleteFrom('saml_identity').where('user_id', '=', user.id).execute()
    const answer = await browser.signIn(acme, person)
    expect(detail(answer, 'id').code).toBe('code')
    await app.settle()
    const { body } = await app.request('GET', `${listSandboxMessages.path}?to=${encodeURIComponent(person.email)}`)
    const code = body.data.map(({ subject }: { subject: string }) => subject.match(/^\d{6}/)?.[0]).find(Boolean)
    const done = await verify(detail(answer, 'id').message, { state: answer.state, code })
    expect((await me(done.body.data.access_token)).user.id).toBe(user.id)
  })

  test('stays out once removed, whatever the provider says', async () => {
    const person = someone()
    const { user } = await me((await browser.signIn(acme, person)).body.access_token)
    await app.request('DELETE', `/v3/teams/${acme}/users/${user.id}`, { as: admins[acme]! })
    const answer = await browser.signIn(acme, person)
    expect([answer.status, answer.body.help]).toEqual([401, 'Ask a team admin to invite you.'])
  })
})

const loadNameId = async (userId: string) =>
  (
    await app.posy.db
      .selectFrom('saml_identity')
      .select('name_id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  ).name_id

describe('a connection', () => {
  const put = (body: object, as = admins[globex]!, team: string = globex) =>
    app.request('PUT', `/v3/teams/${team}/saml`, { as, body })

  test('takes metadata of one provider with strong keys, from text or a public address', async () => {
    const good = await (await fetch(app.providers.sandboxes.saml!.metadataUrl('globex'))).text()
    const wrong: Record<string, string> = {
      'is not XML': 'nonsense',
      'has a DTD': `<!DOCTYPE x [<!ENTITY a "b">]>${good}`,
      'describes no provider': good.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'),
      'has no certificate': good.replace(/<KeyDescriptor[\s\S]*<\/KeyDescriptor>/, ''),
      'has a broken certificate': good.replace(/(X509Certificate>)[^<]{40}/, '$1'),
      'has no sign-in address': good.replaceAll('HTTP-Redirect', 'SOAP'),
    }
    for (const [why, metadata] of Object.entries(wrong)) {
      const { status, body } = await put({ metadata })
      expect([why, status, body.details?.[0]?.path]).toEqual([why, 422, 'metadata'])
    }
    expect((await put({ metadata: good, metadataUrl: 'https://x.example' })).status).toBe(422)
    expect((await put({ metadataUrl: 'http://127.0.0.1:9/metadata' })).body.details[0]).toMatchObject({
      path: 'metadataUrl',
      code: 'unreadable',
    })
    const saved = await put({ metadata: good })
    expect(saved.body.data.connection).toMatchObject({ isActive: true, metadataUrl: null })
    expect(saved.body.data.connection.certificates[0].fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
  })

  test('to another provider is off, and knows no one', async () => {
    const person = { email: 'admin@globex.test', nameId: 'boss' }
    const answer = await browser.signIn(globex, person)
    await verify(detail(answer, 'id').message, { state: answer.state, password: DEMO_PASSWORD })
    const waiting = await browser.bring(globex, person)
    await put({ metadataUrl: app.providers.sandboxes.saml!.metadataUrl('rival') })
    expect((await browser.post(waiting.brought)).status).toBe(401)
    const { connection } = await settings(globex)
    expect([connection.isActive, connection.entityId]).toEqual([false, expect.stringContaining('/rival/')])
    expect((await browser.begin({ teamId: globex })).status).toBe(404)
    await browser.connect(globex, admins[globex]!, 'globex')
    expect((await browser.signIn(globex, person)).body.code).toBe('link_needed')
  })

  test('is renewed from its address once a day, by one of many workers, and stays as it was when that tells nothing', async () => {
    const { saml } = app.providers.sandboxes
    const ofRival = saml!.metadataUrl('rival')
    const certificate = async () => (await settings(globex)).connection.certificates[0].fingerprint
    const aDayLater = () => {
      app.wall.advanceSeconds(86_401)
      return Promise.all([1, 2, 3].map(() => renewSamlConnections(app.posy)))
    }
    const before = await certificate()
    await saml!.changeKey('globex')
    expect((await browser.signIn(globex, { email: admins[globex]! })).status).toBe(401)
    await renewSamlConnections(app.posy)
    expect(await certificate()).toBe(before)
    await aDayLater()
    const renewed = await certificate()
    expect(renewed).not.toBe(before)
    expect((await browser.signIn(globex, { email: admins[globex]! })).body.code).toBe('link_needed')
    const noted = await app.posy.db
      .selectFrom('audit_event')
      .select('team_id')
      .where('action', '=', 'saml.renewed')
      .execute()
    expect(noted).toEqual([{ team_id: globex }])

    for (const address of [ofRival, 'http://127.0.0.1:9/metadata']) {
      await app.posy.db
        .updateTable('saml_connection')
        .set({ metadata_url: address })
        .where('team_id', '=', globex)
        .execute()
      await aDayLater()
      expect([address, await certificate()]).toEqual([address, renewed])
    }
    expect((await browser.signIn(globex, { email: admins[globex]! })).body.code).toBe('link_needed')
  })

  test('that is saved while its address is being read again stays as it was saved', async () => {
    const { saml } = app.providers.sandboxes
    const another = await (await fetch(saml!.metadataUrl('rival'))).text()
    await browser.connect(globex, admins[globex]!, 'globex')
    const { documents } = app.posy.providers
    const read = documents.read
    documents.read = async (url, maxBytes) => {
      const answer = await read(url, maxBytes)
      await put({ metadata: another })
      return answer
    }
    await saml!.changeKey('globex')
    app.wall.advanceSeconds(86_401)
    await renewSamlConnections(app.posy)
    documents.read = read
    const { connection } = await settings(globex)
    expect([connection.entityId, connection.metadataUrl]).toEqual([expect.stringContaining('/rival/'), null])
    await browser.connect(globex, admins[globex]!, 'globex')
  })

  test('is for team admins who signed in, of a whole team; our own metadata is for everyone', async () => {
    expect((await put({ metadata: 'x' }, 'viewer@acme.test', acme)).status).toBe(403)
    expect((await put({ metadata: 'x' }, 'key:demo-customer', acme)).status).toBe(403)
    expect((await put({ metadata: 'x' }, admins[acme]!, demo.teams.acmeNorth)).body.code).toBe('wrong_state')
    const { data } = (await app.request('GET', `/v3/sso/saml/${acme}`)).body
    expect(data.metadata).toContain(`entityID="${data.entityId}"`)
    expect(data.metadata).toContain(`Location="${data.assertionConsumerUrl}"`)
    expect(data.metadata).toContain('WantAssertionsSigned="true"')
  })

  test('needs a DNS record for each domain, which one team holds at a time', async () => {
    const path = (team: string) => `/v3/teams/${team}/saml/domains`
    const add = async (team: string) => {
      const { body } = await app.request('POST', path(team), { as: admins[team]!, body: { domain: 'shared.test' } })
      return body.data.domains.find(({ domain }: { domain: string }) => domain === 'shared.test').record
    }
    const look = (team: string) => app.request('POST', `${path(team)}/shared.test/verify`, { as: admins[team]! })
    const first = await add(acme)
    expect([(await look(acme)).status, (await look(globex)).status]).toEqual([409, 404])
    app.providers.sandboxes.dns!.put(first.name, first.text)
    expect((await look(acme)).status).toBe(200)
    const second = await add(globex)
    expect((await look(globex)).body.code).toBe('wrong_state')
    app.providers.sandboxes.dns!.put(second.name, second.text)
    expect((await look(globex)).body.code).toBe('conflict')
    app.providers.sandboxes.dns!.put(first.name, '')
    app.providers.sandboxes.dns!.put(second.name, second.text)
    expect((await look(globex)).status).toBe(200)
    const held = (await settings()).domains.find(({ domain }: { domain: string }) => domain === 'shared.test')
    expect(held.verifiedAt).toBeNull()
    expect((await app.request('POST', path(acme), { as: admins[acme]!, body: { domain: 'acme.test' } })).status).toBe(
      422,
    )
  })
})

test('a team that asks for SSO alone keeps one admin with a password and a second step, and no one else', async () => {
  const admin = admins[acme]!
  const allow = (as: string, authMethods: string[]) =>
    app.request('PUT', `/api/v2/teams/${acme}`, { as, body: { authMethods } })
  const name = (userId: string | null, as = admin) =>
    app.request('PUT', `/v3/teams/${acme}/emergency-admin`, { as, body: { userId } })
  const id = demo.users.acmeAdmin
  expect((await allow(admin, ['password'])).body.details[0].code).toBe('of_connection')
  expect((await allow(admin, ['saml'])).body.details[0].code).toBe('no_emergency_admin')
  expect((await name(demo.users.acmeViewer)).body.details[0].code).toBe('no_admin')
  expect((await name(id)).body.details[0].code).toBe('no_second_factor')

  const { secret } = (await app.request('POST', `/v3/users/${id}/second-factor`, { as: admin })).body.data
  const code = appCode(secret, app.wall.nowMs())
  await app.request('POST', `/v3/users/${id}/second-factor/confirm`, {
    as: admin,
    body: { code, password: DEMO_PASSWORD },
  })
  expect((await name(id)).status).toBe(200)
  const before = (await password('participant@acme.test')).body
  expect((await allow(admin, ['saml'])).status).toBe(200)

  const others = await password('participant@acme.test')
  expect([others.status, others.body.code, others.body.help]).toEqual([403, 'restricted', 'Sign in with SSO.'])
  expect((await password('subteam@acme.test')).status).toBe(403)
  expect((await app.request('GET', '/api/v2/auth/me', { as: before.access_token })).status).toBe(401)
  const first = await password(admin)
  expect([first.status, first.body.code]).toEqual([403, 'second_factor_needed'])
  app.wall.advanceSeconds(31)
  const second = await app.request('POST', '/oauth/token', {
    body: {
      ...{ grant_type: 'second_factor', client_id: 'demo-web', client_secret: 'demo-web-secret' },
      ...{ challenge: first.body.details[0].message, code: appCode(secret, app.wall.nowMs()) },
    },
  })
  const as = second.body.access_token as string
  expect((await app.request('GET', `/api/v2/teams/${acme}`, { as })).status).toBe(200)
  expect((await browser.signIn(acme, someone())).status).toBe(200)

  // Nothing takes the last way in away.
  expect((await name(null, as)).body.code).toBe('wrong_state')
  const off = await app.request('PATCH', `/v3/teams/${acme}/saml`, { as, body: { isActive: false } })
  expect([off.status, off.body.code]).toEqual([409, 'wrong_state'])
  await app.posy.db.deleteFrom('second_factor').where('user_id', '=', id).execute()
  expect((await app.request('GET', '/api/v2/auth/me', { as })).status).toBe(401)
  expect((await password(admin)).status).toBe(403)
})
