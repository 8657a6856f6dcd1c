import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listSandboxMessages } from '#contract/sandbox/messages.ts'
import { demo } from '#server/app/demo/ids.ts'
import { deriveResetToken } from '#server/domains/identity/passwords/index.ts'
import { openFirstTeam as openCustomer } from '#server/domains/operators/open-customer.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { invite, newAddress, tokenOfInvite } from '#server/testing/invites.ts'
import { sameAnswer } from '#server/testing/refusals.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.posy.db.deleteFrom('throttle').execute()
})

const MISSING = '00000000-0000-4000-8000-00000000dead'
const password = 'blue kettle on the moor'
const post = (path: string, body: object, as?: string) =>
  app.request('POST', `/api/v2/users/${path}`, { body, ...(as ? { as } : {}) })
const form = (email: string, more: object = {}) => ({
  email,
  firstName: 'Sam',
  surname: 'Signer',
  teamName: 'Signers',
  planId: demo.plans.free,
  paymentMethod: 'invoice',
  dateOfBirth: '31-12-1990',
  ...more,
})
const signUp = (email: string, more: object = {}) => post('b2b', form(email, more))
const signIn = (username: string, secret = password) =>
  app.request('POST', '/oauth/token', {
    body: {
      grant_type: 'password',
      client_id: 'demo-web',
      client_secret: 'demo-web-secret',
      username,
      password: secret,
    },
  })
const mailsTo = async (to: string) => {
  await app.settle()
  const { body } = await app.request('GET', `${listSandboxMessages.path}?to=${encodeURIComponent(to)}`)
  return body.data as { subject: string; links: string[] }[]
}
/** Of the latest mail. */
const tokenMailedTo = async (to: string) => new URL((await mailsTo(to))[0]!.links[0]!).searchParams.get('token')!
const verify = (verificationToken: string, chosen: string | null = password, as?: string) =>
  post('verification/verify', { verificationToken, ...(chosen && { password: chosen }) }, as)
const personAndTeam = async (email: string, secret: string) => {
  const as = (await signIn(email, secret)).body.access_token
  const { user, teamId } = (await app.request('GET', '/api/v2/auth/me', { as })).body.data
  const team = await app.request('GET', `/api/v2/teams/${teamId}`, { as })
  return [user.firstName, team.body.data.name]
}
const tables = async () =>
  Promise.all(
    (['app_user', 'team', 'wallet', 'sign_up', 'user_verification'] as const).map(
      async (table) => (await app.posy.db.selectFrom(table).selectAll().execute()).length,
    ),
  )

describe('signing up', () => {
  test('makes an account, a team and a wallet; the link in the email opens it', async () => {
    const email = newAddress()
    const answer = await signUp(email.toUpperCase())
    expect([answer.status, answer.body]).toEqual([202, { data: { success: true } }])
    const token = await tokenMailedTo(email)
    expect((await signIn(email)).status).toBe(401)
    const verified = await verify(token)
    expect(verified.status).toBe(200)
    expect(verified.body.data).toMatchObject({
      action: 'verify',
      planId: null,
      emailAddress: email,
      fullName: 'Sam Signer',
    })
    const { access_token } = (await signIn(email)).body
    const { user, teamId, permissions } = (await app.request('GET', '/api/v2/auth/me', { as: access_token })).body.data
    expect(user).toMatchObject({ id: verified.body.data.userId, email, verifiedEmail: true, teamId })
    expect(permissions.roleGroupId).toBe('team-admin')
    const team = await app.request('GET', `/api/v2/teams/${teamId}`, { as: access_token })
    expect(team.body.data).toMatchObject({ name: 'Signers', planId: demo.plans.free, parentTeamId: null })
    const wallets = await app.request('GET', `/api/v2/teams/${teamId}/wallets`, { as: access_token })
    expect(wallets.body.data).toEqual([expect.objectContaining({ balance: 0, currency: 'GBX' })])
    expect((await verify(token)).status).toBe(422)
    expect(await app.posy.db.selectFrom('sign_up').selectAll().execute()).toEqual([])
  })

  test('without a plan is on the installation’s default one, where there is one', async () => {
    const none = await signUp(newAddress(), { planId: undefined })
    expect([none.status, none.body.details]).toEqual([422, [expect.objectContaining({ path: 'planId' })]])
    const { defaults } = app.posy.config
    try {
      defaults.planId = MISSING
      expect((await signUp(newAddress(), { planId: undefined })).status).toBe(404)
      defaults.planId = demo.plans.free
      const email = newAddress()
      expect((await signUp(email, { planId: undefined })).status).toBe(202)
      await verify(await tokenMailedTo(email))
      const as = (await signIn(email)).body.access_token
      const { teamId } = (await app.request('GET', '/api/v2/auth/me', { as })).body.data
      expect((await app.request('GET', `/api/v2/teams/${teamId}`, { as })).body.data.planId).toBe(demo.plans.free)
    } finally {
      defaults.planId = null
    }
  })

  test('keeps which terms were agreed to, as they were', async () => {
    await app.posy.db
      .updateTable('plan')
      .set({ terms_url: 'https://posy.example/free' })
      .where('id', '=', demo.plans.free)
      .execute()
    const email = newAddress()
    await signUp(email, { termsAccepted: true })
    await signUp(newAddress())
    await app.settle()
    const kept = await app.posy.db.selectFrom('terms_acceptance').selectAll().execute()
    const { id } = (await app.posy.db
      .selectFrom('app_user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst())!
    expect(kept.map(({ user_id, terms, version }) => [user_id, terms, version])).toEqual(
      expect.arrayContaining([
        [id, expect.stringMatching(/\/terms$/), 'default'],
        [id, 'https://posy.example/free', expect.stringMatching(/^\d{4}-/)],
      ]),
    )
    expect(kept).toHaveLength(2)
    await app.posy.db.updateTable('plan').set({ terms_url: '' }).where('id', '=', demo.plans.free).execute()
  })

  test('for a plan that costs something starts on the free one, with the invoice; so does an upgrade by link', async () => {
    await app.posy.db.updateTable('plan').set({ open_for_sign_up: true }).where('id', '=', demo.plans.plus).execute()
    const email = newAddress()
    expect((await signUp(email, { planId: demo.plans.plus })).status).toBe(202)
    await app.settle()
    const planNow = () =>
      app.posy.db
        .selectFrom('app_user')
        .innerJoin('team', 'team.id', 'app_user.team_id')
        .leftJoin('plan_invoice', 'plan_invoice.team_id', 'team.id')
        .select(['team.id', 'team.plan_id', 'plan_invoice.plan_id as invoiced', 'plan_invoice.total'])
        .where('app_user.email', '=', email)
        .execute()
    expect(await planNow()).toMatchObject([{ plan_id: demo.plans.free, invoiced: demo.plans.plus, total: 5880 }])
    await app.posy.db.updateTable('plan').set({ open_for_sign_up: false }).where('id', '=', demo.plans.plus).execute()

    const other = newAddress()
    await signUp(other)
    await verify(await tokenMailedTo(other))
    const { access_token } = (await signIn(other)).body
    await post('verification/request', { email: other, action: 'upgrade', planId: demo.plans.plus }, access_token)
    expect((await verify(await tokenMailedTo(other), null, access_token)).status).toBe(200)
    await app.settle()
    const me = (await app.request('GET', '/api/v2/auth/me', { as: access_token })).body.data
    const { body } = await app.request('GET', `/v3/teams/${me.teamId}/plan`, { as: access_token })
    expect(body.data.change).toMatchObject({ planId: demo.plans.plus, status: 'pending', invoice: { total: 5880 } })
  })

  test('is not finished by a password reset: the email leads to signing up with one’s own details, and names no one', async () => {
    const email = newAddress()
    await signUp(email, { firstName: 'Mallory', teamName: 'Attackers' })
    await app.settle()
    expect((await post('password/reset-request', { username: email })).status).toBe(200)
    const [mail] = await mailsTo(email)
    expect(mail).toMatchObject({ subject: 'Finish signing up to Posy' })
    expect(mail!.links.map((link) => new URL(link).pathname)).toContain('/sign-up')
    expect(JSON.stringify(mail)).not.toMatch(/Mallory|Attackers|reset-password/)

    // Nor by a link that a release before mailed.
    const link = await app.posy.db.selectFrom('password_reset').select('id').orderBy('created_at', 'desc').execute()
    const token = deriveResetToken(app.posy, link[0]!.id)
    expect((await post('password/reset', { token, password })).body.details).toMatchObject([{ path: 'token' }])

    await signUp(email, { firstName: 'Real', teamName: 'Victims Ltd' })
    expect((await verify(await tokenMailedTo(email))).body.data).toMatchObject({ fullName: 'Real Signer' })
    await post('password/reset-request', { username: email })
    const later = 'another kettle on the moor'
    expect((await post('password/reset', { token: await tokenMailedTo(email), password: later })).status).toBe(200)
    expect(await personAndTeam(email, later)).toEqual(['Real', 'Victims Ltd'])
  })

  test('does not overwrite what an operator typed for a customer, whose emailed link still opens the account', async () => {
    const email = newAddress()
    await transact(app.posy, { actor: operatorActor }, (work) =>
      openCustomer(work, { name: 'Customer Ltd', planId: demo.plans.free, admin: { email, firstName: 'Cara' } }),
    )
    await signUp(email, { firstName: 'Mallory', teamName: 'Attackers' })
    expect((await mailsTo(email))[0]!.subject).toBe('You already have a Posy account')
    await post('password/reset-request', { username: email })
    const token = await tokenMailedTo(email)
    expect((await post('password/reset', { token, password })).status).toBe(200)
    expect(await personAndTeam(email, password)).toEqual(['Cara', 'Customer Ltd'])
  })

  test('answers alike where there is an account, whose owner is emailed; nothing is made', async () => {
    await app.settle()
    const before = await tables()
    const [known, unknownEmail] = [await signUp('viewer@acme.test'), newAddress()]
    const unknown = await signUp(unknownEmail)
    expect([known.status, known.body]).toEqual([unknown.status, sameAnswer(unknown.body)])
    const names = (headers: Headers) => [...headers.keys()].sort()
    expect(names(known.headers)).toEqual(names(unknown.headers))
    // The same is written while someone waits for the answer.
    const during = await tables()
    expect(during.slice(0, 3)).toEqual(before.slice(0, 3))
    expect(during[3]).toBe(before[3]! + 2)
    expect((await mailsTo('viewer@acme.test'))[0]!.subject).toBe('You already have a Posy account')
    const after = await tables()
    expect(after.slice(0, 4)).toEqual([before[0]! + 1, before[1]! + 1, before[2]! + 1, before[3]])
    expect((await signIn('viewer@acme.test')).status).toBe(401)
    expect((await signIn('viewer@acme.test', 'posy-demo-2026')).status).toBe(200)
  })

  test('lists every wrong field', async () => {
    const answer = await signUp('not an address', {
      dateOfBirth: '1990-12-31',
      paymentMethod: 'charge',
      firstName: '',
      planId: 'x',
      mobile: '07700',
    })
    expect(answer.status).toBe(422)
    expect(answer.body.details.map((each: { path: string }) => each.path).sort()).toEqual(
      ['dateOfBirth', 'email', 'firstName', 'mobile', 'paymentMethod', 'planId'].sort(),
    )
    for (const half of ['\ud800', 'a\udc00b'])
      expect((await signUp(newAddress(), { teamName: half })).body.details).toEqual([
        expect.objectContaining({ path: 'teamName' }),
      ])
    expect((await signUp(newAddress(), { planId: MISSING })).status).toBe(404)
    await app.posy.db.updateTable('plan').set({ is_active: false }).where('id', '=', demo.plans.plus).execute()
    expect((await signUp(newAddress(), { planId: demo.plans.plus })).status).toBe(404)
    await app.posy.db.updateTable('plan').set({ is_active: true }).where('id', '=', demo.plans.plus).execute()
  })

  test('with a victim’s address and one’s own password opens no way in, also once the victim confirms', async () => {
    const email = newAddress()
    const attackers = 'what an attacker chose'
    expect((await signUp(email, { password: attackers, firstName: 'Mallory' })).body.details[0].path).toBe('password')
    await signUp(email, { firstName: 'Mallory' })
    await signUp(email)
    const token = await tokenMailedTo(email)
    const page = await app.request('GET', `/api/v2/users/verification/token/${token}`)
    expect(page.body.data).toEqual({ action: 'verify', emailAddress: email, needsPassword: true, upgrade: null })
    expect((await verify(token, null)).body.details).toEqual([
      expect.objectContaining({ path: 'password', code: 'password_needed' }),
    ])
    expect((await verify(token, 'short')).body.details[0].code).toBe('weak_password')
    expect((await verify(token)).status).toBe(200)
    expect((await signIn(email, attackers)).status).toBe(401)
    expect((await signIn(email)).status).toBe(200)
    expect((await app.request('GET', `/api/v2/users/verification/token/${token}`)).status).toBe(404)
  })

  describe('with an address whose account was never proven', () => {
    const stranger = {
      ...{ firstName: 'Attack', surname: 'Er', teamName: 'Attackers', businessEntityName: 'Evil Ltd' },
      ...{ mobile: '+447700900999', marketing: true, termsAccepted: true, dateOfBirth: '01-01-1980' },
    }
    const own = { firstName: 'Real', surname: 'Victim', teamName: 'Victims Ltd', zone: 'Europe/Paris' }
    const meNow = async (email: string) => {
      const as = (await signIn(email)).body.access_token
      const { user, teamId } = (await app.request('GET', '/api/v2/auth/me', { as })).body.data
      const team = (await app.request('GET', `/api/v2/teams/${teamId}`, { as })).body.data
      const teams = (await app.request('GET', `/v3/teams/user/${user.id}`, { as })).body.teams
      const terms = await app.posy.db
        .selectFrom('terms_acceptance')
        .selectAll()
        .where('user_id', '=', user.id)
        .execute()
      return { user, team, teams, terms }
    }
    const isVictim = ({ user, team, teams, terms }: Awaited<ReturnType<typeof meNow>>) => {
      expect(user).toMatchObject({ firstName: 'Real', surname: 'Victim', mobile: null, marketing: false })
      expect(user.zone).toBe('Europe/Paris')
      expect(team).toMatchObject({ name: 'Victims Ltd', businessEntityName: null })
      expect(teams).toHaveLength(1)
      expect(terms).toEqual([])
    }

    test('is what the sign-up of the used link says: name, team, consents and terms of a stranger are gone', async () => {
      const email = newAddress()
      await signUp(email, stranger)
      const theirs = await tokenMailedTo(email)
      await signUp(email, own)
      const token = await tokenMailedTo(email)
      // Nor does one that the stranger sends afterwards change what this link brings.
      await signUp(email, stranger)
      await app.settle()
      expect((await verify(token)).body.data).toMatchObject({ fullName: 'Real Victim' })
      isVictim(await meNow(email))
      expect((await verify(theirs)).status).toBe(422)
    })

    test('gives the same with another link to the newest sign-up, and with a plan that costs something', async () => {
      await app.posy.db.updateTable('plan').set({ open_for_sign_up: true }).where('id', '=', demo.plans.plus).execute()
      const email = newAddress()
      await signUp(email, { ...stranger, planId: demo.plans.plus })
      await app.settle()
      await signUp(email, own)
      await app.settle()
      await post('verification/request', { email })
      expect((await verify(await tokenMailedTo(email))).status).toBe(200)
      await app.settle()
      isVictim(await meNow(email))
      const kept = await app.posy.db
        .selectFrom('user_verification')
        .select('details')
        .where('email', '=', email)
        .execute()
      expect(kept.map(({ details }) => details)).toEqual([null, null, null])
      await app.posy.db.updateTable('plan').set({ open_for_sign_up: false }).where('id', '=', demo.plans.plus).execute()
    })

    test('twice with the same details stays in the one team', async () => {
      const email = newAddress()
      await signUp(email)
      await app.settle()
      const before = await tables()
      await signUp(email)
      expect((await verify(await tokenMailedTo(email))).status).toBe(200)
      expect((await tables()).slice(0, 3)).toEqual(before.slice(0, 3))
    })
  })

  test('is possible five times an hour with an address, known or not', async () => {
    for (const email of [newAddress(), 'participant@acme.test']) {
      for (let time = 0; time < 5; time++) expect((await signUp(email)).status).toBe(202)
      const refused = await signUp(email)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })

  test('twice at once makes one account', async () => {
    const email = newAddress()
    await Promise.all(Array.from({ length: 5 }, () => signUp(email)))
    await app.settle()
    const accounts = await app.posy.db.selectFrom('app_user').select('id').where('email', '=', email).execute()
    expect(accounts).toHaveLength(1)
  })

  test('needs the captcha where there is one', async () => {
    const { providers } = app.posy as Posy
    providers.captcha = { isPerson: async ({ token }) => token === 'a person' }
    const email = newAddress()
    expect((await signUp(email)).body.details).toEqual([expect.objectContaining({ path: 'recaptchaToken' })])
    expect((await signUp(email, { recaptchaToken: 'a program' })).status).toBe(422)
    expect((await post('presignup', { email })).status).toBe(422)
    expect((await signUp(email, { recaptchaToken: 'a person' })).status).toBe(202)
    providers.captcha = null
  })
})

describe('the first step', () => {
  const presign = (body: object) => post('presignup', body)

  test('sends an invite again, tells the owner of an account, and answers everyone alike', async () => {
    const invited = newAddress()
    const id = await invite(app, { as: 'admin@acme.test', team: demo.teams.acme }, 'participant', {
      emailAddress: invited,
    })
    const first = await tokenMailedTo(invited)
    const mailsBefore = (await mailsTo('admin@globex.test')).length
    const answers = [
      await presign({ email: invited, plan: demo.plans.free }),
      await presign({ email: 'admin@globex.test' }),
      await presign({ email: newAddress() }),
    ]
    for (const each of answers)
      expect([each.status, each.body]).toEqual([200, { data: { success: true, invite: null } }])
    expect(await tokenMailedTo(invited)).not.toBe(first)
    expect(await tokenMailedTo(invited)).toBe(await tokenOfInvite(app, id))
    expect(await mailsTo('admin@globex.test')).toHaveLength(mailsBefore + 1)
    await presign({ email: invited, ignoreInvite: true })
    expect(await mailsTo(invited)).toHaveLength(2)
    expect((await presign({ email: newAddress(), plan: MISSING })).status).toBe(404)
  })

  test('with the token of an invite shows it', async () => {
    const email = newAddress()
    const id = await invite(app, { as: 'admin@acme.test', team: demo.teams.acme }, 'participant', {
      emailAddress: email,
    })
    const inviteToken = await tokenOfInvite(app, id)
    const answer = await presign({ email, inviteToken, ignoreInvite: true })
    expect(answer.body.data.invite).toMatchObject({ id, emailAddress: email, teamName: 'Acme' })
    expect((await presign({ email, inviteToken: 'none' })).body.data.invite).toBeNull()
  })
})

describe('proving an address', () => {
  const ask = (body: object) => post('verification/request', body)

  test('works again for someone who lost the email', async () => {
    const email = newAddress()
    await signUp(email)
    await app.settle()
    expect((await ask({ email })).body).toEqual({ data: { success: true } })
    expect((await verify(await tokenMailedTo(email))).status).toBe(200)
    expect((await signIn(email)).status).toBe(200)
  })

  test('works for two days, and says nothing of who has an account', async () => {
    const email = newAddress()
    await signUp(email)
    const token = await tokenMailedTo(email)
    app.wall.advanceSeconds(2 * 86_400)
    expect((await verify(token)).status).toBe(422)
    const mails = (await mailsTo('viewer@acme.test')).length
    for (const body of [{ email }, { email: 'viewer@acme.test' }, { email: newAddress() }]) {
      const answer = await ask(body)
      expect([answer.status, answer.body]).toEqual([200, { data: { success: true } }])
    }
    // Nothing to prove for an address that is proven.
    expect(await mailsTo('viewer@acme.test')).toHaveLength(mails)
    expect((await verify(await tokenMailedTo(email))).status).toBe(200)
  })

  test('cannot be guessed', async () => {
    const email = newAddress()
    await signUp(email)
    const token = await tokenMailedTo(email)
    for (let guess = 0; guess < 10; guess++) expect((await verify(`guess-${guess}`)).status).toBe(422)
    expect((await verify('guess-10')).status).toBe(429)
    expect((await verify(token)).status).toBe(200)
  })
})

describe('an upgrade by link', () => {
  const asks = (email: string, as?: string, planId: string = demo.plans.enterprise) =>
    post('verification/request', { email, action: 'upgrade', planId }, as)
  const ordered = async () => {
    await app.settle()
    const { db } = app.posy
    const requests = await db.selectFrom('plan_request').select('id').execute()
    return [requests.length, (await db.selectFrom('plan_invoice').select('id').execute()).length]
  }

  test('is for a person who asked while signed in: no stranger orders a plan for anyone, and no link does alone', async () => {
    const [email, before] = ['admin@globex.test', await ordered()]
    const mails = (await mailsTo(email)).length
    for (const address of [email, newAddress()]) expect((await asks(address)).status).toBe(401)
    expect((await asks(email, 'viewer@acme.test')).status).toBe(403)
    expect((await asks(email, 'admin@acme.test')).body.details).toEqual([
      expect.objectContaining({ path: 'email', code: 'not_yours' }),
    ])
    expect(await mailsTo(email)).toHaveLength(mails)

    expect((await asks(email, email)).status).toBe(200)
    const [mail] = await mailsTo(email)
    expect(mail!.subject).toBe('Upgrade Globex to Enterprise?')
    const token = await tokenMailedTo(email)
    const { data } = (await app.request('GET', `/api/v2/users/verification/token/${token}`)).body
    expect(data).toMatchObject({
      action: 'upgrade',
      needsPassword: false,
      upgrade: { plan: { name: 'Enterprise', price: 24_900 }, team: { id: demo.teams.globex, name: 'Globex' } },
    })
    expect((await verify(token, null)).status).toBe(401)
    expect((await verify(token, null, 'admin@acme.test')).status).toBe(403)
    expect(await ordered()).toEqual(before)
    const answer = await verify(token, null, email)
    expect(answer.body.data).toMatchObject({ action: 'upgrade', planId: demo.plans.enterprise, emailAddress: email })
    expect(await ordered()).toEqual([before[0]! + 1, before[1]! + 1])
    expect((await verify(token, null, email)).status).toBe(422)
    await app.request('DELETE', '/v3/plans/changes', { as: email })
  })

  test('from a release before, which names no team, opens nothing', async () => {
    const email = 'admin@globex.test'
    expect((await asks(email, email)).status).toBe(200)
    const token = await tokenMailedTo(email)
    await app.posy.db.updateTable('user_verification').set({ team_id: null }).where('email', '=', email).execute()
    expect((await verify(token, null, email)).status).toBe(422)
  })
})

describe('an upgrade', () => {
  const upgrade = (planId: string, as: string) => post('b2b/upgrade', { planId, paymentMethod: 'invoice' }, as)

  test('moves the team and its subteams to the larger plan, for a person who manages billing', async () => {
    const as = 'admin@globex.test'
    expect((await upgrade(demo.plans.plus, as)).body.code).toBe('wrong_state')
    expect((await upgrade(demo.plans.free, as)).body.message).toBe('The plan Free is no upgrade from Plus.')
    expect((await upgrade(MISSING, as)).status).toBe(404)
    expect((await upgrade(demo.plans.enterprise, 'viewer@acme.test')).status).toBe(403)
    await app.posy.db.updateTable('team').set({ credit_limit: 29_880 }).where('id', '=', demo.teams.globex).execute()
    const answer = await upgrade(demo.plans.enterprise, as)
    expect(answer.body.data).toMatchObject({
      user: { id: demo.users.globexAdmin },
      teamId: demo.teams.globex,
      status: 'upgraded',
    })
    const team = await app.request('GET', `/api/v2/teams/${demo.teams.globex}`, { as })
    expect(team.body.data.planId).toBe(demo.plans.enterprise)
    const rights = await app.request('GET', `/api/v2/plans/permissions/${demo.users.globexAdmin}`, { as })
    expect(rights.body.data[0].planId).toBe(demo.plans.enterprise)
  })

  test('can be made by the parent team alone', async () => {
    const { access_token } = (
      await app.request('POST', `/v3/users/${demo.users.acmeAdmin}/tokens`, {
        as: 'admin@acme.test',
        body: { teamId: demo.teams.acmeNorth },
      })
    ).body.data
    expect((await upgrade(demo.plans.enterprise, access_token)).body.code).toBe('restricted')
  })
})
