import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listSandboxMessages } from '#contract/sandbox/messages.ts'
import { DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { addTestPasskey, testPasskey } from '#server/testing/passkeys.ts'
import { signInBrowser } from '#server/testing/sso.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(async () => {
  await app.posy.db.updateTable('team').set({ preferences: '{}' }).execute()
  for (const table of ['passkey', 'recovery_code', 'throttle'] as const) await app.posy.db.deleteFrom(table).execute()
})

const { acmeAdmin, acmeViewer, acmeParticipant, globexAdmin } = demo.users
const signIn = async (username: string) =>
  app.request('POST', '/oauth/token', {
    body: {
      grant_type: 'password',
      client_id: 'demo-web',
      client_secret: 'demo-web-secret',
      username,
      password: DEMO_PASSWORD,
    },
  })
const getToken = async (username: string): Promise<string> => (await signIn(username)).body.access_token
const me = async (as: string) => (await app.request('GET', '/api/v2/auth/me', { as })).body.data
const look = async (as: string, team: string = demo.teams.acme) => {
  const { status, body } = await app.request('GET', `/api/v2/teams/${team}`, { as })
  return [status, body.code]
}
const setRule = (as: string, requireSecondStep: boolean, team: string = demo.teams.acme) =>
  app.request('PUT', `/api/v2/teams/${team}`, { as, body: { preferences: { requireSecondStep } } })
const reset = (as: string, userId: string, team: string = demo.teams.acme) =>
  app.request('POST', `/v3/teams/${team}/users/${userId}/second-factor/reset`, { as })
interface Listed {
  id: string
  secondStep: string | null
}
const refused = [403, 'second_step_required']
const passed = [200, undefined]

/** Acme's admin, signed in with a passkey of their own, in a team that asks everyone for a second step. */
async function strictTeam() {
  const as = await getToken('admin@acme.test')
  const own = await addTestPasskey(app, as, acmeAdmin)
  const set = await setRule(as, true)
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  return { as, own }
}

describe('a team that asks for a second step', () => {
  test('is made so by a signed-in admin who has one', async () => {
    const as = await getToken('admin@acme.test')
    const without = await setRule(as, true)
    expect([without.status, without.body.details[0].path]).toEqual([422, 'preferences.requireSecondStep'])
    for (const other of ['viewer@acme.test', 'participant@acme.test', 'key:demo-customer'])
      expect((await setRule(other, true)).status, other).toBe(403)
    expect((await setRule('admin@globex.test', true)).status).toBe(404)
    const { as: admin } = await strictTeam()
    const { data } = (await app.request('GET', `/api/v2/teams/${demo.teams.acmeNorth}`, { as: admin })).body
    expect([data.preferences.requireSecondStep, data.effective.preferences.requireSecondStep]).toEqual([false, true])
    expect((await setRule('key:demo-customer', false)).status).toBe(403)
    expect((await setRule(admin, false)).status).toBe(200)
  })

  test('refuses a token without the step, below it too, until one is set up; keys and other teams still work', async () => {
    const tokens = await Promise.all(['viewer', 'subteam', 'participant'].map((who) => getToken(`${who}@acme.test`)))
    const [viewer, subteam, participant] = tokens as [string, string, string]
    const { as: admin } = await strictTeam()
    expect(await look(admin)).toEqual(passed)
    expect(await look(viewer)).toEqual(refused)
    expect(await look(participant)).toEqual(refused)
    expect(await look(subteam, demo.teams.acmeNorth)).toEqual(refused)
    expect(await look(await getToken('viewer@acme.test'))).toEqual(refused)
    const bought = await app.request('POST', '/api/v2/transactions', {
      as: participant,
      body: {
        purchase: { type: 'huggg', reference: demo.products.daisyGiftCard10, deliveryMethod: 'links' },
        payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
      },
    })
    expect([bought.status, bought.body.code]).toEqual(refused)
    expect(await me(viewer)).toMatchObject({ teamId: demo.teams.acme, permissions: null, secondStepRequired: true })
    const colleague = await app.request('GET', `/v3/teams/user/${acmeAdmin}`, { as: viewer })
    expect(colleague.status).toBe(404)
    expect(await look('key:demo-customer')).toEqual(passed)
    expect(await look('admin@globex.test', demo.teams.globex)).toEqual(passed)
    await addTestPasskey(app, viewer, acmeViewer)
    expect(await look(viewer)).toEqual(passed)
    expect(await me(viewer)).toMatchObject({ permissions: { roleGroupId: 'team-viewer' }, secondStepRequired: false })
    await setRule(admin, false)
    expect(await look(participant)).toEqual(passed)
  })

  test('takes a provider’s sign-in for one with the provider’s own step', async () => {
    const viewer = { email: 'viewer@acme.test', id: acmeViewer }
    const browser = signInBrowser(app)
    const brought = await browser.begin('google', viewer)
    const link = await browser.grant('google', brought)
    const id = link.body.details.find(({ path }: { path: string }) => path === 'id').message
    await app.request('POST', `/v3/oauth/verify-identity/${id}`, {
      body: { password: DEMO_PASSWORD, state: brought.state },
    })
    const { as: admin } = await strictTeam()
    const granted = await browser.signIn('google', viewer)
    expect(await look(granted.body.access_token)).toEqual(passed)
    expect(await look(await getToken(viewer.email))).toEqual(refused)
    const list = await app.request('GET', `/api/v2/teams/${demo.teams.acme}/users`, { as: admin })
    const steps = Object.fromEntries(list.body.data.map((one: Listed) => [one.id, one.secondStep]))
    expect(steps).toMatchObject({ [acmeAdmin]: 'on', [acmeViewer]: 'provider', [acmeParticipant]: 'off' })
    const seen = await app.request('GET', `/api/v2/teams/${demo.teams.acme}/users`, { as: granted.body.access_token })
    expect(new Set(seen.body.data.map((one: Listed) => one.secondStep))).toEqual(new Set([null]))
    await app.posy.db.updateTable('app_user').set({ google_id: null }).where('id', '=', acmeViewer).execute()
  })

  test('keeps the last second step from being removed, by two at once too', async () => {
    const { as, own } = await strictTeam()
    const path = `/v3/users/${acmeAdmin}/passkeys`
    const send = (rest: string, body?: object) => app.request('POST', `${path}${rest}`, { as, ...(body && { body }) })
    const removal = (id: string, code: string) => send(`/${id}/remove`, { password: DEMO_PASSWORD, code })
    const last = await removal(own.id, own.codes[0]!)
    expect([last.status, last.body.code]).toEqual([409, 'wrong_state'])
    const { passkey } = own
    const options = (await send('/challenge')).body.data
    const challenge = await send('/begin', { password: DEMO_PASSWORD, passkey: passkey.get(options) })
    const second = await send('', {
      name: 'Phone',
      passkey: testPasskey(app.posy.config.publicUrl).create(challenge.body.data),
    })
    const ids = [own.id, second.body.data.passkey.id]
    const raced = await Promise.all(ids.map((id, index) => removal(id, own.codes[index + 1]!)))
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

test('a member is signed out everywhere by an admin, stays a member, and it is recorded; not by who may not', async () => {
  const viewer = await getToken('viewer@acme.test')
  const admin = await getToken('admin@acme.test')
  const signOut = (as: string, userId: string, team: string = demo.teams.acme) =>
    app.request('DELETE', `/v3/teams/${team}/users/${userId}/sessions`, { as })
  const me = async () => (await app.request('GET', '/api/v2/auth/me', { as: viewer })).status
  const globex = await getToken('admin@globex.test')
  for (const [as, status] of [
    [globex, 404],
    ['participant@acme.test', 403],
    [viewer, 403],
    ['key:demo-customer', 403],
  ] as const)
    expect((await signOut(as, acmeViewer)).status, as).toBe(status)
  expect((await signOut(globex, acmeViewer, demo.teams.globex)).status).toBe(404)
  expect((await signOut(admin, acmeAdmin)).body.code).toBe('wrong_state')
  expect(await me()).toBe(200)
  const done = await signOut(admin, acmeViewer)
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  expect(done.body.data.ended).toBeGreaterThan(0)
  expect(await me()).toBe(401)
  expect((await signIn('viewer@acme.test')).status).toBe(200)
  const log = await app.request('GET', `/v3/teams/${demo.teams.acme}/audit`, { as: admin })
  expect(log.body.data[0]).toMatchObject({ action: 'team.member-signed-out' })
})

describe('a member who lost everything', () => {
  test('is reset by an admin, emailed about it, and sets up again; it is recorded who did it', async () => {
    const viewer = await getToken('viewer@acme.test')
    await addTestPasskey(app, viewer, acmeViewer)
    const { as } = await strictTeam()
    expect((await signIn('viewer@acme.test')).body.code).toBe('second_factor_needed')
    const done = await reset(as, acmeViewer)
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    expect((await app.request('GET', '/api/v2/auth/me', { as: viewer })).status).toBe(401)
    const again = await getToken('viewer@acme.test')
    expect(await look(again)).toEqual(refused)
    await addTestPasskey(app, again, acmeViewer)
    expect(await look(again)).toEqual(passed)
    await app.settle()
    const mails = await app.request('GET', `${listSandboxMessages.path}?to=viewer%40acme.test`)
    const told = mails.body.data.find(({ subject }: { subject: string }) => subject === 'Your second step was reset')
    expect(told.text).toContain('of Acme reset the second step of your account')
    const log = await app.request('GET', `/v3/teams/${demo.teams.acme}/audit`, { as })
    expect(log.body.data.map(({ action }: { action: string }) => action)).toContain('team.second-step-reset')
  })

  test('is not reset by who may not, twice, or where another organisation trusts it too', async () => {
    const viewer = await getToken('viewer@acme.test')
    await addTestPasskey(app, viewer, acmeViewer)
    const globex = await getToken('admin@globex.test')
    const admin = await getToken('admin@acme.test')
    const code = async (as: string, userId: string, team?: string) => {
      const { status, body } = await reset(as, userId, team)
      return [status, body.code]
    }
    expect(await code(globex, acmeViewer)).toEqual([404, 'not_found'])
    expect(await code(globex, acmeViewer, demo.teams.globex)).toEqual([404, 'not_found'])
    expect(await code(admin, globexAdmin)).toEqual([404, 'not_found'])
    for (const as of ['participant@acme.test', viewer, 'key:demo-customer'])
      expect((await reset(as, acmeViewer)).status, as).toBe(403)
    expect(await code(await getToken('subteam@acme.test'), acmeViewer)).toEqual([404, 'not_found'])
    expect(await code(admin, acmeAdmin)).toEqual([409, 'wrong_state'])
    expect(await code(admin, acmeParticipant)).toEqual([409, 'wrong_state'])
    const elsewhere = { team_id: demo.teams.globex, user_id: acmeViewer }
    await app.posy.db
      .insertInto('team_member')
      .values({ ...elsewhere, role_group_id: 'participant', created_at: new Date(app.wall.nowMs()) })
      .execute()
    expect(await code(admin, acmeViewer)).toEqual([403, 'restricted'])
    await app.posy.db
      .deleteFrom('team_member')
      .where('team_id', '=', demo.teams.globex)
      .where('user_id', '=', acmeViewer)
      .execute()
    expect((await app.request('GET', '/api/v2/auth/me', { as: viewer })).status).toBe(200)
    expect((await reset(admin, acmeViewer)).status).toBe(200)
    expect(await code(admin, acmeViewer)).toEqual([409, 'wrong_state'])
  })
})
