import { decodeJwt, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { impersonationPolicy } from '#contract/core/impersonation.ts'
import { contract } from '#contract/index.ts'
import { demo } from '#server/app/demo/ids.ts'
import { domains } from '#server/app/domains.ts'
import { setupCommands } from '#server/app/setup/commands.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { sendThroughBothDoors } from '#server/testing/both-doors.ts'
import { REASON } from '#server/testing/operator-samples.ts'
import { samples, type TenantRecords } from '#server/testing/samples.ts'
import { ACME, buildTenant } from '#server/testing/tenant.ts'

/** An operator who looks at the product as a member of a team: what they see, what they never do, and when it ends. */
type Name = keyof typeof contract
const forMembers = (Object.entries(contract) as [Name, Endpoint][]).filter(
  ([, { access }]) => access === 'identity' || access === 'session',
)
const ofKind = (kind: string) => forMembers.filter(([, endpoint]) => impersonationPolicy(endpoint) === kind)

let app: TestApp
let acme: TenantRecords
beforeAll(async () => {
  app = await startTestApp()
  acme = await buildTenant(app, ACME)
})
afterAll(() => app.close())

const start = (body: object = {}, as = 'operator:support@posy.test') =>
  app.request('POST', `/v3/operator/customers/${acme.team}/impersonations`, {
    as,
    body: { userId: acme.user, reason: REASON, ...body },
  })
const begin = async (body: object = {}, as?: string): Promise<string> => (await start(body, as)).body.data.token
const me = (as: string) => app.request('GET', '/api/v2/auth/me', { as })
const support = (path = '', method = 'GET', body?: object, as = acme.as) =>
  app.request(method, `/v3/teams/${acme.team}/support-access${path}`, { as, ...(body && { body }) })
const allow = (hours = 2) => support('/changes', 'PUT', { hours })
const send = (name: Name, as: string) => sendThroughBothDoors(app, contract[name], samples(acme)[name], { as })

/** All that there is, but for who looked when. */
async function fingerprint(): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('throttle', 'operator_session', 'session', 'refresh_token', 'api_key') order by 1`.execute(
    app.posy.db,
  )
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash from "${name}" t`,
  )
  const { rows } = await sql.raw<{ name: string; hash: string }>(parts.join(' union all ')).execute(app.posy.db)
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

describe('an operator who looks as a member', () => {
  let visit: string
  beforeEach(async () => {
    visit = await begin()
  })

  test('sees what that member sees, is marked in the permissions, and has a token that names operator and reason', async () => {
    const { data } = (await me(visit)).body
    expect(data).toMatchObject({
      user: { id: acme.user },
      teamId: acme.team,
      permissions: { roleGroupId: 'team-admin', impersonate: true },
      impersonation: { operator: 'Susan Short', reason: REASON, mayChange: false },
    })
    expect((await me(acme.as)).body.data).toMatchObject({ permissions: { impersonate: false }, impersonation: null })
    const operator = (await app.request('GET', '/v3/operator/me', { as: 'operator:support@posy.test' })).body.data
    expect(decodeJwt(visit)).toMatchObject({ sub: acme.user, act: { sub: operator.id }, reason: REASON })
    const gift = (await app.request('GET', `/api/v2/hugggs/${acme.huggg}`, { as: visit })).body.data
    expect(gift).toMatchObject({ id: acme.huggg, launch_url: null, shortcode: null, redeem_code: null })
    expect(
      (await app.request('GET', `/api/v2/hugggs/${acme.huggg}`, { as: acme.as })).body.data.launch_url,
    ).toBeTruthy()
  })

  test('changes nothing, buys nothing, makes no export and sees no key, by any endpoint there is', async () => {
    const before = await fingerprint()
    const refusals = async () =>
      (await app.metrics.securityEvents.get()).values.find(({ labels }) => labels.kind === 'visit-refused')!.value
    const refusedBefore = await refusals()
    const names = [...ofKind('never'), ...ofKind('change')].map(([name]) => name)
    for (const name of names) {
      const answer = await send(name, visit)
      expect([answer.status, answer.body.code], name).toEqual([403, 'impersonation_refused'])
    }
    expect(await fingerprint()).toEqual(before)
    // Each is a security event, by either door.
    expect((await refusals()) - refusedBefore).toBe(2 * names.length)
  })

  test('is shown nothing that opens a gift, and leaves no trace in its timeline, by any endpoint that shows something', async () => {
    const secrets = await listSecrets(acme.team)
    expect(secrets.length).toBeGreaterThan(5)
    const before = await fingerprint()
    const tried = ofKind('look').filter(([name]) => name !== 'endImpersonation')
    let shown = 0
    for (const [name] of tried) {
      const answer = await send(name, visit)
      expect(answer.body.code, name).not.toBe('impersonation_refused')
      if (answer.status === 200) shown += 1
      const told = JSON.stringify(answer.body)
      expect(
        secrets.filter((secret) => told.includes(secret)),
        name,
      ).toEqual([])
    }
    expect(shown).toBeGreaterThan(tried.length * 0.8)
    expect(await fingerprint()).toEqual(before)
  })

  test('does not nest, renew, switch team, or come by a token made elsewhere', async () => {
    expect((await start({}, visit)).status).toBe(401)
    expect((await app.request('GET', '/v3/operator/me', { as: visit })).status).toBe(401)
    const web = { client_id: 'demo-web', client_secret: 'demo-web-secret' }
    const renewed = await app.request('POST', '/oauth/token', {
      body: { grant_type: 'refresh_token', ...web, refresh_token: visit },
    })
    expect(renewed.body.code).toBe('invalid_grant')
    expect((await app.request('GET', `/api/v2/teams/${demo.teams.globex}`, { as: visit })).status).toBe(404)
    const forged = await new SignJWT(decodeJwt(visit))
      .setProtectedHeader({ alg: 'HS256', typ: 'impersonation+jwt' })
      .sign(new TextEncoder().encode('another secret, another secret, another secret'))
    const asAccess = await new SignJWT(decodeJwt(visit))
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .sign(app.posy.secret.current)
    for (const token of [forged, asAccess, `${visit}x`]) expect((await me(token)).status).toBe(401)
  })

  test('does not outlive the hour, the operator’s session, another visit, or being stopped by the team', async () => {
    app.wall.advanceSeconds(3599)
    expect((await me(visit)).status).toBe(200)
    app.wall.advanceSeconds(1)
    expect((await me(visit)).status).toBe(401)

    const [one, two] = [await begin(), await begin()]
    expect([(await me(one)).status, (await me(two)).status]).toEqual([401, 200])
    expect((await support('/visits', 'DELETE')).body.data.visits[0].endedAt).not.toBeNull()
    expect((await me(two)).status).toBe(401)

    const third = await begin()
    expect((await app.request('DELETE', '/v3/impersonation', { as: third })).status).toBe(200)
    expect((await me(third)).status).toBe(401)
    expect((await app.request('DELETE', '/v3/impersonation', { as: acme.as })).body.code).toBe('wrong_state')
  })
})

/** Every shortcode and code of a team's gifts. */
async function listSecrets(teamId: string): Promise<string[]> {
  const { rows } = await sql<{ secret: string }>`
    select shortcode as secret from huggg where team_id = ${teamId}
    union select redeem_code from huggg where team_id = ${teamId} and redeem_code is not null
    union select shortcode from superhuggg where team_id = ${teamId}`.execute(app.posy.db)
  return rows.map(({ secret }) => secret)
}

test('an operator can look only as a member who is present, and for a reason', async () => {
  for (const userId of [demo.users.globexAdmin, '00000000-0000-4000-8000-00000000dead'])
    expect((await start({ userId })).status).toBe(404)
  expect((await start({ reason: ' ' })).body.details[0].path).toBe('reason')
  expect((await start({ mayChange: true })).body.code).toBe('restricted')
})

test('a visit in which nothing was changed leaves its beginning and its end in the trail, and no change', async () => {
  const trail = async () =>
    (await app.request('GET', `/v3/teams/${acme.team}/audit?area=access&limit=200`, { as: acme.as })).body.data.map(
      ({ action }: { action: string }) => action,
    )
  const before = (await trail()).length
  const visit = await begin()
  expect((await send('updateWallet', visit)).status).toBe(403)
  expect((await app.request('DELETE', '/v3/impersonation', { as: visit })).status).toBe(200)
  const after = await trail()
  expect(after.slice(0, after.length - before)).toEqual(['impersonation.ended', 'impersonation.started'])
})

describe('changes by an operator who looks as a member', () => {
  const rename = (as: string, name = 'Seen by support') =>
    app.request('PUT', `/v3/wallets/${acme.wallet}`, { as, body: { name } })

  test('are made while an admin allows them from their own session, and each is in the trail with operator and reason', async () => {
    expect((await support('/changes', 'PUT', { hours: 25 })).body.details[0].path).toBe('hours')
    expect((await support('/changes', 'PUT', { hours: 1 }, await begin())).body.code).toBe('impersonation_refused')
    const key = (
      await app.request('POST', `/v3/teams/${acme.team}/api-keys`, {
        as: acme.as,
        body: { name: 'Robot', roleGroupId: 'team-admin', scopes: ['read', 'send', 'manage'] },
      })
    ).body.data.key
    expect((await support('/changes', 'PUT', { hours: 1 }, `key:${key}`)).status).toBe(403)
    expect((await allow()).body.data.changes).toMatchObject({ allowedBy: { id: acme.user } })
    // An operator who asked only to look can only look.
    expect((await rename(await begin())).body.code).toBe('impersonation_refused')
    const visit = await begin({ mayChange: true })
    expect((await rename(visit)).status).toBe(200)
    const trail = (await app.request('GET', `/v3/teams/${acme.team}/audit`, { as: acme.as })).body.data
    const theirs = {
      actor: { kind: 'operator', name: 'Susan Short' },
      impersonation: { userId: acme.user, reason: REASON },
    }
    for (const action of ['impersonation.changed', 'wallet.updated', 'impersonation.started'])
      expect(
        trail.find((entry: { action: string }) => entry.action === action),
        action,
      ).toMatchObject(theirs)
    for (const [name] of ofKind('never')) {
      const answer = await send(name, visit)
      expect([answer.status, answer.body.code], name).toEqual([403, 'impersonation_refused'])
    }
  })

  test('never reach the recipient of a gift, its sender’s name or its picture; a draft says to its owner that support changed it', async () => {
    const receivers = [{ email: 'ada@friends.test', name: 'Ada' }]
    const draft = { type: 'huggg', name: 'For Ada', fromName: 'All of us', receivers }
    const { body } = await app.request('POST', '/api/v2/orders', { as: acme.as, body: draft })
    expect(body.data.supportChange).toBeNull()
    await allow()
    const visit = await begin({ mayChange: true })
    const path = `/api/v2/orders/${body.data.id}`
    const change = (entity: object, replace = false) =>
      app.request('PUT', path, { as: visit, body: { entity, replace } })
    for (const entity of [
      { receivers: [{ email: 'mule@evil.test', name: 'Ada' }] },
      { receivers: [...receivers, { email: 'mule@evil.test' }] },
      { receivers: null },
      { fromName: 'Royal Mail' },
      { deliveryMethod: 'links' },
    ]) {
      const answer = await change(entity)
      expect([answer.status, answer.body.code], JSON.stringify(entity)).toEqual([403, 'impersonation_refused'])
    }
    expect((await change({ name: 'Cleared' }, true)).status).toBe(403)
    const started = await app.request('POST', '/api/v2/orders', { as: visit, body: draft })
    expect([started.status, started.body.code]).toEqual([403, 'impersonation_refused'])
    // What is sent back as it was read changes nothing of that.
    const { approval: _, supportChange: __, ...record } = body.data
    expect((await change({ ...record, message: 'Well done' })).status).toBe(200)
    const seen = (await app.request('GET', path, { as: acme.as })).body.data
    expect(seen).toMatchObject({
      ...{ message: 'Well done', fromName: 'All of us', receivers: [{ email: 'ada@friends.test' }] },
      supportChange: { by: 'Susan Short', at: expect.any(String) },
    })
    await support('/changes', 'DELETE')
  })

  test('end with the permission: withdrawn, over, started again, or given by a person who is no longer an admin', async () => {
    await allow()
    const revoked = await begin({ mayChange: true })
    expect((await support('/changes', 'DELETE')).body.data.changes).toBeNull()
    expect((await rename(revoked)).status).toBe(401)

    await allow(1)
    app.wall.advanceSeconds(1800)
    const late = await start({ mayChange: true })
    expect(Date.parse(late.body.data.endsAt) - app.wall.nowMs()).toBe(1_800_000)
    app.wall.advanceSeconds(1800)
    expect((await me(late.body.data.token)).status).toBe(401)
    expect((await start({ mayChange: true })).body.code).toBe('restricted')

    // Two admins at once: one permission stands, and a visit by the earlier one is over.
    await allow()
    const earlier = await begin({ mayChange: true })
    const twins = await Promise.all([allow(), allow(3)])
    expect(twins.map(({ status }) => status)).toEqual([200, 200])
    expect((await me(earlier)).status).toBe(401)

    const visit = await begin({ mayChange: true, userId: acme.otherUser })
    expect((await me(visit)).status).toBe(200)
    const demote = (role: string) =>
      sql`update team_member set role_group_id = ${role} where user_id = ${acme.user} and team_id = ${acme.team}`.execute(
        app.posy.db,
      )
    await demote('team-viewer')
    expect((await me(visit)).status).toBe(401)
    await demote('team-admin')
    await support('/changes', 'DELETE')
  })
})

test('impersonation ends with the operator, the member and the team', async () => {
  const posy = (command: string, email: string) =>
    setupCommands[command]!(app.posy, { words: [email], values: { reason: 'left us' }, print: () => {} })
  const asMember = await begin({ userId: acme.otherUser }, 'operator:finance@posy.test')
  const removed = await app.request('DELETE', `/v3/teams/${acme.team}/users/${acme.otherUser}`, { as: acme.as })
  expect(removed.status).toBe(200)
  expect((await me(asMember)).status).toBe(401)

  const signedOut = await begin({}, 'operator:owner@posy.test')
  await app.request('POST', '/v3/operator/sign-out', { as: 'operator:owner@posy.test' })
  expect((await me(signedOut)).status).toBe(401)

  const left = await begin({}, 'operator:support@posy.test')
  await posy('operator deactivate', 'support@posy.test')
  expect((await me(left)).status).toBe(401)

  const visit = await begin({}, 'operator:finance@posy.test')
  const act = (what: string) =>
    app.request('POST', `/v3/operator/customers/${acme.team}/${what}`, {
      as: 'operator:finance@posy.test',
      body: { reason: REASON },
    })
  await act('deactivate')
  expect([(await me(visit)).status, (await start({}, 'operator:finance@posy.test')).body.code]).toEqual([
    401,
    'wrong_state',
  ])
  await act('reactivate')
})

test('the customer is told of an impersonation: by email, to the member and the admins, and on screen', async () => {
  await app.settle()
  const { rows } = await sql<{ recipient: string; text: string }>`
    select recipient, body_text as text from sandbox_message where subject like 'Posy’s support is looking at%' order by ordinal`.execute(
    app.posy.db,
  )
  const toAdmin = rows.filter(({ recipient }) => recipient === acme.email)
  expect(toAdmin.find(({ text }) => text.includes('Susan Short of Posy’s support sees'))?.text).toContain(REASON)
  expect(rows.some(({ recipient, text }) => recipient !== acme.email && text.includes('as you would'))).toBe(true)
  const { visits } = (await support()).body.data
  expect(visits[0]).toMatchObject({ operator: 'Farid Finn', reason: REASON, user: { id: acme.user } })
  const { visits: second, pages } = (await support('?page=2&per_page=1')).body.data
  expect([second, pages]).toEqual([[visits[1]], { page: 2, lastPage: visits.length }])
})

test('an endpoint that only reads is bound as a read, and a change as a command, which records itself', () => {
  const kinds = new Map(domains.flatMap(({ routes }) => routes).map(({ endpoint, kind }) => [endpoint.id, kind]))
  const looks = ofKind('look').filter(([name]) => name !== 'endImpersonation')
  expect(looks.filter(([name]) => kinds.get(name) === 'command').map(([name]) => name)).toEqual([])
  expect(
    ofKind('change')
      .filter(([name]) => kinds.get(name) !== 'command')
      .map(([name]) => name),
  ).toEqual([])
})
