import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { createUser } from '#server/domains/identity/users/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { liveBudget } from '#server/testing/budgets.ts'
import {
  acceptAsNew,
  invite,
  invitedParticipant,
  newAddress,
  someNewUser,
  tokenOfInvite,
} from '#server/testing/invites.ts'
import { sameAnswer } from '#server/testing/refusals.ts'
import { cancelAutomationInvites, createAutomationInvites } from './index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.posy.db.deleteFrom('throttle').execute()
})

const admin = 'admin@acme.test'
const { acme, globex } = demo.teams
const acmeTeam = { as: admin, team: acme }
const accept = (id: string, body: object, as?: string) =>
  app.request('POST', `/v3/team-invites/${id}/accept`, { body, ...(as ? { as } : {}) })
const signIn = (username: string, password: string) =>
  app.request('POST', '/oauth/token', {
    body: { grant_type: 'password', client_id: 'demo-web', client_secret: 'demo-web-secret', username, password },
  })
const me = (as: string) => app.request('GET', '/api/v2/auth/me', { as })
const participant = (emailAddress = newAddress(), more: object = {}) =>
  invite(app, acmeTeam, 'participant', { emailAddress, ...more })
const listMembers = async (team: string, as = admin) =>
  (await app.request('GET', `/api/v2/teams/${team}/users?per_page=1000`, { as })).body.data as {
    id: string
    roleGroupId: string
  }[]

describe('someone new', () => {
  test('gets an account with the invite’s address, proven, and acts in the team at once', async () => {
    const email = newAddress()
    const id = await participant(email)
    const answer = await acceptAsNew(app, id, {
      newUser: { ...someNewUser, dateOfBirth: '29-02-1988', marketing: true, mobile: '+447700900123' },
    })
    expect(answer.status).toBe(200)
    const { invite: accepted, userId, teamId } = answer.body.data
    expect(accepted).toMatchObject({ id, accepted: true, acceptedResourceId: userId, dateAccepted: expect.any(String) })
    expect(teamId).toBe(acme)
    const { access_token } = (await signIn(email, someNewUser.password)).body
    expect((await me(access_token)).body.data).toMatchObject({
      user: { id: userId, email, firstName: 'Nia', verifiedEmail: true, teamId: acme, marketing: true },
      teamId: acme,
      permissions: { roleGroupId: 'participant' },
    })
    const { rows } = await sql<{
      born: string
    }>`select to_char(date_of_birth, 'YYYY-MM-DD') as born from app_user where id = ${userId}`.execute(app.posy.db)
    expect(rows).toEqual([{ born: '1988-02-29' }])
    expect((await listMembers(acme)).find((each) => each.id === userId)?.roleGroupId).toBe('participant')
  })

  test('is told every wrong field, and a weak password, before anything happens', async () => {
    const id = await participant()
    const token = await tokenOfInvite(app, id)
    for (const dateOfBirth of ['1988-02-29', '30-02-1988', '01-01-2999', '1-1-1990'])
      expect((await accept(id, { token, newUser: { ...someNewUser, dateOfBirth } })).status).toBe(422)
    expect((await accept(id, { token, newUser: { ...someNewUser, password: 'short' } })).body.details[0]).toMatchObject(
      {
        path: 'newUser.password',
        code: 'weak_password',
      },
    )
    expect((await accept(id, { token })).status).toBe(422)
    expect((await accept(id, { token, newUser: someNewUser, existingUser: true })).status).toBe(422)
    expect((await accept(id, { newUser: someNewUser })).body.details[0].path).toBe('token')
    expect((await accept(id, { token, existingUser: true })).status).toBe(401)
    expect((await acceptAsNew(app, id)).status).toBe(200)
  })

  test('is one of many who accept at once, and the only one who does: one account, one membership, one invite used', async () => {
    const email = newAddress()
    const ids = [
      await participant(email),
      await invite(app, { as: 'admin@globex.test', team: globex }, 'participant', { emailAddress: email }),
    ]
    const answers = await Promise.all(Array.from({ length: 10 }, () => acceptAsNew(app, ids[0]!)))
    expect(answers.map((each) => each.status).sort()).toEqual([200, ...Array(9).fill(409)])
    const { rows } = await loadRows(email)
    expect(rows).toBe(1)
    // The address has an account now: the other invite is accepted in its owner's session, not by its token alone.
    expect((await acceptAsNew(app, ids[1]!)).body.code).toBe('conflict')
    const token = await tokenOfInvite(app, ids[1]!)
    expect((await accept(ids[1]!, { token, existingUser: {} })).body.code).toBe('unauthenticated')
    const { access_token } = (await signIn(email, someNewUser.password)).body
    const second = await accept(ids[1]!, { token, existingUser: {} }, access_token)
    expect(second.body.data).toMatchObject({
      teamId: globex,
      userId: answers.find((each) => each.status === 200)!.body.data.userId,
    })
  })
})

const loadRows = async (email: string) => ({
  rows: (
    await app.posy.db
      .selectFrom('team_member')
      .innerJoin('app_user', 'app_user.id', 'team_member.user_id')
      .select('team_member.user_id')
      .where('email', '=', email)
      .execute()
  ).length,
})

describe('who may accept', () => {
  test('anyone who is signed in with the verified address, without a token', async () => {
    const id = await participant('admin@globex.test', { roleGroupId: 'team-viewer' })
    expect((await accept(id, { existingUser: true })).status).toBe(401)
    expect((await accept(id, { existingUser: true }, 'not-a-token')).status).toBe(401)
    const stranger = await accept(id, { existingUser: true }, 'viewer@acme.test')
    expect(stranger.status).toBe(404)
    expect((await accept('00000000-0000-4000-8000-00000000dead', { existingUser: true }, admin)).body).toEqual(
      sameAnswer(stranger.body),
    )
    expect((await accept(id, { existingUser: true }, 'key:demo-customer')).status).toBe(404)
    const answer = await accept(id, { existingUser: true }, 'admin@globex.test')
    expect(answer.body.data).toMatchObject({ teamId: acme, userId: demo.users.globexAdmin })
    expect((await listMembers(acme)).find((each) => each.id === demo.users.globexAdmin)?.roleGroupId).toBe(
      'team-viewer',
    )
    expect((await accept(id, { existingUser: true }, 'admin@globex.test')).body.code).toBe('wrong_state')
    await app.request('DELETE', `/v3/teams/${acme}/users/${demo.users.globexAdmin}`, { as: admin })
  })

  test('anyone who has the token, also signed in with another address', async () => {
    const id = await participant()
    const other = await participant()
    expect(
      (await accept(id, { token: await tokenOfInvite(app, other), existingUser: true }, 'admin@globex.test')).status,
    ).toBe(404)
    const answer = await accept(id, { token: await tokenOfInvite(app, id), existingUser: true }, 'admin@globex.test')
    expect(answer.body.data.userId).toBe(demo.users.globexAdmin)
    await app.request('DELETE', `/v3/teams/${acme}/users/${demo.users.globexAdmin}`, { as: admin })
  })

  test('no one with a wrong token, of which few are tried; the right one is never refused for them', async () => {
    const id = await participant()
    for (let guess = 0; guess < 10; guess++)
      expect((await accept(id, { token: `guess-${guess}`, newUser: someNewUser })).status).toBe(404)
    expect((await accept(id, { token: 'guess-10', newUser: someNewUser })).status).toBe(429)
    expect((await acceptAsNew(app, id)).status).toBe(200)
  })

  test('a person invited to an account that no one has proven to be theirs; its password is void', async () => {
    const email = newAddress()
    const squatted = await transact(app.posy, { actor: operatorActor }, (work) =>
      createUser(work, { email, firstName: 'Squatter', passwordHash: 'nothing that matches' }),
    )
    const id = await participant(email)
    const answer = await acceptAsNew(app, id)
    expect(answer.body.data.userId).toBe(squatted.id)
    const { access_token } = (await signIn(email, someNewUser.password)).body
    expect((await me(access_token)).body.data.user).toMatchObject({ firstName: 'Nia', verifiedEmail: true })
  })

  test('accepting an invite leaves someone in none of the teams that someone else signed up for with the address', async () => {
    const email = newAddress()
    const stranger = { email, firstName: 'Not', surname: 'Them', teamName: 'Squatters', planId: demo.plans.free }
    await app.request('POST', '/api/v2/users/b2b', { body: { ...stranger, paymentMethod: 'invoice' } })
    await app.settle()
    const { userId } = (await acceptAsNew(app, await participant(email))).body.data
    const teams = await app.posy.db.selectFrom('team_member').select('team_id').where('user_id', '=', userId).execute()
    expect(teams).toEqual([{ team_id: acme }])
  })

  test('a member keeps the rights they have', async () => {
    const id = await participant('viewer@acme.test').catch(() => null)
    expect(id).toBeNull()
    const email = newAddress()
    const [low, high] = [await participant(email), newAddress()]
    const { userId } = (await accept(low, { token: await tokenOfInvite(app, low), newUser: someNewUser })).body.data
    const again = await participant(high)
    const { access_token } = (await signIn(email, someNewUser.password)).body
    await app.posy.db
      .updateTable('team_member')
      .set({ role_group_id: 'team-admin' })
      .where('user_id', '=', userId)
      .execute()
    expect(
      (await accept(again, { token: await tokenOfInvite(app, again), existingUser: true }, access_token)).status,
    ).toBe(200)
    expect((await listMembers(acme)).find((each) => each.id === userId)?.roleGroupId).toBe('team-admin')
  })
})

describe('a subteam', () => {
  test('comes with its leader, on the parent’s plan, with a wallet', async () => {
    const email = newAddress()
    const id = await invite(app, acmeTeam, 'subteam', { emailAddress: email, subteamName: 'West' })
    const answer = await acceptAsNew(app, id)
    const { invite: accepted, teamId } = answer.body.data
    expect(accepted).toMatchObject({ type: 'subteam', teamId: acme, acceptedResourceId: teamId })
    const { access_token } = (await signIn(email, someNewUser.password)).body
    expect((await me(access_token)).body.data).toMatchObject({ teamId, permissions: { roleGroupId: 'subteam-admin' } })
    const team = await app.request('GET', `/api/v2/teams/${teamId}`, { as: access_token })
    expect(team.body.data).toMatchObject({ name: 'West', planId: demo.plans.enterprise, parentTeamId: acme })
    const wallets = await app.request('GET', `/api/v2/teams/${teamId}/wallets`, { as: admin })
    expect(wallets.body.data).toEqual([
      expect.objectContaining({ name: 'West', currency: 'GBX', balance: 0, available: 0 }),
    ])
    expect((await app.request('GET', `/api/v2/teams/${acme}`, { as: access_token })).status).toBe(404)
  })

  test('is called as its leader says', async () => {
    const id = await invite(app, acmeTeam, 'subteam', { emailAddress: newAddress() })
    const { teamId } = (await acceptAsNew(app, id, { subteamName: 'Night shift' })).body.data
    expect((await app.request('GET', `/api/v2/teams/${teamId}`, { as: admin })).body.data.name).toBe('Night shift')
    const unnamed = await invite(app, acmeTeam, 'subteam', { emailAddress: newAddress() })
    const { teamId: other } = (await acceptAsNew(app, unnamed)).body.data
    expect((await app.request('GET', `/api/v2/teams/${other}`, { as: admin })).body.data.name).toBe('Nia’s team')
  })

  test('is not opened past the plan’s limit, and the invite waits', async () => {
    const team = { as: 'admin@globex.test', team: globex }
    const id = await invite(app, team, 'subteam', { emailAddress: newAddress() })
    await app.posy.db.updateTable('plan').set({ subteams_limit: 0 }).where('id', '=', demo.plans.plus).execute()
    expect((await acceptAsNew(app, id)).body).toMatchObject({
      code: 'plan_limit_reached',
      message: 'The plan Plus has no subteams.',
    })
    await app.posy.db.updateTable('plan').set({ subteams_limit: 10 }).where('id', '=', demo.plans.plus).execute()
    expect((await acceptAsNew(app, id)).status).toBe(200)
  })
})

describe('an automated budget', () => {
  const automationId = '00000000-0000-4000-8000-0000000000b1'
  const run = <T>(command: Parameters<typeof transact<T>>[2]) => transact(app.posy, { actor: operatorActor }, command)
  const create = (emails: string[]) =>
    run((work) => createAutomationInvites(work, { teamId: acme, automationId, emails }))

  test('invites each address once, by email, and learns who accepted', async () => {
    const [a, b] = [newAddress(), newAddress()]
    const rows = await create([a, b, a.toUpperCase()])
    expect(rows.map(({ email, outcome }) => [email, outcome])).toEqual([
      [a, 'invited'],
      [b, 'invited'],
    ])
    expect((await create([a])).map(({ outcome }) => outcome)).toEqual(['already-invited'])
    await app.settle()
    const { body } = await app.request('GET', `/sandbox/messages?to=${a}`)
    expect(body.data[0].subject).toMatch(/^Acme has a gift budget for you/)
    const answer = await acceptAsNew(app, rows[0]!.inviteId)
    expect(answer.body.data).toMatchObject({ teamId: null, invite: { type: 'automation-participant', automationId } })
    expect(await run((work) => cancelAutomationInvites(work, { teamId: acme, automationId }))).toBe(1)
    expect((await acceptAsNew(app, rows[1]!.inviteId)).status).toBe(404)
  })

  test('ends on the day that its email named, for everyone who asks, also where the business clock was moved on meanwhile', async () => {
    const { budget } = await liveBudget(app, { as: admin, wallet: demo.wallets.acmeMain })
    const [email, other] = [newAddress(), newAddress()]
    const sent = await app.request('POST', `/v3/teams/${acme}/users/invites`, {
      ...{ as: admin },
      body: {
        ...{ type: 'automation-participant', automationId: budget },
        invites: [{ emailAddress: email }, { emailAddress: other }],
      },
    })
    const [{ id }, { id: second }] = sent.body.data
    const token = await tokenOfInvite(app, id)
    const seen = async () => (await app.request('GET', `/v3/team-invites/token/${token}`)).body.data
    const { dateExpires } = await seen()
    await app.settle()
    await app.advance('P13D')
    expect((await seen()).dateExpires).toBe(dateExpires)
    expect((await acceptAsNew(app, second)).status).toBe(200)
    await app.advance('P1D')
    const path = `/v3/automated-budgets/${budget}/participants?status=draft`
    const ended = expect.objectContaining({ email, inviteEnded: true })
    expect((await app.request('GET', path, { as: admin })).body.data).toContainEqual(ended)
    expect(await seen()).toBeUndefined()
    expect((await acceptAsNew(app, id)).body).toMatchObject({
      code: 'wrong_state',
      message: 'This invite has expired.',
    })
    expect((await app.request('POST', `/v3/team-invites/${id}/resend`, { as: admin })).body.data.expired).toBe(false)
    expect((await acceptAsNew(app, id)).status).toBe(200)
  })

  test('decides for itself about people invited through the team, and makes a team of their own for each who accepts', async () => {
    const { budget } = await liveBudget(app, { as: admin, wallet: demo.wallets.acmeMain })
    const email = newAddress()
    const send = (body: object, as = admin) =>
      app.request('POST', `/v3/teams/${acme}/users/invites`, {
        as,
        body: { type: 'automation-participant', invites: [{ emailAddress: email }], ...body },
      })
    expect((await send({ automationId: budget }, 'subteam@acme.test')).status).toBe(403)
    expect((await send({ automationId })).status).toBe(404)
    const answer = await send({ automationId: budget })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    expect(answer.body.data).toEqual([
      expect.objectContaining({ automationId: budget, roleGroupId: 'automation-participant' }),
    ])
    const token = await tokenOfInvite(app, answer.body.data[0].id)
    // What the budget's list calls them fills the form of who has the link.
    const named = app.posy.db.updateTable('automated_budget_participant').set({ name: 'Ada Byron' })
    await named.where('budget_id', '=', budget).where('email', '=', email).execute()
    const page = await app.request('GET', `/v3/team-invites/token/${token}`)
    expect(page.body.data.name).toBe('Ada Byron')
    expect(page.body.data.allowance).toEqual({
      name: 'Thanks',
      budgetAmount: 2500,
      currency: 'GBX',
      frequency: 'month',
      endsAt: null,
      keepsUnspent: false,
    })
    const { teamId: none, userId } = (await acceptAsNew(app, answer.body.data[0].id)).body.data
    expect(none).toBeNull()
    // Anyone who waits for the team asks with a session that has none yet.
    const waiting = (await signIn(email, someNewUser.password)).body.access_token
    const listTeams = async () => (await app.request('GET', `/v3/teams/user/${userId}`, { as: waiting })).body.teams
    expect(await listTeams()).toEqual([])
    await app.settle()
    expect(await listTeams()).toMatchObject([{ team: { automationId: budget } }])
    const { access_token } = (await signIn(email, someNewUser.password)).body
    const { teamId, permissions } = (await me(access_token)).body.data
    expect(permissions.roleGroupId).toBe('automation-participant')
    const wallets = await app.request('GET', `/api/v2/teams/${teamId}/wallets`, { as: access_token })
    expect(wallets.body.data).toEqual([expect.objectContaining({ available: 2500 })])

    // Who has it may leave it: no one else may for them, and it is told to both.
    const [{ participantId }] = (await app.request('GET', '/v3/allowances', { as: access_token })).body.data
    const leave = (as: string) => app.request('POST', `/v3/allowances/${participantId}/leave`, { as })
    for (const other of [admin, 'admin@globex.test', 'participant@acme.test'])
      expect((await leave(other)).status).toBe(404)
    const twice = await Promise.all([leave(access_token), leave(access_token)])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(twice.find(({ status }) => status === 200)?.body.data).toEqual({ returned: 2500 })
    await app.settle()
    const gone = await app.request('GET', `/v3/automated-budgets/${budget}/participants?status=deleted`, { as: admin })
    expect(gone.body.data).toEqual([expect.objectContaining({ email, hasLeft: true, available: 0 })])
    const told = async (to: string) =>
      (await app.request('GET', `/sandbox/messages?to=${to}`)).body.data.map(
        ({ subject }: { subject: string }) => subject,
      )
    expect(await told(email)).toContain('You have left Thanks')
    expect(await told(admin)).toContain('Thanks: someone has left')
  })

  test('hears of who declines its invite, which then no one can accept, and may invite them again', async () => {
    const { budget } = await liveBudget(app, { as: admin, wallet: demo.wallets.acmeMain })
    const email = newAddress()
    const body = { type: 'automation-participant', automationId: budget, invites: [{ emailAddress: email }] }
    const send = () => app.request('POST', `/v3/teams/${acme}/users/invites`, { as: admin, body })
    const { id } = (await send()).body.data[0]
    const token = await tokenOfInvite(app, id)
    const decline = (given: object, as?: string, invited = id) =>
      app.request('POST', `/v3/team-invites/${invited}/decline`, { body: given, ...(as && { as }) })
    expect((await decline({})).status).toBe(401)
    expect((await decline({ token: 'none' })).status).toBe(404)
    expect((await decline({}, admin)).status).toBe(404)
    const toTeam = await invitedParticipant(app, acmeTeam)
    expect((await decline({ token: await tokenOfInvite(app, toTeam) }, undefined, toTeam)).status).toBe(409)
    const twice = await Promise.all([decline({ token }), decline({ token })])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await acceptAsNew(app, id)).status).toBe(404)
    await app.settle()
    const path = `/v3/automated-budgets/${budget}/participants?status=draft`
    const person = async () =>
      (await app.request('GET', path, { as: admin })).body.data.find((each: { email: string }) => each.email === email)
    expect(await person()).toMatchObject({ inviteEnded: true, inviteDeclined: true })
    const { participantCounts } = (await app.request('GET', `/v3/automated-budgets/${budget}`, { as: admin })).body.data
    expect(participantCounts).toMatchObject({ inviteEnded: 1, inviteDeclined: 1 })
    const [mail] = (await app.request('GET', `/sandbox/messages?to=${admin}`)).body.data
    expect([mail.subject, mail.text]).toEqual([
      'Thanks: an invite was declined',
      expect.stringContaining('does not want to take part'),
    ])
    expect((await send()).body.rows[0].outcome).toBe('invited')
    expect(await person()).toMatchObject({ inviteEnded: false, inviteDeclined: false })
  })
})
