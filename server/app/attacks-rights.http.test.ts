import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { openTeam } from '#server/domains/invites/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyLinks, tokenIn } from '#server/testing/approvals.ts'

/** Attacks on rights: an order in someone else's name, a rule that binds its maker, strangers who are written to. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const post = (path: string, body: object, as?: string) => app.request('POST', path, { body, ...(as && { as }) })
const mailsTo = async (to: string): Promise<{ subject: string; links: string[] }[]> => {
  await app.settle()
  return (await app.request('GET', `/sandbox/messages?to=${encodeURIComponent(to)}`)).body.data
}

test('a stranger cannot order a plan for a customer: nothing is emailed, invoiced or requested', async () => {
  const email = 'admin@globex.test'
  const before = (await mailsTo(email)).length
  const body = { email, action: 'upgrade', planId: demo.plans.enterprise }
  expect((await post('/api/v2/users/verification/request', body)).status).toBe(401)
  expect(await mailsTo(email)).toHaveLength(before)
  for (const table of ['plan_request', 'user_verification'] as const)
    expect(await app.posy.db.selectFrom(table).select('id').execute()).toEqual([])
})

test('a buyer cannot lift a limit that binds them, use that and put it back', async () => {
  const rules = (approvals: object | null) =>
    app.request('PUT', `/api/v2/teams/${demo.teams.acme}`, {
      as: 'admin@acme.test',
      body: { preferences: { approvals } },
    })
  const limits = { perOrder: 1000, perDay: 2000, includeAllowances: false }
  await rules(limits)
  expect((await buyLinks(app, 3)).status).toBe(202)
  expect((await rules(null)).body.data.preferences.approvals).toEqual(limits)
  expect((await buyLinks(app, 30)).status).toBe(202)
  expect((await rules(limits)).body.data.pendingChanges).toHaveLength(1)
  await app.advance('PT23H59M')
  expect((await buyLinks(app, 30)).status).toBe(202)
})

test('a victim does not end up in the account of a stranger who signed up with their address first', async () => {
  const email = 'victim7@corp.test'
  const form = (more: object) =>
    post('/api/v2/users/b2b', { email, planId: demo.plans.free, paymentMethod: 'invoice', ...more })
  const theirs = { firstName: 'Attack', surname: 'Er', teamName: 'Attackers', marketing: true, termsAccepted: true }
  await form({ ...theirs, mobile: '+447700900999' })
  await app.settle()
  await form({ firstName: 'Real', surname: 'Victim', teamName: 'Victims Ltd' })
  const [mail] = await mailsTo(email)
  const verificationToken = new URL(mail!.links[0]!).searchParams.get('token')
  const proof = { verificationToken, password: 'blue kettle on the moor' }
  expect((await post('/api/v2/users/verification/verify', proof)).body.data.fullName).toBe('Real Victim')
  const user = app.posy.db.selectFrom('app_user').selectAll().where('email', '=', email)
  const row = await user.executeTakeFirstOrThrow()
  expect(row).toMatchObject({ first_name: 'Real', mobile: null, marketing: false })
  const terms = await app.posy.db.selectFrom('terms_acceptance').selectAll().where('user_id', '=', row.id).execute()
  expect(terms).toEqual([])
  const team = await app.posy.db.selectFrom('team').select('name').where('id', '=', row.team_id).executeTakeFirst()
  expect(team!.name).toBe('Victims Ltd')
})

test('a victim who resets their password does not get the account of a stranger who signed up with their address', async () => {
  const email = 'victim8@corp.test'
  const theirs = { email, firstName: 'Attack', surname: 'Er', teamName: 'Attackers', marketing: true }
  await post('/api/v2/users/b2b', { ...theirs, planId: demo.plans.free, paymentMethod: 'invoice', termsAccepted: true })
  await app.settle()
  await post('/api/v2/users/password/reset-request', { username: email })
  const [mail] = await mailsTo(email)
  expect(mail!.links.join(' ')).toContain('/sign-up')
  expect(JSON.stringify(mail)).not.toMatch(/Attack|reset-password/)
  const user = app.posy.db.selectFrom('app_user').selectAll().where('email', '=', email)
  expect(await user.executeTakeFirstOrThrow()).toMatchObject({ verified_email: false, password_hash: null })
})

test('a team that has bought nothing may email strangers only a few times a day, and each stranger fewer times still', async () => {
  const team = await transact(app.posy, { actor: operatorActor }, (work) =>
    openTeam(work, { userId: demo.users.acmeViewer, name: 'Account Security', planId: demo.plans.free }),
  )
  const as = await tokenIn(app, 'viewer@acme.test', team)
  const invites = (emails: string[]) =>
    post(
      `/v3/teams/${team}/users/invites`,
      { type: 'participant', invites: emails.map((emailAddress) => ({ emailAddress, roleGroupId: 'team-viewer' })) },
      as,
    )
  expect((await invites(Array.from({ length: 200 }, (_, one) => `s${one}@nowhere.test`))).status).toBe(429)
  const rounds: number[] = []
  for (let round = 0; round < 8; round++) {
    const { status, body } = await invites(['stranger@nowhere.test'])
    rounds.push(status)
    if (status === 201) await app.request('DELETE', `/v3/teams/${team}/invites/${body.rows[0].inviteId}`, { as })
  }
  expect(rounds).toEqual([201, 201, 201, 422, 422, 422, 422, 422])
  await app.settle()
  expect((await mailsTo('stranger@nowhere.test')).length).toBeLessThanOrEqual(3)
})
