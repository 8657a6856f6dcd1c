import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listSandboxMessages } from '#contract/sandbox/messages.ts'
import { DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { setupCommands } from '#server/app/setup/commands.ts'
import { startTestApp, type TestAnswer, type TestApp } from '#server/testing/app.ts'
import { sameAnswer } from '#server/testing/refusals.ts'
import { signInBrowser } from '#server/testing/sso.ts'
import { appCode } from '#server/testing/totp.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { SIGN_IN_FAILURES_PER_QUARTER_HOUR: '3' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.posy.db.deleteFrom('second_factor').execute()
  await app.posy.db.deleteFrom('throttle').execute()
})

const web = { client_id: 'demo-web', client_secret: 'demo-web-secret' }
const viewer = { email: 'viewer@acme.test', id: demo.users.acmeViewer }
const token = (body: object) => app.request('POST', '/oauth/token', { body: { ...web, ...body } })
const firstStep = (username = viewer.email, more: object = {}) =>
  token({ grant_type: 'password', username, password: DEMO_PASSWORD, ...more })
const challengeIn = ({ body }: TestAnswer): string => body.details[0].message
const secondStep = (challenge: string, code: string) => token({ grant_type: 'second_factor', challenge, code })
const me = (as: string) => app.request('GET', '/api/v2/auth/me', { as })
const address = (userId: string, path = '') => `/v3/users/${userId}/second-factor${path}`
const getState = (as: string, userId: string = viewer.id) => app.request('GET', address(userId), { as })
const begin = (as: string, userId: string = viewer.id) => app.request('POST', address(userId), { as })
const prove = (as: string, path: 'confirm' | 'recovery-codes' | 'remove', body: object) =>
  app.request('POST', address(viewer.id, `/${path}`), { as, body })
const mailsTo = async (to: string) => {
  await app.settle()
  const { body } = await app.request('GET', `${listSandboxMessages.path}?to=${encodeURIComponent(to)}`)
  return (body.data as { subject: string }[]).map(({ subject }) => subject)
}
/** The code of the app at this moment; each belongs to a step of its own. */
function nextCode(secret: string): string {
  app.wall.advanceSeconds(30)
  return appCode(secret, app.wall.nowMs())
}

/** Signs in and turns it on. */
async function enrol() {
  const as: string = (await firstStep()).body.access_token
  const { secret } = (await begin(as)).body.data as { secret: string }
  const confirmed = await prove(as, 'confirm', { code: nextCode(secret), password: DEMO_PASSWORD })
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200)
  return { as, secret, recoveryCodes: confirmed.body.data.recoveryCodes as string[] }
}

describe('turning two-step sign-in on', () => {
  test('counts from the first code on, ends the other sessions, and is emailed about', async () => {
    const other: string = (await firstStep()).body.access_token
    const as: string = (await firstStep()).body.access_token
    const enrolment = (await begin(as)).body.data
    expect(enrolment.uri).toMatch(/^otpauth:\/\/totp\/.*viewer/)
    expect((await begin(as)).body.data).toEqual(enrolment)
    expect((await getState(as)).body.data).toEqual({
      enabledAt: null,
      hasApp: false,
      passkeys: 0,
      recoveryCodesLeft: 0,
      hasPassword: true,
    })
    expect((await firstStep()).status).toBe(200)

    const wrong = await prove(as, 'confirm', { code: '000000', password: DEMO_PASSWORD })
    expect([wrong.status, wrong.body.details[0].path]).toEqual([422, 'code'])
    const noPassword = await prove(as, 'confirm', { code: nextCode(enrolment.secret) })
    expect([noPassword.status, noPassword.body.details[0].path]).toEqual([422, 'password'])
    const done = await prove(as, 'confirm', { code: nextCode(enrolment.secret), password: DEMO_PASSWORD })
    expect(done.body.data.recoveryCodes).toHaveLength(10)
    expect(new Set(done.body.data.recoveryCodes).size).toBe(10)
    expect((await getState(as)).body.data).toMatchObject({ enabledAt: expect.any(String), recoveryCodesLeft: 10 })
    expect([(await me(as)).status, (await me(other)).status]).toEqual([200, 401])
    expect((await begin(as)).body.code).toBe('wrong_state')
    expect(await mailsTo(viewer.email)).toContain('Two-step sign-in is on')
  })

  test('is for the session that started it, and for half an hour', async () => {
    const [one, other] = [await firstStep(), await firstStep()].map(({ body }) => body.access_token as string)
    const { secret } = (await begin(one!)).body.data
    const stolen = await prove(other!, 'confirm', { code: nextCode(secret), password: DEMO_PASSWORD })
    expect(stolen.body.code).toBe('wrong_state')
    app.wall.advanceSeconds(1800)
    const late = await prove(one!, 'confirm', { code: nextCode(secret), password: DEMO_PASSWORD })
    expect(late.body.code).toBe('wrong_state')
  })

  test('is for one’s own account and for people only, with an address that was proven', async () => {
    const { as } = await enrol()
    const foreign = await getState('admin@acme.test')
    const missing = await getState('admin@acme.test', '00000000-0000-4000-8000-00000000dead')
    expect([foreign.status, foreign.body]).toEqual([404, sameAnswer(missing.body)])
    const proof = { code: '000000', password: DEMO_PASSWORD }
    for (const path of ['confirm', 'recovery-codes', 'remove'] as const)
      expect((await prove('admin@globex.test', path, proof)).status).toBe(404)
    expect((await getState('key:demo-customer', demo.users.acmeService)).status).toBe(403)
    expect((await getState('client:demo-customer', demo.users.acmeService)).status).toBe(403)
    expect((await me(as)).status).toBe(200)
    const verified = (is: boolean) =>
      app.posy.db
        .updateTable('app_user')
        .set({ verified_email: is })
        .where('id', '=', demo.users.acmeParticipant)
        .execute()
    await verified(false)
    const unproven = await begin('participant@acme.test', demo.users.acmeParticipant)
    expect(unproven.body.code).toBe('wrong_state')
    await verified(true)
  })

  test('keeps no secret and no code readable', async () => {
    const { secret, recoveryCodes } = await enrol()
    const { sealed_secret } = await app.posy.db.selectFrom('second_factor').selectAll().executeTakeFirstOrThrow()
    expect(Buffer.from(sealed_secret).toString('latin1')).not.toContain(secret)
    const rows = await app.posy.db.selectFrom('recovery_code').select('code_hash').execute()
    for (const code of recoveryCodes)
      expect(rows.map(({ code_hash }) => code_hash)).not.toContain(code.replace('-', ''))
  })
})

describe('signing in with two steps', () => {
  test('asks for the code after the password, and opens nothing before', async () => {
    const { secret } = await enrol()
    expect((await firstStep(viewer.email, { password: 'wrong' })).body.code).toBe('invalid_grant')
    const asked = await firstStep(viewer.email, { team_id: demo.teams.acme })
    expect([asked.status, asked.body.code]).toEqual([403, 'second_factor_needed'])
    expect(asked.body).not.toHaveProperty('access_token')
    const done = await secondStep(challengeIn(asked), nextCode(secret))
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    expect((await me(done.body.access_token)).body.data).toMatchObject({ user: viewer, teamId: demo.teams.acme })
  })

  test('takes each code once, none older than the last, and each challenge once', async () => {
    const { secret } = await enrol()
    const [first, second, third] = [await firstStep(), await firstStep(), await firstStep()].map(challengeIn)
    const older = appCode(secret, app.wall.nowMs() + 30_000)
    app.wall.advanceSeconds(60)
    const code = appCode(secret, app.wall.nowMs())
    expect((await secondStep(first!, code)).status).toBe(200)
    for (const used of [code, older]) {
      const replayed = await secondStep(second!, used)
      expect([replayed.status, replayed.body.details[0].code]).toEqual([422, 'wrong_code'])
    }
    const again = await secondStep(first!, nextCode(secret))
    expect([again.status, again.body.code]).toEqual([401, 'invalid_grant'])
    // The two wrong ones above and the one that comes second would make three: the limit could meet the first, too.
    await app.posy.db.deleteFrom('throttle').execute()
    const racing = nextCode(secret)
    const raced = await Promise.all([second!, third!].map((challenge) => secondStep(challenge, racing)))
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('takes each recovery code once, and ten new ones end the old', async () => {
    const { as, secret, recoveryCodes } = await enrol()
    const [used, unused] = recoveryCodes as [string, string]
    expect((await secondStep(challengeIn(await firstStep()), used.toUpperCase())).status).toBe(200)
    expect((await secondStep(challengeIn(await firstStep()), used)).status).toBe(422)
    expect((await getState(as)).body.data.recoveryCodesLeft).toBe(9)
    const replaced = await prove(as, 'recovery-codes', { code: nextCode(secret), password: DEMO_PASSWORD })
    expect(replaced.body.data.recoveryCodes).toHaveLength(10)
    expect((await secondStep(challengeIn(await firstStep()), unused)).status).toBe(422)
    expect((await secondStep(challengeIn(await firstStep()), replaced.body.data.recoveryCodes[0])).status).toBe(200)
  })

  test('ends the challenge after ten minutes and with a new password, and accepts no other', async () => {
    const { as, secret } = await enrol()
    const late = challengeIn(await firstStep())
    app.wall.advanceSeconds(600)
    expect((await secondStep(late, nextCode(secret))).body.code).toBe('invalid_grant')
    expect((await secondStep('made up', nextCode(secret))).body.code).toBe('invalid_grant')
    const challenge = challengeIn(await firstStep())
    const [password, currentPassword] = ['three unusual words', DEMO_PASSWORD]
    const changed = await app.request('POST', '/api/v2/users/update', { as, body: { password, currentPassword } })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    expect((await secondStep(challenge, nextCode(secret))).body.code).toBe('invalid_grant')
    await app.request('POST', '/api/v2/users/update', {
      as,
      body: { password: currentPassword, currentPassword: password },
    })
  })

  test('is slowed after too many wrong codes, also for the right one, except where its owner has signed in before', async () => {
    const { secret } = await enrol()
    const challenge = challengeIn(await firstStep())
    for (let failure = 0; failure < 3; failure++) expect((await secondStep(challenge, '000000')).status).toBe(422)
    // Of the step that comes next, which is taken already: no time passes.
    const soon = () => appCode(secret, app.wall.nowMs() + 30_000)
    const refused = await secondStep(challengeIn(await firstStep()), soon())
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    const known = {
      grant_type: 'second_factor',
      challenge: challengeIn(await firstStep()),
      device: 'their own browser',
    }
    expect((await token({ ...known, code: soon() })).status).toBe(429)
    app.wall.advanceSeconds(90)
    expect((await token({ ...known, code: nextCode(secret) })).status).toBe(200)
    const again = challengeIn(await firstStep())
    for (let failure = 0; failure < 3; failure++) await secondStep(again, '000000')
    expect((await secondStep(again, soon())).status).toBe(429)
    expect((await token({ ...known, challenge: again, code: soon() })).status).toBe(200)
  })

  test('asks for the code with Google too, and before Google becomes a way in', async () => {
    const browser = signInBrowser(app)
    const { secret } = await enrol()
    const brought = await browser.begin('google', viewer)
    const link = await browser.grant('google', brought)
    const id = link.body.details.find(({ path }: { path: string }) => path === 'id').message
    const verify = (more: object) =>
      app.request('POST', `/v3/oauth/verify-identity/${id}`, {
        body: { password: DEMO_PASSWORD, state: brought.state, ...more },
      })
    for (const more of [{}, { secondFactor: '000000' }]) {
      const refused = await verify(more)
      expect([refused.status, refused.body.details[0].path]).toEqual([422, 'secondFactor'])
    }
    expect((await verify({ secondFactor: nextCode(secret) })).status).toBe(200)
    const asked = await browser.signIn('google', viewer)
    expect([asked.status, asked.body.code]).toEqual([403, 'second_factor_needed'])
    expect((await secondStep(challengeIn(asked), nextCode(secret))).status).toBe(200)
  })
})

describe('turning two-step sign-in off', () => {
  test('takes password and code, and is emailed about', async () => {
    const { as, secret } = await enrol()
    const noPassword = await prove(as, 'remove', { code: nextCode(secret) })
    expect([noPassword.status, noPassword.body.details[0].path]).toEqual([422, 'password'])
    const noCode = await prove(as, 'remove', { code: '000000', password: DEMO_PASSWORD })
    expect([noCode.status, noCode.body.details[0].path]).toEqual([422, 'code'])
    expect((await prove(as, 'remove', { code: nextCode(secret), password: DEMO_PASSWORD })).status).toBe(200)
    expect((await firstStep()).status).toBe(200)
    expect(await mailsTo(viewer.email)).toContain('Two-step sign-in is off')
  })

  test('is done by the operator for someone who lost phone and codes, with a reason that is kept', async () => {
    await enrol()
    const remove = setupCommands['second-factor remove']!
    const print = () => {}
    expect(() => remove(app.posy, { words: [viewer.email], values: {}, print })).toThrow('--reason')
    const values = { reason: 'phone lost, passport seen' }
    expect(await remove(app.posy, { words: [viewer.email], values, print })).toBe(0)
    expect((await firstStep()).status).toBe(200)
    const kept = await app.posy.db
      .selectFrom('audit_event')
      .select('detail')
      .where('action', '=', 'user.second-factor-off')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(kept.detail).toEqual(values)
  })
})
