import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { mailbox } from '#server/testing/gifts.ts'
import { newAddress } from '#server/testing/invites.ts'
import { signInBrowser } from '#server/testing/sso.ts'
import { appCode } from '#server/testing/totp.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.posy.db.deleteFrom('throttle').execute()
})

const web = { client_id: 'demo-web', client_secret: 'demo-web-secret' }
const signIn = async (username: string) =>
  app.request('POST', '/oauth/token', {
    body: { ...web, grant_type: 'password', username, password: DEMO_PASSWORD },
  })
const update = (as: string, body: object) => app.request('POST', '/api/v2/users/update', { as, body })
const me = (as: string) => app.request('GET', '/api/v2/auth/me', { as })
const waiting = async (as: string, id: string) =>
  (await app.request('GET', `/v3/users/${id}/email-change`, { as })).body.data
const confirm = (token: string) => app.request('POST', '/v3/email-changes/confirm', { body: { token } })
const look = (token: string) => app.request('GET', `/v3/email-changes/${token}`)
/** Of the newest link to an address. */
async function tokenMailedTo(to: string): Promise<string> {
  await app.settle()
  const link = (await mailbox(app, to)).flatMap(({ links }) => links).find((one) => one.includes('/change-email'))
  return new URL(link!).searchParams.get('token')!
}
const subjectsTo = async (to: string) => {
  await app.settle()
  return (await mailbox(app, to)).map(({ subject }) => subject)
}

/** Someone of their own with a password, signed in. */
async function person() {
  const email = newAddress()
  const { password_hash } = await app.posy.db
    .selectFrom('app_user')
    .select('password_hash')
    .where('id', '=', demo.users.acmeViewer)
    .executeTakeFirstOrThrow()
  const id = crypto.randomUUID()
  const now = new Date()
  await app.posy.db
    .insertInto('app_user')
    .values({ id, email, password_hash, verified_email: true, created_at: now, updated_at: now })
    .execute()
  await app.posy.db
    .insertInto('team_member')
    .values({ team_id: demo.teams.acme, user_id: id, role_group_id: 'team-viewer', created_at: now })
    .execute()
  const as: string = (await signIn(email)).body.access_token
  return { id, email, as }
}
/** Asks, and reads both links. */
async function asked(wanted = newAddress()) {
  const own = await person()
  const answer = await update(own.as, { email: wanted, currentPassword: DEMO_PASSWORD })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body.data.email).toBe(own.email)
  return { ...own, wanted, byOld: await tokenMailedTo(own.email), byNew: await tokenMailedTo(wanted) }
}

describe('a change of email address', () => {
  test.each(['old first', 'new first'])(
    'counts once both addresses have confirmed it, and is emailed to both (%s)',
    async (order) => {
      const { id, email, as, wanted, byOld, byNew } = await asked()
      const elsewhere: string = (await signIn(email)).body.access_token
      const reset = () => app.request('POST', '/api/v2/users/password/reset-request', { body: { username: email } })
      await reset()
      const [first, second] = order === 'old first' ? [byOld, byNew] : [byNew, byOld]
      expect((await confirm(first)).body.data).toMatchObject({ isDone: false, newEmail: wanted })
      expect((await confirm(first)).body.data.isDone).toBe(false)
      expect((await me(as)).body.data.user.email).toBe(email)
      expect((await look(second)).body.data).toMatchObject({
        mailedTo: order === 'old first' ? 'new' : 'old',
        confirmedByOld: order === 'old first',
        confirmedByNew: order === 'new first',
      })
      expect((await confirm(second)).body.data.isDone).toBe(true)
      expect((await me(as)).body.data.user).toMatchObject({ id, email: wanted, verifiedEmail: true })
      // The browser that asked continues, every other is signed out, and links mailed to the old address are over.
      expect((await me(elsewhere)).status).toBe(401)
      const resets = await app.posy.db.selectFrom('password_reset').selectAll().where('user_id', '=', id).execute()
      expect(resets.every(({ used_at }) => used_at !== null)).toBe(true)
      for (const to of [email, wanted]) expect(await subjectsTo(to)).toContain('Your Posy email address was changed')
      expect([(await signIn(email)).status, (await signIn(wanted)).status]).toEqual([401, 200])
      expect((await confirm(second)).status).toBe(422)
      expect((await look(first)).status).toBe(404)
    },
  )

  test('is requested by the owner: with the password, and the second step where there is one', async () => {
    const { id, as } = await person()
    const wanted = newAddress()
    for (const currentPassword of [undefined, 'not it']) {
      const refused = await update(as, { email: wanted, currentPassword })
      expect([refused.status, refused.body.details[0].path]).toEqual([422, 'currentPassword'])
    }
    const own = `/v3/users/${id}/second-factor`
    const { secret } = (await app.request('POST', own, { as })).body.data
    const code = () => {
      app.wall.advanceSeconds(30)
      return appCode(secret, app.wall.nowMs())
    }
    await app.request('POST', `${own}/confirm`, { as, body: { code: code(), password: DEMO_PASSWORD } })
    const withoutCode = await update(as, { email: wanted, currentPassword: DEMO_PASSWORD, firstName: 'Changed' })
    expect([withoutCode.status, withoutCode.body.details[0].path]).toEqual([422, 'code'])
    expect((await me(as)).body.data.user.firstName).toBe('')
    expect(await waiting(as, id)).toBeNull()
    const done = await update(as, { email: wanted, currentPassword: DEMO_PASSWORD, code: code() })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    expect(await waiting(as, id)).toMatchObject({ newEmail: wanted, confirmedByOld: false, confirmedByNew: false })
  })

  test('needs no password of an account that has none: both links speak for it', async () => {
    const email = newAddress()
    const { body } = await signInBrowser(app).signIn('google', { email }, { planId: demo.plans.free })
    const wanted = newAddress()
    expect((await update(body.access_token, { email: wanted })).status).toBe(200)
    expect((await confirm(await tokenMailedTo(wanted))).body.data.isDone).toBe(false)
    expect((await confirm(await tokenMailedTo(email))).body.data.isDone).toBe(true)
    // Google knows them by another name than their address.
    const again = await signInBrowser(app).signIn('google', { email })
    expect((await me(again.body.access_token)).body.data.user.email).toBe(wanted)
  })

  test('to the present address, or of a program, changes nothing', async () => {
    const { id, email, as } = await person()
    expect((await update(as, { email: email.toUpperCase() })).status).toBe(200)
    expect(await waiting(as, id)).toBeNull()
    expect((await update('key:demo-customer', { email: newAddress() })).status).toBe(403)
    expect((await update(as, { email: 'not an address' })).body.details[0].path).toBe('email')
  })

  test('to one address that two accounts want at once is made for one of them', async () => {
    const wanted = newAddress()
    const [one, two] = [await asked(wanted), await asked(wanted)]
    for (const { byOld } of [one, two]) await confirm(byOld)
    await app.settle()
    const links = (await mailbox(app, wanted))
      .flatMap(({ links }) => links)
      .filter((to) => to.includes('/change-email'))
    const answers = await Promise.all(links.map((link) => confirm(new URL(link).searchParams.get('token')!)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const holders = await app.posy.db.selectFrom('app_user').select('id').where('email', '=', wanted).execute()
    expect(holders).toHaveLength(1)
  })

  test('that both links confirm at once is made once', async () => {
    const { as, wanted, byOld, byNew } = await asked()
    const answers = await Promise.all([confirm(byOld), confirm(byNew)])
    expect(answers.map(({ body }) => body.data.isDone).sort()).toEqual([false, true])
    expect((await me(as)).body.data.user.email).toBe(wanted)
  })

  test('is stopped by either address, by its owner, and by another request; it lasts two days', async () => {
    for (const which of ['byOld', 'byNew'] as const) {
      const { id, as, email, [which]: token } = await asked()
      expect((await app.request('POST', '/v3/email-changes/stop', { body: { token } })).status).toBe(200)
      expect((await confirm(token)).status).toBe(422)
      expect(await waiting(as, id)).toBeNull()
      expect((await me(as)).body.data.user.email).toBe(email)
    }
    const withdrawn = await asked()
    const path = `/v3/users/${withdrawn.id}/email-change`
    expect((await app.request('DELETE', path, { as: 'viewer@acme.test' })).status).toBe(404)
    expect((await app.request('DELETE', path, { as: withdrawn.as })).status).toBe(200)
    expect((await app.request('DELETE', path, { as: withdrawn.as })).status).toBe(404)
    expect((await confirm(withdrawn.byNew)).status).toBe(422)

    const again = await asked()
    await update(again.as, { email: newAddress(), currentPassword: DEMO_PASSWORD })
    expect((await confirm(again.byNew)).status).toBe(422)

    const late = await asked()
    app.wall.advanceSeconds(2 * 86_400 + 1)
    expect((await confirm(late.byOld)).status).toBe(422)
  })

  test('can be requested five times an hour by one account, and for one address', async () => {
    const { as } = await person()
    const ask = (email = newAddress()) => update(as, { email, currentPassword: DEMO_PASSWORD })
    for (let count = 0; count < 5; count++) expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
    const flooded = newAddress()
    for (let count = 0; count < 5; count++) await asked(flooded)
    const other = await person()
    expect((await update(other.as, { email: flooded, currentPassword: DEMO_PASSWORD })).status).toBe(429)
  })

  test('takes the contact preferences along', async () => {
    const { email, as, wanted, byOld, byNew } = await asked()
    const upsert = { email, 'reaction-summary': false, receipts: false }
    await app.request('POST', '/v3/emails/contact-preferences/upsert', { as, body: upsert })
    await confirm(byOld)
    await confirm(byNew)
    const { body } = await app.request('GET', `/v3/emails/contact-preferences/${wanted}`, { as })
    expect(body.data).toMatchObject({ email: wanted, 'reaction-summary': false, receipts: false })
  })
})

describe('a code to a mobile number', () => {
  let count = 0
  const number = () => `+447700900${String(count++).padStart(3, '0')}`
  const path = (id: string) => `/v3/users/${id}/phone-verification`
  const ask = (as: string, id: string) => app.request('POST', path(id), { as })
  const enter = (as: string, id: string, code: string) =>
    app.request('POST', `${path(id)}/verify`, { as, body: { code } })
  const codeTextedTo = async (mobile: string) => {
    await app.settle()
    return (await mailbox(app, mobile))[0]!.text.match(/^\d{6}/)![0]
  }
  async function withNumber(mobile = number()) {
    const own = await person()
    expect((await update(own.as, { mobile })).status).toBe(200)
    return { ...own, mobile }
  }

  test('proves the number, once; another number has to be proven again', async () => {
    const { id, as, mobile } = await withNumber()
    expect((await ask(as, id)).status).toBe(202)
    const code = await codeTextedTo(mobile)
    const wrong = await enter(as, id, code === '000000' ? '000001' : '000000')
    expect([wrong.status, wrong.body.details[0]]).toMatchObject([422, { path: 'code', code: 'wrong_code' }])
    const answers = await Promise.all([1, 2].map(() => enter(as, id, `${code.slice(0, 3)} ${code.slice(3)}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await me(as)).body.data.user.verifiedPhoneNumber).toBe(true)
    expect((await ask(as, id)).body.code).toBe('wrong_state')
    expect((await update(as, { mobile: number() })).body.data.verifiedPhoneNumber).toBe(false)
  })

  test('is for the number it went to, lasts ten minutes and five tries, and is replaced by the next', async () => {
    const changed = await withNumber()
    await ask(changed.as, changed.id)
    const code = await codeTextedTo(changed.mobile)
    await update(changed.as, { mobile: number() })
    expect((await enter(changed.as, changed.id, code)).body.code).toBe('wrong_state')

    const tried = await withNumber()
    await ask(tried.as, tried.id)
    const right = await codeTextedTo(tried.mobile)
    for (let guess = 0; guess < 5; guess++) expect((await enter(tried.as, tried.id, 'wrong')).status).toBe(422)
    expect((await enter(tried.as, tried.id, right)).status).toBe(422)

    const late = await withNumber()
    await ask(late.as, late.id)
    const over = await codeTextedTo(late.mobile)
    app.wall.advanceSeconds(601)
    expect((await enter(late.as, late.id, over)).status).toBe(422)

    const twice = await withNumber()
    await ask(twice.as, twice.id)
    const earlier = await codeTextedTo(twice.mobile)
    await ask(twice.as, twice.id)
    const later = await codeTextedTo(twice.mobile)
    if (earlier !== later) expect((await enter(twice.as, twice.id, earlier)).status).toBe(422)
    expect((await enter(twice.as, twice.id, later)).status).toBe(200)
  })

  test('is texted three times an hour to one account, six times a day to one number, and not abroad', async () => {
    const own = await withNumber()
    for (let times = 0; times < 3; times++) expect((await ask(own.as, own.id)).status).toBe(202)
    expect((await ask(own.as, own.id)).status).toBe(429)

    const mobile = number()
    const [one, two, three] = [await withNumber(mobile), await withNumber(mobile), await withNumber(mobile)]
    for (const each of [one, two, one, two, one, two]) expect((await ask(each.as, each.id)).status).toBe(202)
    expect((await ask(three.as, three.id)).status).toBe(429)

    const abroad = await withNumber('+12025550123')
    expect((await ask(abroad.as, abroad.id)).body.code).toBe('restricted')
    const premium = await withNumber('+449098790000')
    expect((await ask(premium.as, premium.id)).body.details[0].path).toBe('mobile')
    const none = await person()
    expect((await ask(none.as, none.id)).body.code).toBe('wrong_state')
    expect((await ask('viewer@acme.test', own.id)).status).toBe(404)
    expect((await ask('key:demo-customer', own.id)).status).toBe(403)
  })
})
