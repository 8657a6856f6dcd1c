import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { sameAnswer } from '#server/testing/refusals.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const web = { client_id: 'demo-web', client_secret: 'demo-web-secret' }
const { acme, acmeNorth, globex } = demo.teams
const token = (body: object, headers?: Record<string, string>) =>
  app.request('POST', '/oauth/token', { body, headers: headers ?? {} })
const signIn = (username = 'admin@acme.test', more: object = {}, address = '10.0.0.1') =>
  token({ grant_type: 'password', ...web, username, password: DEMO_PASSWORD, ...more }, { 'x-forwarded-for': address })
const refresh = (refreshToken: string) => token({ grant_type: 'refresh_token', ...web, refresh_token: refreshToken })
const me = (accessToken: string) => app.request('GET', '/api/v2/auth/me', { as: accessToken })

describe('the password grant', () => {
  test('answers flat, with tokens that say who and where', async () => {
    const answer = await signIn()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      access_token: expect.any(String),
      expires_in: 3600,
      token_type: 'Bearer',
      refresh_token: expect.any(String),
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { body } = await me(answer.body.access_token)
    expect(body.data.user).toMatchObject({
      id: demo.users.acmeAdmin,
      email: 'admin@acme.test',
      type: 4,
      teamId: acme,
      verifiedEmail: true,
    })
    expect(body.data).toMatchObject({
      teamId: acme,
      clientId: null,
      permissions: { roleGroupId: 'team-admin', impersonate: false },
    })
    expect(body.data.permissions.permissions).toMatchObject({ 'team-admin': true, 'refund-huggg-expirations': true })
  })

  test('takes a form, HTTP Basic and an address in capitals as well', async () => {
    const form = new URLSearchParams({ grant_type: 'password', username: ' Admin@ACME.test', password: DEMO_PASSWORD })
    const basic = `Basic ${Buffer.from('demo-web:demo-web-secret').toString('base64')}`
    const headers = { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.request('POST', '/oauth/token', { body: form.toString(), headers })
    expect(answer.status).toBe(200)
  })

  test('acts in the team asked for, where the user can', async () => {
    const north = await signIn('admin@acme.test', { team_id: acmeNorth })
    expect((await me(north.body.access_token)).body.data).toMatchObject({
      teamId: acmeNorth,
      permissions: { roleGroupId: 'team-admin' },
    })
    expect((await signIn('admin@acme.test', { team_id: acme })).status).toBe(200)
    expect((await signIn('subteam@acme.test', { team_id: acme })).status).toBe(401)
    expect((await signIn('admin@acme.test', { team_id: globex })).status).toBe(401)
  })

  test('gives every wrong credential the same answer', async () => {
    const wrong = [
      await signIn('admin@acme.test', { password: 'not the password' }),
      await signIn('no-one@acme.test'),
      await signIn(`${demo.users.acmeService}@service.invalid`),
      await signIn('admin@acme.test', { team_id: globex }),
    ]
    for (const answer of wrong) {
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual(sameAnswer(wrong[0]!.body))
    }
    expect(wrong[0]!.body).toMatchObject({ code: 'invalid_grant', error: 'invalid_grant' })
  })

  test('is for our own app only, with its secret', async () => {
    const without = { grant_type: 'password', username: 'admin@acme.test', password: DEMO_PASSWORD }
    const customer = { client_id: 'demo-customer', client_secret: 'demo-customer-secret' }
    for (const client of [
      {},
      { client_id: 'demo-web' },
      { ...web, client_secret: 'wrong' },
      { ...web, client_id: 'no-such-client' },
    ]) {
      const answer = await token({ ...without, ...client })
      expect(answer.status).toBe(401)
      expect(answer.body.code).toBe('invalid_client')
    }
    const another = await token({ ...without, ...customer })
    expect([another.status, another.body.code]).toEqual([403, 'forbidden'])
  })

  test('names every missing field', async () => {
    const answer = await token({ grant_type: 'password', ...web })
    expect(answer.status).toBe(422)
    expect(answer.body.details.map((detail: { path: string }) => detail.path).sort()).toEqual(['password', 'username'])
    expect((await token({ grant_type: 'telepathy' })).status).toBe(422)
    expect((await app.request('POST', '/oauth/token', { body: '{' })).status).toBe(400)
  })
})

describe('client_credentials', () => {
  const asClient = async (name: string) => {
    const answer = await token({ grant_type: 'client_credentials', client_id: name, client_secret: `${name}-secret` })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ access_token: expect.any(String), expires_in: 3600, token_type: 'Bearer' })
    return (await me(answer.body.access_token)).body.data
  }

  test('lets a customer’s program act as its service user in its team', async () => {
    expect(await asClient('demo-customer')).toMatchObject({
      user: null,
      teamId: acme,
      clientId: 'demo-customer',
      permissions: { roleGroupId: 'team-admin' },
    })
  })

  test('gives a till and our own app no user and no team', async () => {
    const none = { user: null, teamId: null, permissions: null, impersonation: null, secondStepRequired: false }
    expect(await asClient('demo-till')).toEqual({ ...none, clientId: 'demo-till' })
    expect(await asClient('demo-web')).toEqual({ ...none, clientId: 'demo-web' })
    expect((await app.request('GET', `/api/v2/teams/${acme}`, { as: 'client:demo-till' })).status).toBe(403)
  })

  test('stops at once when the client is revoked', async () => {
    const { body } = await token({
      grant_type: 'client_credentials',
      client_id: 'demo-till',
      client_secret: 'demo-till-secret',
    })
    const revoked = (at: Date | null) =>
      app.posy.db.updateTable('client').set({ revoked_at: at }).where('id', '=', 'demo-till').execute()
    await revoked(new Date())
    expect((await me(body.access_token)).status).toBe(401)
    await revoked(null)
    expect((await me(body.access_token)).status).toBe(200)
  })

  test('keeps no more sessions of a program than an hour or two of its tokens', async () => {
    const count = () =>
      app.posy.db
        .selectFrom('session')
        .select('id')
        .where('client_id', '=', 'demo-till')
        .where('user_id', 'is', null)
        .execute()
    await asClient('demo-till')
    app.wall.advanceSeconds(3 * 3600)
    await asClient('demo-till')
    expect(await count()).toHaveLength(1)
  })
})

describe('access tokens', () => {
  test('last an hour of wall time', async () => {
    const { body } = await signIn()
    app.wall.advanceSeconds(3599)
    expect((await me(body.access_token)).status).toBe(200)
    app.wall.advanceSeconds(1)
    expect((await me(body.access_token)).status).toBe(401)
  })

  test('are refused when someone else made or changed them', async () => {
    const { body } = await signIn('viewer@acme.test')
    const [header, payload, signature] = body.access_token.split('.') as [string, string, string]
    const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: demo.users.acmeAdmin }
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forged = `${header}.${encode(claims)}`
    const signed = createHmac('sha256', 'another secret').update(forged).digest('base64url')
    const unsigned = `${encode({ alg: 'none', typ: 'at+jwt' })}.${encode(claims)}.`
    for (const one of [`${forged}.${signature}`, `${forged}.${signed}`, unsigned, 'nonsense', 'a.b.c']) {
      const answer = await me(one)
      expect(answer.status).toBe(401)
      expect(answer.body.code).toBe('unauthenticated')
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
    expect((await app.request('GET', '/api/v2/auth/me')).status).toBe(401)
  })

  test('stop at once when the user is deactivated', async () => {
    const { body } = await signIn('viewer@acme.test')
    const deactivated = (at: Date | null) =>
      app.posy.db.updateTable('app_user').set({ deactivated_at: at }).where('id', '=', demo.users.acmeViewer).execute()
    await deactivated(new Date())
    expect((await me(body.access_token)).status).toBe(401)
    expect((await refresh(body.refresh_token)).status).toBe(401)
    expect((await signIn('viewer@acme.test')).status).toBe(401)
    await deactivated(null)
  })
})

describe('refresh tokens', () => {
  test('work once, answer with a new pair, and are stored as hashes', async () => {
    const first = (await signIn()).body
    const second = await refresh(first.refresh_token)
    expect(second.status).toBe(200)
    expect(second.body.refresh_token).not.toBe(first.refresh_token)
    expect((await me(second.body.access_token)).body.data.teamId).toBe(acme)
    const stored = await app.posy.db.selectFrom('refresh_token').select('token_hash').execute()
    expect(stored.map((row) => row.token_hash)).not.toContain(second.body.refresh_token)
  })

  test('end the whole session when a used one comes back later', async () => {
    const first = (await signIn()).body
    const second = (await refresh(first.refresh_token)).body
    app.wall.advanceSeconds(11)
    expect((await refresh(first.refresh_token)).status).toBe(401)
    expect((await refresh(second.refresh_token)).status).toBe(401)
    expect((await me(second.access_token)).status).toBe(401)
    expect((await me(first.access_token)).status).toBe(401)
  })

  test('give an honest retry within moments a fresh pair, also five at once', async () => {
    const first = (await signIn()).body
    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(first.refresh_token)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map((answer) => answer.body.refresh_token)).size).toBe(5)
    app.wall.advanceSeconds(9)
    expect((await refresh(first.refresh_token)).status).toBe(200)
    expect((await refresh(answers[4]!.body.refresh_token)).status).toBe(200)
  })

  test('last 30 days, and belong to the client they were issued to', async () => {
    const { body } = await signIn()
    expect((await token({ grant_type: 'refresh_token', refresh_token: body.refresh_token })).body.code).toBe(
      'invalid_client',
    )
    app.wall.advanceSeconds(30 * 86_400)
    const answer = await refresh(body.refresh_token)
    expect(answer.status).toBe(401)
    expect(answer.body.code).toBe('invalid_grant')
    expect((await refresh('made up')).body).toEqual(sameAnswer(answer.body))
  })
})

describe('signing out', () => {
  const revoke = (body: object) => app.request('POST', '/oauth/revoke', { body })

  test('ends the session by either token, at once', async () => {
    for (const kind of ['access_token', 'refresh_token'] as const) {
      const { body } = await signIn()
      expect(await revoke({ token: body[kind], ...web })).toMatchObject({ status: 200, body: {} })
      expect((await me(body.access_token)).status).toBe(401)
      expect((await refresh(body.refresh_token)).status).toBe(401)
    }
  })

  test('answers alike for unknown tokens, and leaves other clients’ sessions', async () => {
    expect(await revoke({ token: 'made up' })).toMatchObject({ status: 200, body: {} })
    const { body } = await signIn()
    expect(
      (await revoke({ token: body.refresh_token, client_id: 'demo-till', client_secret: 'demo-till-secret' })).status,
    ).toBe(200)
    expect((await revoke({ token: body.refresh_token, client_id: 'demo-web', client_secret: 'wrong' })).status).toBe(
      401,
    )
    expect((await me(body.access_token)).status).toBe(200)
  })
})

describe('switching team', () => {
  const switchTo = (as: string, userId: string, teamId: string) =>
    app.request('POST', `/v3/users/${userId}/tokens`, { as, body: { teamId } })

  test('answers with tokens of the same session, and is remembered at the next sign-in', async () => {
    const { body } = await signIn()
    const switched = await switchTo(body.access_token, demo.users.acmeAdmin, acmeNorth)
    expect(switched.status).toBe(200)
    const { access_token, refresh_token } = switched.body.data
    expect((await me(access_token)).body.data.teamId).toBe(acmeNorth)
    expect((await me(body.access_token)).body.data.teamId).toBe(acme)
    const refreshed = (await refresh(refresh_token)).body
    expect((await me(refreshed.access_token)).body.data.teamId).toBe(acmeNorth)
    expect((await me((await signIn()).body.access_token)).body.data.teamId).toBe(acmeNorth)
    await app.request('POST', '/oauth/revoke', { body: { token: body.access_token } })
    expect((await me(access_token)).status).toBe(401)
    expect((await refresh(refreshed.refresh_token)).status).toBe(401)
    await signIn('admin@acme.test', { team_id: acme })
  })

  test('goes down to subteams only for the parent’s team admin, and never up or across', async () => {
    expect((await switchTo('viewer@acme.test', demo.users.acmeViewer, acmeNorth)).status).toBe(404)
    expect((await switchTo('subteam@acme.test', demo.users.acmeSubteam, acme)).status).toBe(404)
    expect((await switchTo('subteam@acme.test', demo.users.acmeSubteam, demo.teams.acmeSouth)).status).toBe(404)
    const foreign = await switchTo('admin@acme.test', demo.users.acmeAdmin, globex)
    const missing = await switchTo('admin@acme.test', demo.users.acmeAdmin, '00000000-0000-4000-8000-00000000dead')
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual(sameAnswer(missing.body))
  })

  test('is for the caller themselves, signed in as a person', async () => {
    expect((await switchTo('admin@acme.test', demo.users.acmeViewer, acme)).status).toBe(404)
    expect((await switchTo('key:demo-customer', demo.users.acmeService, acmeNorth)).status).toBe(403)
    expect((await switchTo('client:demo-customer', demo.users.acmeService, acmeNorth)).status).toBe(403)
  })
})
