import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listSandboxMessages } from '#contract/sandbox/messages.ts'
import { demo } from '#server/app/demo/ids.ts'
import { createPlan } from '#server/domains/teams/plans/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { tokenIn } from '#server/testing/approvals.ts'
import { acceptAsNew, invite, newAddress, tokenOfInvite } from '#server/testing/invites.ts'
import { sameAnswer } from '#server/testing/refusals.ts'
import { mailHash } from './count-mails.ts'
import { openTeam } from './open-team.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.posy.db.deleteFrom('throttle').execute()
})

const admin = 'admin@acme.test'
const { acme, acmeNorth, globex } = demo.teams
const MISSING = '00000000-0000-4000-8000-00000000dead'
const send = (body: object, { as = admin, team = acme as string } = {}) =>
  app.request('POST', `/v3/teams/${team}/users/invites`, { as, body })
const people = (...emails: string[]) => ({
  type: 'participant',
  invites: emails.map((emailAddress) => ({ emailAddress })),
})
const mailsTo = async (to: string) => {
  await app.settle()
  const { body } = await app.request('GET', `${listSandboxMessages.path}?to=${encodeURIComponent(to)}`)
  return body.data as { subject: string; links: string[]; text: string }[]
}
const tokensMailedTo = async (to: string) =>
  (await mailsTo(to)).flatMap((mail) => mail.links).map((link) => new URL(link).searchParams.get('token'))
const page = (token: string) => app.request('GET', `/v3/team-invites/token/${token}`)

describe('inviting', () => {
  test('emails each person a link of their own, and answers every row', async () => {
    const [a, b] = [newAddress(), newAddress()]
    const answer = await send(people(a, b.toUpperCase(), ` ${a}`, 'participant@acme.test'))
    expect(answer.status).toBe(201)
    expect(answer.body.rows).toEqual([
      { row: 0, emailAddress: a, outcome: 'invited', inviteId: answer.body.data[0].id },
      { row: 1, emailAddress: b, outcome: 'invited', inviteId: answer.body.data[1].id },
      { row: 2, emailAddress: a, outcome: 'duplicate', inviteId: answer.body.data[0].id },
      { row: 3, emailAddress: 'participant@acme.test', outcome: 'already-member', inviteId: null },
    ])
    expect(answer.body.data[0]).toMatchObject({
      type: 'participant',
      emailAddress: a,
      teamId: acme,
      roleGroupId: 'participant',
      accepted: false,
      expired: false,
      senderId: demo.users.acmeAdmin,
      acceptedResourceId: null,
      autoAccepted: false,
      dateExpires: '2026-03-16T10:00:00.000Z',
    })
    const [mail] = await mailsTo(a)
    expect(mail!.subject).toBe('Alice Archer invited you to join Acme on Posy')
    expect(mail!.text).toContain('Accept this invite by Monday 16 March 2026.')
    const [token] = await tokensMailedTo(a)
    expect((await page(token!)).body.data).toMatchObject({
      emailAddress: a,
      name: null,
      teamName: 'Acme',
      senderName: 'Alice Archer',
      hasAccount: false,
    })
    expect(await mailsTo('participant@acme.test')).toEqual([])

    const again = await send(people(a))
    expect(again.body.rows[0]).toMatchObject({ outcome: 'already-invited', inviteId: answer.body.data[0].id })
    expect(await mailsTo(a)).toHaveLength(1)
  })

  test('lists every wrong row and invites no one', async () => {
    const good = newAddress()
    const answer = await send({
      type: 'participant',
      invites: [
        { emailAddress: good },
        { emailAddress: 'not-an-address' },
        { emailAddress: newAddress(), roleGroupId: 'automation-participant' },
        { emailAddress: 'a@b', subteamName: 'x' },
      ],
    })
    expect(answer.status).toBe(422)
    expect(answer.body.details.map((each: { path: string; row: number }) => [each.path, each.row])).toEqual([
      ['invites.1.emailAddress', 1],
      ['invites.2.roleGroupId', 2],
      ['invites.3.emailAddress', 3],
      ['invites.3.subteamName', 3],
    ])
    expect(await mailsTo(good)).toEqual([])
    expect((await send({ type: 'participant', invites: [] })).status).toBe(422)
    expect((await send({ type: 'participant', automationId: MISSING, invites: [{ emailAddress: good }] })).status).toBe(
      422,
    )
    expect(
      (await send({ type: 'automation-participant', invites: [{ emailAddress: good }] })).body.details[0].path,
    ).toBe('automationId')
  })

  test('needs the permission of its type, in a team of one’s own', async () => {
    expect((await send(people(newAddress()), { as: 'viewer@acme.test' })).status).toBe(403)
    const subteam = { type: 'subteam', invites: [{ emailAddress: newAddress() }] }
    expect((await send(subteam, { as: 'subteam@acme.test', team: acmeNorth })).status).toBe(403)
    expect((await send(people(newAddress()), { as: 'subteam@acme.test', team: acmeNorth })).status).toBe(201)
    const [foreign, missing] = [
      await send(people(newAddress()), { team: globex }),
      await send(people(newAddress()), { team: MISSING }),
    ]
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual(sameAnswer(missing.body))
    expect((await send(subteam, { team: acmeNorth })).body.code).toBe('restricted')
  })

  test('gives no one more rights than the inviter has', async () => {
    const north = (roleGroupId: string) =>
      send(
        { type: 'participant', invites: [{ emailAddress: newAddress(), roleGroupId }] },
        { as: 'subteam@acme.test', team: acmeNorth },
      )
    expect((await north('subteam-admin')).status).toBe(201)
    expect((await north('team-viewer')).status).toBe(201)
    const refused = await north('team-admin')
    expect([refused.status, refused.body.code, refused.body.details[0].path]).toEqual([
      403,
      'forbidden',
      'invites.0.roleGroupId',
    ])
    const top = await send({
      type: 'participant',
      invites: [{ emailAddress: newAddress(), roleGroupId: 'subteam-admin' }],
    })
    expect(top.status).toBe(422)
  })

  test('stops at the plan’s limit, counting open invites, and names both', async () => {
    const plan = await transact(app.posy, { actor: operatorActor }, (work) =>
      createPlan(work, {
        name: 'Tiny',
        entities: { wallets: 5, subteams: 1, themes: 0, participants: 3, hugggsPerOrder: 10 },
      }),
    )
    await app.posy.db.updateTable('team').set({ plan_id: plan.id }).where('id', '=', globex).execute()
    const as = { as: 'admin@globex.test', team: globex }
    const [a, b, c, d] = [newAddress(), newAddress(), newAddress(), newAddress()]
    expect((await send(people(a, b), as)).status).toBe(201)
    const tooMany = await send(people(b, c, d), as)
    expect([tooMany.status, tooMany.body.code, tooMany.body.message]).toEqual([
      403,
      'plan_limit_reached',
      'The plan Tiny allows 3 participants per team.',
    ])
    expect((await send(people(a, b, c), as)).status).toBe(201)
    const viewer = { type: 'participant', invites: [{ emailAddress: d, roleGroupId: 'team-viewer' }] }
    expect((await send(viewer, as)).status).toBe(201)
    const lead = () => send({ type: 'subteam', invites: [{ emailAddress: newAddress() }] }, as)
    expect((await lead()).status).toBe(201)
    expect((await lead()).body.message).toBe('The plan Tiny allows 1 subteam per team.')
    // No one came in time: their places are free again.
    app.wall.advanceSeconds(14 * 86_400)
    expect((await send(people(newAddress(), newAddress(), newAddress()), as)).status).toBe(201)
    await app.posy.db.updateTable('team').set({ plan_id: demo.plans.plus }).where('id', '=', globex).execute()
  })

  test('takes a thousand in one request, and two equal requests at once invite once', async () => {
    const emails = Array.from({ length: 1000 }, newAddress)
    const started = performance.now()
    const answer = await send(people(...emails))
    expect(answer.status).toBe(201)
    expect(answer.body.data).toHaveLength(1000)
    // One by one they would take minutes.
    expect(performance.now() - started).toBeLessThan(30_000)
    expect((await send(people(...emails, newAddress()))).status).toBe(422)

    const twin = newAddress()
    const twins = await Promise.all(Array.from({ length: 8 }, () => send(people(twin))))
    expect(twins.map((each) => each.body.rows[0].outcome).sort()).toEqual([
      ...Array(7).fill('already-invited'),
      'invited',
    ])
    await app.settle()
    const queued = await app.posy.db
      .selectFrom('outgoing_message')
      .innerJoin('team_invite', 'team_invite.id', 'outgoing_message.invite_id')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('team_invite.email', 'in', [...emails, twin])
      .where('outgoing_message.status', '=', 'sent')
      .executeTakeFirstOrThrow()
    expect(queued.count).toBe(1001)
  })

  test('keeps every token out of the database', async () => {
    const id = await invite(app, { as: admin, team: acme }, 'participant', { emailAddress: newAddress() })
    const token = await tokenOfInvite(app, id)
    const row = await app.posy.db.selectFrom('team_invite').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(token)
    await app.settle()
    const message = await app.posy.db.selectFrom('outgoing_message').selectAll().where('invite_id', '=', id).execute()
    expect(message).toHaveLength(1)
    expect(JSON.stringify(message)).not.toContain(token)
    expect(JSON.stringify(message)).not.toContain(row.email)
  })
})

describe('an invite', () => {
  const one = (row: object = {}) =>
    invite(app, { as: admin, team: acme }, 'participant', { emailAddress: newAddress(), ...row })
  const resend = (id: string, as = admin) => app.request('POST', `/v3/team-invites/${id}/resend`, { as })
  const cancel = (id: string, { as = admin, team = acme as string } = {}) =>
    app.request('DELETE', `/v3/teams/${team}/invites/${id}`, { as })

  test('that is sent again has a new link; the old one stops working', async () => {
    const id = await one()
    const old = await tokenOfInvite(app, id)
    app.wall.advanceSeconds(3600)
    const again = await resend(id)
    expect(again.status).toBe(200)
    expect((await page(old)).status).toBe(404)
    expect((await page(await tokenOfInvite(app, id))).status).toBe(200)
    // The first mail had not left yet: it never does.
    expect(await mailsTo(again.body.data.emailAddress)).toHaveLength(1)
  })

  test('is valid for fourteen days of the wall clock, and again when it is sent again', async () => {
    const id = await one()
    const token = await tokenOfInvite(app, id)
    app.wall.advanceSeconds(14 * 86_400 - 1)
    expect((await page(token)).status).toBe(200)
    app.wall.advanceSeconds(1)
    expect((await page(token)).status).toBe(404)
    expect((await acceptAsNew(app, id)).body).toMatchObject({
      code: 'wrong_state',
      message: 'This invite has expired.',
    })
    expect((await resend(id)).body.data.expired).toBe(false)
    expect((await acceptAsNew(app, id)).status).toBe(200)
    expect((await resend(id)).body.code).toBe('wrong_state')
  })

  test('is sent again five times an hour at most', async () => {
    const id = await one()
    for (let time = 0; time < 5; time++) expect((await resend(id)).status).toBe(200)
    expect((await resend(id)).status).toBe(429)
    app.wall.advanceSeconds(3600)
    expect((await resend(id)).status).toBe(200)
  })

  test('can be withdrawn, by its own team only', async () => {
    const id = await one()
    const token = await tokenOfInvite(app, id)
    expect((await cancel(id, { team: acmeNorth })).status).toBe(404)
    expect((await cancel(id, { as: 'admin@globex.test', team: globex })).status).toBe(404)
    expect((await resend(id, 'admin@globex.test')).status).toBe(404)
    expect((await page(token)).status).toBe(200)
    expect((await cancel(id)).body).toEqual({ data: { success: true } })
    expect((await page(token)).status).toBe(404)
    expect((await cancel(id)).status).toBe(404)
    expect((await resend(id)).status).toBe(404)
    expect((await acceptAsNew(app, id)).status).toBe(404)
  })

  test('reveals nothing to guesses: one answer, and soon none; a person who has the link is not refused for them', async () => {
    const answers = [
      await page('nonsense'),
      await page('a'.repeat(43)),
      await page(encodeURIComponent('no such token')),
    ]
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([404, sameAnswer(answers[0]!.body)])
    for (let guess = 0; guess < 7; guess++) await page(`guess-${guess}`)
    const token = await tokenOfInvite(app, await one())
    expect((await page('one more guess')).status).toBe(429)
    expect((await page(token)).status).toBe(200)
  })
})

describe('the lists of invites', () => {
  test('page through the invites of one’s teams, the newest first', async () => {
    const list = (query: string, as = admin) => app.request('GET', `/v3/team-invites${query}`, { as })
    const first = await list('?limit=2&type=participant')
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ hasNext: true, hasPrevious: false })
    const second = await list(`?limit=2&type=participant&next=${first.body.next}`)
    const back = await list(`?limit=2&type=participant&previous=${second.body.previous}`)
    expect(back.body.data).toEqual(first.body.data)
    const ids = [...first.body.data, ...second.body.data].map((each: { id: string }) => each.id)
    expect(ids).toEqual([...ids].sort().reverse())
    expect((await list('?next=nonsense')).status).toBe(422)
    const others = await list('?limit=1000', 'admin@globex.test')
    for (const each of others.body.data) expect(each.teamId).toBe(globex)
    expect((await list('', 'participant@acme.test')).status).toBe(403)
    const north = await list('?limit=1000', 'subteam@acme.test')
    expect(new Set(north.body.data.map((each: { teamId: string }) => each.teamId))).toEqual(new Set([acmeNorth]))
    expect(
      (await list('?accepted=true&limit=1000')).body.data.every((each: { accepted: boolean }) => each.accepted),
    ).toBe(true)
  })

  test('find by part of an address, type, team, state and ids', async () => {
    const search = (query: string) => app.request('GET', `/api/v2/teams/invites/search?${query}`, { as: admin })
    const email = 'Very.Special_One@example.test'
    const id = await invite(app, { as: admin, team: acme }, 'subteam', { emailAddress: email, subteamName: 'West' })
    const found = await search(
      'filter[emailAddress]=special_&filter[type][]=subteam&filter[type][]=participant&per_page=5',
    )
    expect(found.body).toMatchObject({ total: 1, current_page: 1, last_page: 1, per_page: 5 })
    expect(found.body.data[0]).toMatchObject({ id, subteamName: 'West', roleGroupId: 'subteam-admin' })
    expect((await search(`filter[id][]=${id}&filter[teamId][]=${acme}`)).body.total).toBe(1)
    expect((await search(`filter[id][]=${id}&filter[teamId][]=${acmeNorth}`)).body.total).toBe(0)
    expect((await search(`filter[id][]=${id}&filter[accepted]=true`)).body.total).toBe(0)
    expect((await search(`filter[id][]=${id}&filter[expired]=false`)).body.total).toBe(1)
    const [foreign, missing] = [await search(`filter[teamId][]=${globex}`), await search(`filter[teamId][]=${MISSING}`)]
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual(sameAnswer(missing.body))
    expect((await search('filter[emailAddress]=special%25')).body.total).toBe(0)
    expect((await search('filter[nonsense]=1')).status).toBe(422)
  })
})

describe('asking to join', () => {
  const ask = (team: string, email: string) =>
    app.request('POST', `/api/v2/teams/${team}/invites/requests`, { body: { email } })

  test('emails the admins, once a day, where the address is in the team’s own domain', async () => {
    const before = (await mailsTo('admin@acme.test')).length
    expect((await ask(acme, 'New.Colleague@acme.test')).body).toEqual({ data: { success: true } })
    expect((await ask(acme, 'new.colleague@acme.test')).status).toBe(200)
    const mails = await mailsTo('admin@acme.test')
    expect(mails).toHaveLength(before + 1)
    expect(mails[0]!.subject).toBe('new.colleague@acme.test would like to join Acme')
    expect(await mailsTo('viewer@acme.test')).toEqual([])
  })

  test('answers everyone alike, and does nothing for other addresses', async () => {
    const before = (await mailsTo('admin@acme.test')).length
    const answers = [
      await ask(acme, 'eve@evil.test'),
      await ask(acme, 'viewer@acme.test'),
      await ask(MISSING, 'new@acme.test'),
      await ask(acmeNorth, 'new@acme.test'),
      await ask(acme, 'eve@sub.acme.test'),
    ]
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([200, { data: { success: true } }])
    expect(await mailsTo('admin@acme.test')).toHaveLength(before)
    for (let time = 0; time < 4; time++) await ask(acme, 'eve@evil.test')
    expect((await ask(acme, 'eve@evil.test')).status).toBe(429)
  })

  test('cannot be used up by strangers: past twenty a day requests are listed, and no longer emailed', async () => {
    await app.posy.db.deleteFrom('join_request').execute()
    const before = (await mailsTo('admin@acme.test')).length
    const wish = (person: number) =>
      app.request('POST', `/api/v2/teams/${acme}/invites/requests`, {
        body: { email: `many${person}@acme.test` },
        headers: { 'x-forwarded-for': `10.20.0.${person}` },
      })
    for (let person = 0; person < 22; person++) expect((await wish(person)).status).toBe(200)
    expect((await mailsTo('admin@acme.test')).length - before).toBe(20)
    const listed = await app.request('GET', `/v3/teams/${acme}/join-requests`, { as: admin })
    expect(listed.body.data).toHaveLength(22)
  })
})

describe('strangers to a team', () => {
  const people = (count: number) => Array.from({ length: count }, () => ({ emailAddress: newAddress() }))
  const ask = (team: string, as: string, invites: object[]) =>
    app.request('POST', `/v3/teams/${team}/users/invites`, {
      as,
      body: { type: 'participant', invites: invites.map((each) => ({ ...each, roleGroupId: 'team-viewer' })) },
    })
  const freshTeam = async (name = 'Account Security Department') => {
    const userId = demo.users.acmeViewer
    const team = await transact(app.posy, { actor: operatorActor }, (work) =>
      openTeam(work, { userId, name, planId: demo.plans.free }),
    )
    return { team, as: await tokenIn(app, 'viewer@acme.test', team) }
  }

  test('are emailed by a team that has bought nothing twenty times a day at most, whatever is withdrawn', async () => {
    const { team, as } = await freshTeam()
    const first = await ask(team, as, people(15))
    expect(first.status).toBe(201)
    const tooMany = await ask(team, as, people(6))
    expect([tooMany.status, tooMany.body.code]).toEqual([429, 'too_many_requests'])
    expect(tooMany.body.message).toBe('5 more people can be invited today; these are 6. No one was invited.')
    expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(3600)
    for (const { inviteId } of first.body.rows)
      await app.request('DELETE', `/v3/teams/${team}/invites/${inviteId}`, { as })
    expect((await ask(team, as, people(6))).status).toBe(429)
    expect((await ask(team, as, people(5))).status).toBe(201)
    app.wall.advanceSeconds(86_401)
    const next = await tokenIn(app, 'viewer@acme.test', team)
    expect((await ask(team, next, people(6))).status).toBe(201)
  })

  test('hear three times a day at most from such teams together, and a team that has paid may still invite them', async () => {
    const [one, other] = [await freshTeam(), await freshTeam('Another')]
    const stranger = { emailAddress: newAddress() }
    for (let round = 0; round < 3; round++) {
      const { team, as } = round % 2 ? other : one
      const sent = await ask(team, as, [stranger])
      expect(sent.status).toBe(201)
      await app.request('DELETE', `/v3/teams/${team}/invites/${sent.body.rows[0].inviteId}`, { as })
    }
    for (const { team, as } of [one, other]) {
      const refused = await ask(team, as, [...people(1), stranger])
      expect([refused.status, refused.body.details]).toEqual([
        422,
        [
          {
            ...{ path: 'invites.1.emailAddress', code: 'invited_today', row: 1 },
            message: 'has had as many invites as one address gets in a day',
          },
        ],
      ])
    }
    const welcome = await ask(acme, admin, [stranger])
    expect(welcome.status).toBe(201)
    await app.settle()
    const mails = await app.posy.db
      .selectFrom('invite_mail')
      .select('is_budget')
      .where('email_hash', '=', mailHash(stranger.emailAddress))
      .execute()
    expect(mails).toEqual(Array(4).fill({ is_budget: false }))
    // Sending again counts for the address too.
    const id = welcome.body.rows[0].inviteId
    const answers = []
    for (let time = 0; time < 5; time++)
      answers.push(await app.request('POST', `/v3/team-invites/${id}/resend`, { as: admin }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429])
    expect(answers[4]!.body.message).toContain('This address has had as many invites')
  })

  test('are not emailed more than that by several teams at once', async () => {
    const teams = await Promise.all([freshTeam('A'), freshTeam('B'), freshTeam('C'), freshTeam('D'), freshTeam('E')])
    const stranger = { emailAddress: newAddress() }
    const answers = await Promise.all(teams.map(({ team, as }) => ask(team, as, [stranger])))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422])
  })
})
