import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listSandboxMessages } from '#contract/sandbox/messages.ts'
import { DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import type { Forgery } from '#server/providers/openid/sandbox/index.ts'
import { startTestApp, type TestAnswer, type TestApp } from '#server/testing/app.ts'
import { invite, newAddress } from '#server/testing/invites.ts'
import { sameAnswer } from '#server/testing/refusals.ts'
import { signInBrowser } from '#server/testing/sso.ts'

let app: TestApp
let browser: ReturnType<typeof signInBrowser>
beforeAll(async () => {
  app = await startTestApp()
  browser = signInBrowser(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.posy.db.deleteFrom('throttle').execute()
})

const me = async ({ body }: TestAnswer) =>
  (await app.request('GET', '/api/v2/auth/me', { as: body.access_token })).body.data
const findUser = (email: string) =>
  app.posy.db.selectFrom('app_user').selectAll().where('email', '=', email).executeTakeFirst()
const mailsTo = async (to: string) => {
  await app.settle()
  const { body } = await app.request('GET', `${listSandboxMessages.path}?to=${encodeURIComponent(to)}`)
  return body.data as { subject: string; text: string }[]
}
const codeMailedTo = async (to: string) =>
  (await mailsTo(to)).map(({ subject }) => subject.match(/^\d{6}/)?.[0]).find(Boolean)!
const verify = (id: string, body: object) => app.request('POST', `/v3/oauth/verify-identity/${id}`, { body })
const linkIdIn = ({ body }: TestAnswer): string =>
  body.details.find(({ path }: { path: string }) => path === 'id').message
const proofIn = ({ body }: TestAnswer): string => body.details.find(({ path }: { path: string }) => path === 'id').code
const password = (username: string, secret = DEMO_PASSWORD) =>
  app.request('POST', '/oauth/token', {
    body: {
      grant_type: 'password',
      client_id: 'demo-web',
      client_secret: 'demo-web-secret',
      username,
      password: secret,
    },
  })
/** Someone with a password, whose address is proven. */
async function account(): Promise<string> {
  const email = newAddress()
  const { password_hash } = (await findUser('viewer@acme.test'))!
  await app.posy.db
    .insertInto('app_user')
    .values({
      id: crypto.randomUUID(),
      email,
      password_hash,
      verified_email: true,
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute()
  return email
}

describe('someone new', () => {
  test('opens a team on the chosen plan with Google, and comes back to it without', async () => {
    const email = newAddress()
    const first = await browser.signIn('google', { email, firstName: 'Nia' }, { planId: demo.plans.free })
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect(first.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, refresh_token: expect.any(String) })
    const { user, teamId, permissions } = await me(first)
    expect(user).toMatchObject({ email, firstName: 'Nia', verifiedEmail: true, microsoftId: null, teamId })
    expect(user.googleId).toMatch(/^\d+$/)
    expect(permissions.roleGroupId).toBe('team-admin')
    const wallets = await app.request('GET', `/api/v2/teams/${teamId}/wallets`, { as: first.body.access_token })
    expect(wallets.body.data).toHaveLength(1)
    const again = await me(await browser.signIn('google', { email }, { planId: demo.plans.free }))
    expect([again.user.id, again.teamId]).toEqual([user.id, teamId])
    expect(await mailsTo(email)).toMatchObject([{ subject: 'You can sign in to Posy with Google now' }])
  })

  test('proves the address by an emailed code where the provider does not vouch for it', async () => {
    for (const provider of ['microsoft', 'google'] as const) {
      const email = newAddress()
      const person = { email, emailVerified: false, organisation: 'evil.test' }
      const brought = await browser.begin(provider, person)
      const answer = await browser.grant(provider, brought, { planId: demo.plans.free })
      expect([answer.status, answer.body.code, proofIn(answer)]).toEqual([409, 'link_needed', 'code'])
      expect(await findUser(email)).toMatchObject({ verified_email: false, google_id: null, microsoft_id: null })
      const { state } = brought
      const wrong = await verify(linkIdIn(answer), { state, code: '000000' })
      expect([wrong.status, wrong.body.details[0].path]).toEqual([422, 'code'])
      const done = await verify(linkIdIn(answer), { state, code: await codeMailedTo(email) })
      expect(done.status, JSON.stringify(done.body)).toBe(200)
      const { user, teamId } = await me({ ...done, body: done.body.data })
      expect([user.verifiedEmail, teamId === null]).toEqual([true, false])
    }
  })

  test('joins where an invite waits, and without plan or invite is told to sign up', async () => {
    const email = newAddress()
    const alone = await browser.signIn('google', { email })
    expect([alone.status, alone.body.code]).toEqual([404, 'not_found'])
    expect(await findUser(email)).toBeUndefined()
    const id = await invite(app, { as: 'admin@acme.test', team: demo.teams.acme }, 'participant', {
      emailAddress: email,
    })
    const joined = await me(await browser.signIn('google', { email }))
    expect([joined.teamId, joined.permissions.roleGroupId]).toEqual([demo.teams.acme, 'participant'])
    const row = await app.posy.db.selectFrom('team_invite').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect([row.auto_accepted, row.accepted_by]).toEqual([true, joined.user.id])
  })

  test('is in none of the teams that someone else signed up for with the address before, nor bound by their terms', async () => {
    const email = newAddress()
    await app.request('POST', '/api/v2/users/b2b', {
      body: {
        ...{ email, firstName: 'Not', surname: 'Them', teamName: 'Squatters' },
        ...{ planId: demo.plans.free, paymentMethod: 'invoice', termsAccepted: true },
      },
    })
    await app.settle()
    const person = { email, firstName: 'Real', surname: 'Owner' }
    expect((await browser.signIn('google', person)).status).toBe(404)
    const { user, teamId } = await me(await browser.signIn('google', person, { planId: demo.plans.free }))
    expect(user).toMatchObject({ email, firstName: 'Real', verifiedEmail: true })
    const teams = await app.posy.db
      .selectFrom('team_member')
      .innerJoin('team', 'team.id', 'team_member.team_id')
      .select(['team.id', 'team.name'])
      .where('user_id', '=', user.id)
      .execute()
    expect(teams).toEqual([{ id: teamId, name: 'Real’s team' }])
    const terms = app.posy.db.selectFrom('terms_acceptance').selectAll().where('user_id', '=', user.id)
    expect(await terms.execute()).toEqual([])
  })
})

describe('an address with an account', () => {
  test('is linked by its password, and then signs in by the provider alone', async () => {
    const email = await account()
    const brought = await browser.begin('microsoft', { email, organisation: 'acme.test' })
    const answer = await browser.grant('microsoft', brought)
    expect([answer.status, proofIn(answer)]).toEqual([409, 'password'])
    expect((await findUser(email))!.microsoft_id).toBeNull()
    const wrong = await verify(linkIdIn(answer), { state: brought.state, password: 'not this one' })
    expect([wrong.status, wrong.body.details[0].path]).toEqual([422, 'password'])
    const linked = await verify(linkIdIn(answer), { state: brought.state, password: DEMO_PASSWORD })
    expect(linked.status).toBe(200)
    const { user } = await me({ ...linked, body: linked.body.data })
    expect(user.microsoftId).toMatch(/^[\w-]{36}\.[\w-]{36}$/)
    expect((await me(await browser.signIn('microsoft', { email, organisation: 'acme.test' }))).user.id).toBe(user.id)
  })

  test('without a password is linked by a code', async () => {
    const email = newAddress()
    await browser.signIn('google', { email }, { planId: demo.plans.free })
    const brought = await browser.begin('microsoft', { email })
    const answer = await browser.grant('microsoft', brought)
    expect(proofIn(answer)).toBe('code')
    expect((await verify(linkIdIn(answer), { state: brought.state, password: DEMO_PASSWORD })).status).toBe(422)
    const done = await verify(linkIdIn(answer), { state: brought.state, code: await codeMailedTo(email) })
    expect((await me({ ...done, body: done.body.data })).user).toMatchObject({
      email,
      googleId: expect.any(String),
      microsoftId: expect.any(String),
    })
  })

  test('cannot be taken by another tenant that types it: its account stays as it was', async () => {
    const email = await account()
    const own = await browser.begin('microsoft', { email, organisation: 'acme.test' })
    await verify(linkIdIn(await browser.grant('microsoft', own)), { state: own.state, password: DEMO_PASSWORD })
    const before = await findUser(email)
    const foreign = await browser.begin('microsoft', { email, organisation: 'evil.test' })
    const answer = await browser.grant('microsoft', foreign)
    expect([answer.status, answer.body.code]).toEqual([409, 'link_needed'])
    expect(await findUser(email)).toEqual(before)
  })

  test('that is deactivated does not come in', async () => {
    const email = newAddress()
    await browser.signIn('google', { email }, { planId: demo.plans.free })
    await app.posy.db.updateTable('app_user').set({ deactivated_at: new Date() }).where('email', '=', email).execute()
    expect((await browser.signIn('google', { email })).status).toBe(401)
    expect((await browser.signIn('microsoft', { email })).status).toBe(401)
  })
})

describe('an account’s link that waits', () => {
  const waiting = async () => {
    const email = await account()
    const { state, ...brought } = await browser.begin('microsoft', { email })
    return { email, state, id: linkIdIn(await browser.grant('microsoft', { state, ...brought })) }
  }
  const asNever = async (answer: TestAnswer) => {
    const never = await verify('00000000-0000-4000-8000-00000000dead', { state: 'none', password: DEMO_PASSWORD })
    expect([answer.status, answer.body]).toEqual([404, sameAnswer(never.body)])
  }

  test('works once', async () => {
    const { id, state } = await waiting()
    const answers = await Promise.all([1, 2, 3].map(() => verify(id, { state, password: DEMO_PASSWORD })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    await asNever(await verify(id, { state, password: DEMO_PASSWORD }))
  })

  test('is for the browser that started it', async () => {
    const { id, email } = await waiting()
    const other = await waiting()
    await asNever(await verify(id, { state: other.state, password: DEMO_PASSWORD }))
    expect((await findUser(email))!.microsoft_id).toBeNull()
  })

  test('lasts ten minutes and five tries', async () => {
    const late = await waiting()
    const tried = await waiting()
    for (let count = 0; count < 5; count++)
      expect((await verify(tried.id, { state: tried.state, password: 'wrong' })).status).toBe(422)
    await asNever(await verify(tried.id, { state: tried.state, password: DEMO_PASSWORD }))
    app.wall.advanceSeconds(601)
    await asNever(await verify(late.id, { state: late.state, password: DEMO_PASSWORD }))
  })

  test('is started five times an hour for one address', async () => {
    const email = await account()
    for (let count = 0; count < 5; count++) await browser.signIn('microsoft', { email })
    expect((await browser.signIn('microsoft', { email })).status).toBe(429)
  })
})

describe('an answer that is not the provider’s, to us and now', () => {
  const person = () => ({ email: newAddress() })
  const more = { planId: demo.plans.free }
  const refused = async (answer: TestAnswer) => {
    expect([answer.status, answer.body.code], JSON.stringify(answer.body)).toEqual([401, 'invalid_grant'])
  }

  test('is refused without its state, with another’s, twice, late, and for the other provider', async () => {
    const brought = await browser.begin('google', person())
    await refused(await browser.grant('google', { ...brought, state: 'made-up' }, more))
    const other = await browser.begin('google', person())
    // The code is someone else's: its PKCE verifier is not ours.
    await refused(await browser.grant('google', { ...other, code: brought.code }, more))
    await refused(await browser.grant('microsoft', brought, more))
    expect((await browser.grant('google', brought, more)).status).toBe(200)
    await refused(await browser.grant('google', brought, more))
    const late = await browser.begin('google', person())
    app.wall.advanceSeconds(16 * 60)
    await refused(await browser.grant('google', late, more))
    expect((await browser.grant('google', { ...late, state: undefined })).status).toBe(422)
  })

  test('is refused where another issuer sent the browser back', async () => {
    const brought = await browser.begin('google', person())
    await refused(await browser.grant('google', { ...brought, iss: 'https://evil.example' }, more))
    const silent = await browser.begin('google', person())
    await refused(await browser.grant('google', { ...silent, iss: undefined }, more))
  })

  const forgeries: Record<string, Forgery> = {
    'another nonce': { claims: (claims) => ({ ...claims, nonce: 'of-another-sign-in' }) },
    'no nonce': { claims: ({ nonce: _, ...claims }: JWTPayload) => claims },
    'another issuer': { claims: (claims) => ({ ...claims, iss: 'https://evil.example' }) },
    'another audience': { claims: (claims) => ({ ...claims, aud: 'someone-else' }) },
    'audiences of which we are one': {
      claims: (claims) => ({ ...claims, aud: ['posy-sandbox', 'other'], azp: 'other' }),
    },
    'an end in the past': { claims: (claims) => ({ ...claims, exp: 1_700_000_000, iat: 1_699_999_000 }) },
    'a stranger’s signature': { signedBy: 'stranger' },
    'no signature': { signedBy: 'no one' },
  }
  test.each(Object.keys(forgeries))('is refused with %s', async (name) => {
    for (const provider of ['google', 'microsoft'] as const) {
      const who = person()
      const brought = await browser.begin(provider, who)
      app.providers.sandboxes.openid!.forge(forgeries[name]!)
      await refused(await browser.grant(provider, brought, more))
      expect(await findUser(who.email)).toBeUndefined()
    }
  })

  test('is refused where Microsoft’s tenant in the token is not the one that issued it', async () => {
    const brought = await browser.begin('microsoft', person())
    app.providers.sandboxes.openid!.forge({ claims: (claims) => ({ ...claims, tid: demo.teams.acme }) })
    await refused(await browser.grant('microsoft', brought, more))
  })

  test('is refused from a program that is not our own app', async () => {
    const brought = await browser.begin('google', person())
    const customer = { client_id: 'demo-customer', client_secret: 'demo-customer-secret' }
    const answer = await browser.grant('google', brought, customer)
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
  })
})

test('a browser is sent back to our own pages only', async () => {
  const { publicUrl } = app.posy.config
  for (const uri of [
    'https://evil.example/sso/google',
    `${publicUrl}.evil.example/sso/google`,
    `${publicUrl}/sso/microsoft`,
    `${publicUrl}/sso/google?next=https://evil.example`,
    `${publicUrl}/g/aaaa`,
    'javascript:alert(1)',
  ]) {
    const answer = await browser.authorise('google', undefined, uri)
    expect([answer.status, answer.body.details[0].path], uri).toEqual([422, 'redirectUri'])
  }
  const { searchParams } = new URL((await browser.authorise('google')).body.data.authoriseUrl)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    redirect_uri: browser.redirectUri('google'),
    code_challenge_method: 'S256',
    response_type: 'code',
    scope: 'openid email profile',
  })
})

describe('a person who is signed in', () => {
  test('links another way in by their password, whatever its address, and takes it away again', async () => {
    const email = 'participant@acme.test'
    const elsewhere = newAddress()
    const brought = await browser.begin('google', { email: elsewhere }, email)
    const answer = await browser.grant('google', brought)
    expect([answer.status, proofIn(answer)]).toEqual([409, 'password'])
    expect((await verify(linkIdIn(answer), { state: brought.state, password: DEMO_PASSWORD })).status).toBe(200)
    expect((await me(await browser.signIn('google', { email: elsewhere }))).user.email).toBe(email)

    // It is no longer anyone else's.
    const stolen = await browser.signIn('google', { email: elsewhere }, {}, 'viewer@acme.test')
    expect([stolen.status, stolen.body.code]).toEqual([409, 'conflict'])

    const unlink = (as: string, id: string = demo.users.acmeParticipant) =>
      app.request('DELETE', `/v3/users/${id}/identities/google`, { as })
    expect((await unlink('viewer@acme.test')).status).toBe(404)
    const done = await unlink(email)
    expect([done.status, done.body.data.googleId]).toEqual([200, null])
    expect((await unlink(email)).status).toBe(404)
  })

  test('keeps one way in', async () => {
    const email = newAddress()
    const { body } = await browser.signIn('google', { email }, { planId: demo.plans.free })
    const { id } = (await findUser(email))!
    const answer = await app.request('DELETE', `/v3/users/${id}/identities/google`, { as: body.access_token })
    expect([answer.status, answer.body.code]).toEqual([409, 'wrong_state'])
  })
})

describe('a team that does not allow every way in', () => {
  const allow = (authMethods: string[], as = 'admin@globex.test', team: string = demo.teams.globex) =>
    app.request('PUT', `/api/v2/teams/${team}`, { as, body: { authMethods } })

  test('refuses the others at sign-in, on the next request and at the next refresh; its subteams too', async () => {
    const admin = 'admin@globex.test'
    const before = (await password(admin)).body
    const brought = await browser.begin('google', { email: admin, organisation: 'globex.test' })
    const linked = await verify(linkIdIn(await browser.grant('google', brought)), {
      state: brought.state,
      password: DEMO_PASSWORD,
    })
    const byGoogle = linked.body.data
    expect((await allow(['google'], byGoogle.access_token)).status).toBe(200)
    const answer = await password(admin)
    expect([answer.status, answer.body.code]).toEqual([403, 'restricted'])
    expect(answer.body.message).toContain('sign in with Google')
    expect((await password(admin, 'not the password')).body.code).toBe('invalid_grant')
    expect((await app.request('GET', '/api/v2/auth/me', { as: before.access_token })).status).toBe(401)
    const refreshed = await app.request('POST', '/oauth/token', {
      body: {
        grant_type: 'refresh_token',
        client_id: 'demo-web',
        client_secret: 'demo-web-secret',
        refresh_token: before.refresh_token,
      },
    })
    expect(refreshed.status).toBe(401)
    expect((await app.request('GET', '/api/v2/auth/me', { as: byGoogle.access_token })).status).toBe(200)
    expect((await allow(['password', 'google', 'microsoft'], byGoogle.access_token)).status).toBe(200)
    expect((await password(admin)).status).toBe(200)
  })

  test('keeps the way in of anyone who sets it, who is a person and an admin; a subteam follows its parent', async () => {
    const own = await allow(['google'])
    expect([own.status, own.body.details[0].path]).toEqual([422, 'authMethods'])
    expect((await allow([])).status).toBe(422)
    expect((await allow(['password'], 'viewer@acme.test', demo.teams.acme)).status).toBe(403)
    expect((await allow(['password'], 'key:demo-customer', demo.teams.acme)).status).toBe(403)
    expect((await allow(['password'], 'admin@globex.test', demo.teams.acme)).status).toBe(404)
    const subteam = await allow(['password'], 'admin@acme.test', demo.teams.acmeNorth)
    expect([subteam.status, subteam.body.details[0].code]).toEqual([422, 'of_parent'])
    await app.posy.db
      .updateTable('team')
      .set({ auth_methods: ['google'] })
      .where('id', '=', demo.teams.acme)
      .execute()
    expect((await password('subteam@acme.test')).status).toBe(403)
    await allow(['password'], 'admin@globex.test')
    await app.posy.db
      .updateTable('team')
      .set({ auth_methods: ['password', 'google', 'microsoft'] })
      .where('id', 'in', [demo.teams.acme, demo.teams.globex])
      .execute()
  })
})
