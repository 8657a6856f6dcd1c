import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { sameAnswer } from '#server/testing/refusals.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const MISSING = '00000000-0000-4000-8000-00000000dead'
const update = (as: string, body: object) => app.request('POST', '/api/v2/users/update', { as, body })
const me = (as: string) => app.request('GET', '/api/v2/auth/me', { as })
const signIn = (username: string, password: string) =>
  app.request('POST', '/oauth/token', {
    body: { grant_type: 'password', client_id: 'demo-web', client_secret: 'demo-web-secret', username, password },
  })

describe('a person’s own profile', () => {
  test('changes what is sent and leaves the rest', async () => {
    const changed = await update('viewer@acme.test', {
      firstName: ' Vera ',
      sendAsName: 'Vera at Acme',
      mobile: '+447700900123',
      marketing: true,
      zone: 'Europe/Dublin',
    })
    expect(changed.status).toBe(200)
    expect(changed.body.data).toMatchObject({
      id: demo.users.acmeViewer,
      firstName: 'Vera',
      surname: 'Vale',
      sendAsName: 'Vera at Acme',
      mobile: '+447700900123',
      marketing: true,
      zone: 'Europe/Dublin',
      verifiedPhoneNumber: false,
    })
    expect((await me('viewer@acme.test')).body.data.user).toEqual(changed.body.data)
    expect((await update('viewer@acme.test', { sendAsName: null, mobile: null })).body.data).toMatchObject({
      sendAsName: null,
      mobile: null,
      firstName: 'Vera',
    })
    const member = `/v3/operator/customers/${demo.teams.acme}/members?userId=${demo.users.acmeViewer}`
    const seen = async () => (await app.request('GET', member, { as: 'operator:support@posy.test' })).body.data[0]
    expect((await seen()).wantsNews).toBe(true)
    // Consent is taken back as easily as it was given, and operators, who write about new gifts, read that.
    expect((await update('viewer@acme.test', { marketing: false })).body.data.marketing).toBe(false)
    expect((await update('viewer@acme.test', {})).body.data.marketing).toBe(false)
    expect((await seen()).wantsNews).toBe(false)
  })

  test('has to verify a new phone number again, not the same one', async () => {
    await update('viewer@acme.test', { mobile: '+447700900123' })
    await app.posy.db
      .updateTable('app_user')
      .set({ verified_phone_number: true })
      .where('id', '=', demo.users.acmeViewer)
      .execute()
    expect((await update('viewer@acme.test', { mobile: '+447700900123' })).body.data.verifiedPhoneNumber).toBe(true)
    expect((await update('viewer@acme.test', { mobile: '+447700900124' })).body.data.verifiedPhoneNumber).toBe(false)
  })

  test('lists every wrong field and changes nothing', async () => {
    const answer = await update('viewer@acme.test', {
      firstName: 'x'.repeat(101),
      mobile: '07700',
      zone: 'Moon/Base',
      marketing: 'yes',
      password: 'a long enough one',
    })
    expect(answer.status).toBe(422)
    expect(answer.body.details.map((detail: { path: string }) => detail.path)).toEqual(
      expect.arrayContaining(['firstName', 'mobile', 'zone', 'marketing']),
    )
    expect((await update('viewer@acme.test', { password: 'a long enough one' })).body.details[0].path).toBe(
      'currentPassword',
    )
  })
})

describe('a new password', () => {
  const good = 'blue kettle on the moor'

  test('needs the present one and must not be a common one', async () => {
    const wrong = await update('participant@acme.test', {
      password: good,
      currentPassword: 'not it',
      firstName: 'Changed',
    })
    expect(wrong.status).toBe(422)
    expect(wrong.body.details).toEqual([expect.objectContaining({ path: 'currentPassword', code: 'wrong_password' })])
    for (const weak of ['short', 'Password1234!', 'participant@acme.test']) {
      const answer = await update('participant@acme.test', { password: weak, currentPassword: DEMO_PASSWORD })
      expect(answer.status).toBe(422)
      expect(answer.body.details[0]).toMatchObject({ path: 'password', code: 'weak_password' })
    }
    expect((await me('participant@acme.test')).body.data.user.firstName).toBe('Peter')
    expect((await signIn('participant@acme.test', DEMO_PASSWORD)).status).toBe(200)
  })

  test('ends the other sessions and keeps this one', async () => {
    const [here, elsewhere] = [
      (await signIn('participant@acme.test', DEMO_PASSWORD)).body,
      (await signIn('participant@acme.test', DEMO_PASSWORD)).body,
    ]
    expect((await update(here.access_token, { password: good, currentPassword: DEMO_PASSWORD })).status).toBe(200)
    expect((await me(here.access_token)).status).toBe(200)
    expect((await me(elsewhere.access_token)).status).toBe(401)
    expect((await signIn('participant@acme.test', DEMO_PASSWORD)).status).toBe(401)
    expect((await signIn('participant@acme.test', good)).status).toBe(200)
  })

  test('cannot be guessed through: the present one is counted like a sign-in', async () => {
    const { access_token } = (await signIn('subteam@acme.test', DEMO_PASSWORD)).body
    for (let guess = 0; guess < 10; guess++)
      expect((await update(access_token, { password: good, currentPassword: `guess ${guess}` })).status).toBe(422)
    const refused = await update(access_token, { password: good, currentPassword: DEMO_PASSWORD })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    app.wall.advanceSeconds(900)
  })

  test('is not for programs', async () => {
    expect((await update('key:demo-customer', { password: good, currentPassword: 'none' })).status).toBe(403)
  })
})

describe('what a user saw last', () => {
  const path = (id: string) => `/v3/users-state/${id}`
  const put = (id: string, as: string, entity: object) => app.request('PUT', path(id), { as, body: { entity } })

  test('is remembered field by field', async () => {
    const { acmeAdmin } = demo.users
    const stored = await put(acmeAdmin, 'admin@acme.test', { reactionsLastSeen: '2026-03-01T09:00:00+01:00' })
    expect(stored.status).toBe(200)
    await put(acmeAdmin, 'admin@acme.test', { lastTeamId: demo.teams.acmeNorth })
    const { body } = await app.request('GET', path(acmeAdmin), { as: 'admin@acme.test' })
    expect(body.data).toEqual({
      ...{ reactionsLastSeen: '2026-03-01T08:00:00.000Z', lastTeamId: demo.teams.acmeNorth },
      dismissed: {},
    })
    expect((await me('admin@acme.test')).body.data.user.state).toEqual(body.data)
    expect((await put(acmeAdmin, 'admin@acme.test', {})).body.data).toEqual(body.data)
    expect((await put(acmeAdmin, 'admin@acme.test', { reactionsLastSeen: null, lastTeamId: null })).body.data).toEqual({
      reactionsLastSeen: null,
      lastTeamId: null,
      dismissed: {},
    })
  })

  test('has what they dismissed: added one by one, by twins at once too, the newest 200', async () => {
    const { acmeViewer: id } = demo.users
    const as = 'viewer@acme.test'
    const dismiss = (key: string, level: number) => put(id, as, { dismissed: { [key]: { level } } })
    const dismissed = async () => (await app.request('GET', path(id), { as })).body.data.dismissed
    await Promise.all([dismiss('wallet 1', 1), dismiss('wallet 2', 1)])
    expect(Object.keys(await dismissed()).sort()).toEqual(['wallet 1', 'wallet 2'])
    expect((await dismiss('wallet 1', 2)).body.data.dismissed['wallet 1'].level).toBe(2)
    expect((await me(as)).body.data.user.state.dismissed).toEqual(await dismissed())
    // The record as it was read changes nothing.
    const read = await dismissed()
    expect((await put(id, as, { dismissed: read })).body.data.dismissed).toEqual(read)
    await app.advance('PT1S')
    const gifts = Object.fromEntries(Array.from({ length: 199 }, (_, index) => [`gift ${index}`, { level: 1 }]))
    expect((await put(id, as, { dismissed: gifts })).status).toBe(200)
    const newest = Object.keys(await dismissed())
    expect([newest.length, newest.filter((key) => key.startsWith('gift')).length]).toEqual([200, 199])
    for (const wrong of [
      { '': { level: 1 } },
      { ['x'.repeat(121)]: { level: 1 } },
      { a: { level: -1 } },
      { 'a\u0000': { level: 1 } },
      { ...gifts, one: { level: 1 }, more: { level: 1 } },
    ])
      expect((await put(id, as, { dismissed: wrong })).status).toBe(422)
    expect((await put(demo.users.acmeAdmin, as, { dismissed: { a: { level: 1 } } })).status).toBe(404)
  })

  test('is their own, in teams they can act in', async () => {
    for (const id of [demo.users.globexAdmin, demo.users.acmeViewer, MISSING]) {
      expect((await app.request('GET', path(id), { as: 'admin@acme.test' })).status).toBe(404)
      expect((await put(id, 'admin@acme.test', { lastTeamId: demo.teams.acme })).status).toBe(404)
    }
    const foreign = await put(demo.users.acmeAdmin, 'admin@acme.test', { lastTeamId: demo.teams.globex })
    const missing = await put(demo.users.acmeAdmin, 'admin@acme.test', { lastTeamId: MISSING })
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual(sameAnswer(missing.body))
    expect(
      (await put(demo.users.acmeAdmin, 'admin@acme.test', { lastTeamId: 'x', reactionsLastSeen: 'yesterday' })).body
        .details,
    ).toHaveLength(2)
  })
})

describe('contact preferences', () => {
  const path = (email: string) => `/v3/emails/contact-preferences/${encodeURIComponent(email)}`
  const upsert = (as: string, body: object) =>
    app.request('POST', '/v3/emails/contact-preferences/upsert', { as, body })

  test('start with everything allowed, and are kept', async () => {
    const get = () => app.request('GET', path('Admin@acme.test'), { as: 'admin@acme.test' })
    expect((await get()).body.data).toEqual({
      email: 'admin@acme.test',
      userId: demo.users.acmeAdmin,
      'reaction-summary': true,
      receipts: true,
      allowances: true,
    })
    expect((await upsert('admin@acme.test', { email: 'admin@acme.test', 'reaction-summary': false })).status).toBe(200)
    expect((await get()).body.data['reaction-summary']).toBe(false)
    expect(
      (await upsert('admin@acme.test', { email: 'ADMIN@acme.test', 'reaction-summary': true })).body.data[
        'reaction-summary'
      ],
    ).toBe(true)
    expect(await app.posy.db.selectFrom('contact_preference').select('email').execute()).toHaveLength(1)
  })

  test('are those of one’s own address', async () => {
    const answers = [
      await app.request('GET', path('viewer@acme.test'), { as: 'admin@acme.test' }),
      await app.request('GET', path('admin@globex.test'), { as: 'admin@acme.test' }),
      await app.request('GET', path('no-one@nowhere.test'), { as: 'admin@acme.test' }),
      await upsert('admin@acme.test', { email: 'admin@globex.test', 'reaction-summary': false }),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual(sameAnswer(answers[0]!.body))
    }
    expect((await upsert('admin@acme.test', { email: 'x' })).body.details).toHaveLength(2)
  })
})
