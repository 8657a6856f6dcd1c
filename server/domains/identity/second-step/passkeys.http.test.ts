import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listSandboxMessages } from '#contract/sandbox/messages.ts'
import { DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestAnswer, type TestApp } from '#server/testing/app.ts'
import { testPasskey } from '#server/testing/passkeys.ts'
import { appCode } from '#server/testing/totp.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const table of ['passkey', 'passkey_request', 'recovery_code', 'second_factor', 'throttle'] as const)
    await app.posy.db.deleteFrom(table).execute()
})

type TestPasskey = ReturnType<typeof testPasskey>
const web = { client_id: 'demo-web', client_secret: 'demo-web-secret' }
const viewer: { email: string; id: string } = { email: 'viewer@acme.test', id: demo.users.acmeViewer }
const other: { email: string; id: string } = { email: 'subteam@acme.test', id: demo.users.acmeSubteam }
const password = DEMO_PASSWORD
const token = (body: object) => app.request('POST', '/oauth/token', { body: { ...web, ...body } })
const firstStep = (username = viewer.email) => token({ grant_type: 'password', username, password })
const challengeIn = ({ body }: TestAnswer): string => body.details[0].message
const me = (as: string) => app.request('GET', '/api/v2/auth/me', { as })
const path = (userId: string, rest = '') => `/v3/users/${userId}/passkeys${rest}`
const begin = (as: string, body: object = { password }, userId: string = viewer.id) =>
  app.request('POST', path(userId, '/begin'), { as, body })
const finish = (as: string, passkey: string, name = 'Laptop', userId: string = viewer.id) =>
  app.request('POST', path(userId), { as, body: { name, passkey } })
const list = async (as: string, userId: string = viewer.id) =>
  (await app.request('GET', path(userId), { as })).body.data as { id: string; name: string; isBlocked: boolean }[]
const remove = (as: string, id: string, body: object, userId: string = viewer.id) =>
  app.request('POST', path(userId, `/${id}/remove`), { as, body })
const proveOptions = async (as: string, userId: string = viewer.id) =>
  (await app.request('POST', path(userId, '/challenge'), { as })).body.data
const signInChallenge = async (challenge?: string) =>
  app.request('POST', '/v3/oauth/passkey-challenges', { body: challenge ? { challenge } : {} })
const byPasskey = (ceremony: string, passkey: string, more: object = {}) =>
  token({ grant_type: 'passkey', ceremony, passkey, ...more })
const secondStep = (challenge: string, passkey: string) => token({ grant_type: 'second_factor', challenge, passkey })
const refused = ({ status, body }: TestAnswer) => [status, body.code]
const mailsTo = async (to: string) => {
  await app.settle()
  const { body } = await app.request('GET', `${listSandboxMessages.path}?to=${encodeURIComponent(to)}`)
  return (body.data as { subject: string }[]).map(({ subject }) => subject)
}
const createPasskey = (doesCount = true) => testPasskey(app.posy.config.publicUrl, { doesCount })

/** Signs in and adds a first passkey. */
async function withPasskey({ email, id } = viewer, passkey: TestPasskey = createPasskey()) {
  const as: string = (await firstStep(email)).body.access_token
  const options = (await begin(as, { password }, id)).body.data
  const added = await finish(as, passkey.create(options), 'Laptop', id)
  expect(added.status, JSON.stringify(added.body)).toBe(201)
  return { as, passkey, id: added.body.data.passkey.id as string, codes: added.body.data.recoveryCodes as string[] }
}

describe('adding a passkey', () => {
  test('takes the password, turns two-step sign-in on with recovery codes, ends the other sessions', async () => {
    const elsewhere: string = (await firstStep()).body.access_token
    const as: string = (await firstStep()).body.access_token
    expect(refused(await begin(as, {}))).toEqual([422, 'invalid_fields'])
    expect((await begin(as, { password: 'wrong' })).body.details[0].path).toBe('password')
    const options = (await begin(as)).body.data
    expect(options).toMatchObject({
      rp: { id: new URL(app.posy.config.publicUrl).hostname, name: 'Posy' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(JSON.stringify(options.user.id)).not.toContain(viewer.email)
    const added = await finish(as, createPasskey().create(options))
    expect(added.body.data).toMatchObject({ passkey: { name: 'Laptop', isBlocked: false, lastUsedAt: null } })
    expect(added.body.data.recoveryCodes).toHaveLength(10)
    expect([(await me(as)).status, (await me(elsewhere)).status]).toEqual([200, 401])
    expect(refused(await firstStep())).toEqual([403, 'second_factor_needed'])
    expect(await mailsTo(viewer.email)).toContain('Two-step sign-in is on')
    const state = await app.request('GET', `/v3/users/${viewer.id}/second-factor`, { as })
    expect(state.body.data).toMatchObject({
      enabledAt: expect.any(String),
      hasApp: false,
      passkeys: 1,
      recoveryCodesLeft: 10,
    })
  })

  test('for the second time takes a passkey or a code too, leaves the recovery codes, and is emailed about', async () => {
    const { as, passkey, codes, id } = await withPasskey()
    expect((await begin(as)).body.details[0]).toMatchObject({ path: 'code', code: 'needed' })
    const proof = passkey.get(await proveOptions(as))
    const options = (await begin(as, { password, passkey: proof })).body.data
    expect(options.excludeCredentials.map((one: { id: string }) => one.id)).toEqual([passkey.credentialId])
    const added = await finish(as, createPasskey().create(options), 'Phone')
    expect(added.body.data.recoveryCodes).toBeNull()
    expect((await begin(as, { password, passkey: proof })).body.details[0].code).toBe('wrong_passkey')
    expect((await begin(as, { password, code: codes[0] })).status).toBe(200)
    expect((await list(as)).map(({ name }) => name)).toEqual(['Laptop', 'Phone'])
    const renamed = await app.request('PUT', path(viewer.id, `/${id}`), { as, body: { name: 'Work laptop' } })
    expect(renamed.body.data.name).toBe('Work laptop')
    expect(await mailsTo(viewer.email)).toContain('A passkey was added to your Posy account')
  })

  test('answers one question, of this session, here: replays, other sessions and other sites are refused', async () => {
    const as: string = (await firstStep()).body.access_token
    const another: string = (await firstStep()).body.access_token
    const wrong = async (passkey: string, session = as) =>
      expect((await finish(session, passkey)).body.details[0]).toMatchObject({ path: 'passkey', code: 'wrong_passkey' })
    const options = async () => (await begin(as)).body.data
    await wrong(createPasskey().create(await options()), another)
    await wrong(createPasskey().create(await options(), { origin: 'https://posy.example' }))
    await wrong(createPasskey().create(await options(), { rpId: 'posy.example' }))
    await wrong(createPasskey().create(await options(), { isUnverified: true }))
    await wrong(createPasskey().create({ ...(await options()), challenge: 'bWFkZSB1cA' }))
    await wrong('{}')
    await wrong('not JSON')
    const late = await options()
    app.wall.advanceSeconds(600)
    await wrong(createPasskey().create(late))
    const taken = createPasskey().create(await options())
    // Two at once with one answer: one is kept.
    const raced = await Promise.all([finish(as, taken), finish(as, taken)])
    expect(raced.map(({ status }) => status).sort()).toEqual([201, 422])
    await wrong(taken)
  })

  test('twice at once for the first time stores both, and one set of recovery codes', async () => {
    const as: string = (await firstStep()).body.access_token
    const [one, two] = [(await begin(as)).body.data, (await begin(as)).body.data]
    const raced = await Promise.all([finish(as, createPasskey().create(one)), finish(as, createPasskey().create(two))])
    expect(raced.map(({ status }) => status)).toEqual([201, 201])
    expect(raced.filter(({ body }) => body.data.recoveryCodes !== null)).toHaveLength(1)
    expect(await app.posy.db.selectFrom('recovery_code').selectAll().execute()).toHaveLength(10)
  })

  test('is refused where the passkey belongs to another account', async () => {
    const shared = createPasskey()
    await withPasskey(viewer, shared)
    const as: string = (await firstStep(other.email)).body.access_token
    const options = (await begin(as, { password }, other.id)).body.data
    expect(refused(await finish(as, shared.create(options), 'Mine', other.id))).toEqual([409, 'conflict'])
  })

  test('is for the owner of the account: others, keys and clients are refused', async () => {
    const { as, id } = await withPasskey()
    const stranger = 'admin@acme.test'
    for (const answer of [
      await app.request('GET', path(viewer.id), { as: stranger }),
      await begin(stranger),
      await app.request('PUT', path(viewer.id, `/${id}`), { as: stranger, body: { name: 'Mine' } }),
      await remove(stranger, id, { password }),
      await remove(stranger, id, { password }, demo.users.acmeAdmin),
    ])
      expect(answer.status).toBe(404)
    expect((await app.request('GET', path(demo.users.acmeService), { as: 'key:demo-customer' })).status).toBe(403)
    expect(await list(as)).toHaveLength(1)
  })
})

describe('signing in with passkeys', () => {
  test('by a passkey alone acts in the team asked for, and leaves the browser’s mark and a session as any sign-in', async () => {
    const { passkey } = await withPasskey()
    const { ceremony, options } = (await signInChallenge()).body.data
    expect(options).toMatchObject({ rpId: new URL(app.posy.config.publicUrl).hostname, userVerification: 'required' })
    expect(options).not.toHaveProperty('allowCredentials')
    const granted = await byPasskey(ceremony, passkey.get(options), { team_id: demo.teams.acme })
    expect(granted.status, JSON.stringify(granted.body)).toBe(200)
    expect((await me(granted.body.access_token)).body.data).toMatchObject({ user: viewer, teamId: demo.teams.acme })
    const [{ lastUsedAt }] = (await list(granted.body.access_token)) as unknown as [{ lastUsedAt: string }]
    expect(lastUsedAt).toEqual(expect.any(String))
  })

  test('by a passkey is not slowed by anyone who guesses the password at the same place', async () => {
    const { passkey } = await withPasskey()
    for (let guess = 0; guess < 14; guess++)
      await token({ grant_type: 'password', username: viewer.email, password: 'wrong' })
    expect((await firstStep()).status).toBe(429)
    const { ceremony, options } = (await signInChallenge()).body.data
    expect((await byPasskey(ceremony, passkey.get(options))).status).toBe(200)
  })

  test('by a passkey as the second step after the password opens a session', async () => {
    const { passkey } = await withPasskey()
    const asked = challengeIn(await firstStep())
    const { options, ceremony } = (await signInChallenge(asked)).body.data
    expect(ceremony).toBe(asked)
    expect(options.allowCredentials).toEqual([
      { id: passkey.credentialId, type: 'public-key', transports: ['internal'] },
    ])
    expect((await secondStep(asked, passkey.get(options))).status).toBe(200)
    expect(refused(await signInChallenge(asked))).toEqual([401, 'invalid_grant'])
    expect(refused(await signInChallenge('made up'))).toEqual([401, 'invalid_grant'])
  })

  test('refuses a replay, another browser’s question, another site, and a person who was not verified', async () => {
    const { passkey } = await withPasskey()
    const asked = async () => (await signInChallenge()).body.data
    const attempt = async (tampering: object, { ceremony, options } = { ceremony: '', options: {} }) => {
      const question = ceremony ? { ceremony, options } : await asked()
      return byPasskey(question.ceremony, passkey.get(question.options, tampering))
    }
    for (const tampering of [
      { origin: 'https://posy.example' },
      { origin: 'http://localhost:3001' },
      { rpId: 'posy.example' },
      { isUnverified: true },
      { userHandle: Buffer.from(other.id).toString('base64url') },
    ])
      expect(refused(await attempt(tampering)), JSON.stringify(tampering)).toEqual([401, 'invalid_grant'])
    const [mine, theirs] = [await asked(), await asked()]
    expect(refused(await byPasskey(theirs.ceremony, passkey.get(mine.options)))).toEqual([401, 'invalid_grant'])
    const question = await asked()
    const answer = passkey.get(question.options)
    expect((await byPasskey(question.ceremony, answer)).status).toBe(200)
    expect(refused(await byPasskey(question.ceremony, answer))).toEqual([401, 'invalid_grant'])
    const late = await asked()
    app.wall.advanceSeconds(600)
    expect(refused(await attempt({}, late))).toEqual([401, 'invalid_grant'])
    expect(refused(await byPasskey('none', '{"id":1}'))).toEqual([401, 'invalid_grant'])
    expect((await attempt({}, await asked())).status).toBe(200)
  })

  test('by someone else’s passkey is refused as a second step, as a proof and for another purpose', async () => {
    const mine = await withPasskey()
    const theirs = await withPasskey(other)
    const challenge = challengeIn(await firstStep())
    const { options } = (await signInChallenge(challenge)).body.data
    const stolen = await secondStep(challenge, theirs.passkey.get(options))
    expect([stolen.status, stolen.body.details[0].path]).toEqual([422, 'passkey'])
    const alone = (await signInChallenge()).body.data
    const asSecond = await secondStep(challenge, mine.passkey.get(alone.options))
    expect(asSecond.status).toBe(422)
    const proof = mine.passkey.get(await proveOptions(mine.as))
    expect((await secondStep(challenge, proof)).status).toBe(422)
    expect((await remove(theirs.as, theirs.id, { password, passkey: proof }, other.id)).status).toBe(422)
    const right = (await signInChallenge(challenge)).body.data
    expect((await secondStep(challenge, mine.passkey.get(right.options))).status).toBe(200)
  })

  test('with a count that went back blocks the passkey and is emailed about; recovery codes still work', async () => {
    const { passkey, codes } = await withPasskey()
    const sign = async (tampering: object = {}) => {
      const { ceremony, options } = (await signInChallenge()).body.data
      return byPasskey(ceremony, passkey.get(options, tampering))
    }
    expect((await sign({ counter: 41 })).status).toBe(200)
    expect((await sign({ counter: 41 })).status).toBe(401)
    expect((await sign({ counter: 42 })).status).toBe(401)
    const challenge = challengeIn(await firstStep())
    const back = await token({ grant_type: 'second_factor', challenge, code: codes[0] })
    expect(back.status).toBe(200)
    expect(await list(back.body.access_token)).toMatchObject([{ isBlocked: true }])
    expect(await mailsTo(viewer.email)).toContain('A passkey of your Posy account is blocked')
  })

  test('works again and again with a passkey that never counts', async () => {
    const { passkey } = await withPasskey(viewer, createPasskey(false))
    for (let time = 0; time < 3; time++) {
      const { ceremony, options } = (await signInChallenge()).body.data
      expect((await byPasskey(ceremony, passkey.get(options))).status).toBe(200)
    }
  })
})

describe('with an authenticator app beside it', () => {
  test('either is the second step, adding the app takes the passkey, and the last to go turns it off', async () => {
    const { as, passkey, id } = await withPasskey()
    const { secret } = (await app.request('POST', `/v3/users/${viewer.id}/second-factor`, { as })).body.data
    const confirm = (more: object) =>
      app.request('POST', `/v3/users/${viewer.id}/second-factor/confirm`, {
        as,
        body: { code: appCode(secret, app.wall.nowMs()), password, ...more },
      })
    const without = await confirm({})
    expect([without.status, without.body.details[0].path]).toEqual([422, 'recoveryCode'])
    const confirmed = await confirm({ passkey: passkey.get(await proveOptions(as)) })
    expect(confirmed.body.data.recoveryCodes).toHaveLength(10)
    app.wall.advanceSeconds(30)
    const code = appCode(secret, app.wall.nowMs())
    const challenge = challengeIn(await firstStep())
    expect((await token({ grant_type: 'second_factor', challenge, code })).status).toBe(200)
    expect((await remove(as, id, { password, passkey: passkey.get(await proveOptions(as)) })).status).toBe(200)
    expect(refused(await firstStep())).toEqual([403, 'second_factor_needed'])
    app.wall.advanceSeconds(30)
    const off = await app.request('POST', `/v3/users/${viewer.id}/second-factor/remove`, {
      as,
      body: { password, code: appCode(secret, app.wall.nowMs()) },
    })
    expect(off.status, JSON.stringify(off.body)).toBe(200)
    expect((await firstStep()).status).toBe(200)
    expect(await app.posy.db.selectFrom('recovery_code').selectAll().execute()).toEqual([])
  })
})
