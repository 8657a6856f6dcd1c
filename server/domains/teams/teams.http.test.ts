import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { sameAnswer } from '#server/testing/refusals.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const { acme, acmeNorth, acmeSouth, globex } = demo.teams
const MISSING = '00000000-0000-4000-8000-00000000dead'
const get = (path: string, as: string) => app.request('GET', path, { as })
const putTeam = (id: string, as: string, body: object) => app.request('PUT', `/api/v2/teams/${id}`, { as, body })

/** Foreign and missing must not be told apart. */
async function expectNotFound(
  foreign: Promise<{ status: number; body: unknown }>,
  missing: Promise<{ status: number; body: unknown }>,
) {
  const answers = await Promise.all([foreign, missing])
  expect(answers.map((answer) => answer.status)).toEqual([404, 404])
  expect(answers[0].body).toEqual(sameAnswer(answers[1].body as object))
}

describe('a team', () => {
  test('is answered with its preferences and subteams', async () => {
    const { status, body } = await get(`/api/v2/teams/${acme}`, 'admin@acme.test')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id: acme,
      name: 'Acme',
      planId: demo.plans.enterprise,
      parentTeamId: null,
      automationId: null,
      reasonCodes: ['Thank you', 'Work anniversary', 'New client', 'Wellbeing'],
      authMethods: ['password', 'google', 'microsoft'],
      subteams: [
        { id: acmeNorth, name: 'North' },
        { id: acmeSouth, name: 'South' },
      ],
      preferences: {
        applyReasonCodesToTeam: true,
        deliveryMethods: null,
        maximumHugggExpiryDays: null,
        giftingRestrictions: null,
      },
    })
  })

  test('is seen by its own people and the parent’s, never by subteams, siblings or strangers', async () => {
    expect((await get(`/api/v2/teams/${acmeNorth}`, 'viewer@acme.test')).status).toBe(200)
    expect((await get(`/api/v2/teams/${acmeNorth}`, 'subteam@acme.test')).status).toBe(200)
    for (const [team, as] of [
      [acme, 'subteam@acme.test'],
      [acmeSouth, 'subteam@acme.test'],
      [globex, 'admin@acme.test'],
      [acme, 'admin@globex.test'],
      [acmeNorth, 'participant@acme.test'],
    ] as const) {
      await expectNotFound(get(`/api/v2/teams/${team}`, as), get(`/api/v2/teams/${MISSING}`, as))
    }
  })

  test('shows a participant their own team without its subteams', async () => {
    const { body } = await get(`/api/v2/teams/${acme}`, 'participant@acme.test')
    expect(body.data).toMatchObject({ id: acme, subteams: [] })
  })

  test('passes its reason codes down where it says so', async () => {
    const { body } = await get(`/api/v2/teams/${acmeNorth}`, 'subteam@acme.test')
    expect(body.data.reasonCodes).toEqual([])
    expect(body.data.effective.reasonCodes).toContain('Wellbeing')
  })
})

describe('changing a team', () => {
  test('stores what is sent and leaves the rest', async () => {
    const changed = await putTeam(acme, 'admin@acme.test', {
      name: 'Acme Ltd',
      businessAddress: { line1: '2 Orchard Row', city: 'Leeds' },
      preferences: { maximumHugggExpiryDays: 90, deliveryMethods: ['email', 'links'], deliveryEmailDomains: [] },
    })
    expect(changed.status).toBe(200)
    const again = (await get(`/api/v2/teams/${acme}`, 'admin@acme.test')).body.data
    expect(again).toEqual(changed.body.data)
    expect(again).toMatchObject({
      name: 'Acme Ltd',
      businessTradingName: 'Acme',
      businessAddress: { line1: '2 Orchard Row' },
    })
    expect(again.preferences).toMatchObject({
      maximumHugggExpiryDays: 90,
      deliveryMethods: ['email', 'links'],
      deliveryEmailDomains: null,
      applyReasonCodesToSubteams: true,
    })
    await putTeam(acme, 'admin@acme.test', {
      name: 'Acme',
      preferences: { maximumHugggExpiryDays: null, deliveryMethods: null },
    })
    const trail = await app.posy.db
      .selectFrom('audit_event')
      .select(['actor_id', 'detail'])
      .where('action', '=', 'team.updated')
      .where('subject_id', '=', acme)
      .execute()
    expect(trail[0]).toMatchObject({
      actor_id: demo.users.acmeAdmin,
      detail: { fields: ['name', 'businessAddress', 'preferences'] },
    })
    const { reasonCodes } = (await putTeam(acme, 'admin@acme.test', { tags: ['north'] })).body.data
    await putTeam(acme, 'admin@acme.test', { name: 'Acme', reasonCodes, tags: [] })
    const [latest] = await app.posy.db
      .selectFrom('audit_event')
      .select('detail')
      .where('action', '=', 'team.updated')
      .where('subject_id', '=', acme)
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(latest).toMatchObject({ detail: { fields: ['tags'] } })
  })

  test('of a subteam is for its admin and the parent’s, and the parent’s restrictions hold on', async () => {
    expect((await putTeam(acmeNorth, 'subteam@acme.test', { name: 'North!' })).status).toBe(200)
    expect((await putTeam(acmeNorth, 'admin@acme.test', { name: 'North' })).body.data.name).toBe('North')
    await putTeam(acme, 'admin@acme.test', {
      preferences: { applyRestrictionsToSubteams: true, maximumHugggExpiryDays: 30 },
    })
    const { body } = await putTeam(acmeNorth, 'subteam@acme.test', { preferences: { maximumHugggExpiryDays: 300 } })
    expect(body.data.preferences.maximumHugggExpiryDays).toBe(300)
    expect(body.data.effective.preferences.maximumHugggExpiryDays).toBe(30)
    await putTeam(acme, 'admin@acme.test', {
      preferences: { applyRestrictionsToSubteams: false, maximumHugggExpiryDays: null },
    })
  })

  test('needs the permission for each part', async () => {
    for (const as of ['viewer@acme.test', 'participant@acme.test'])
      expect((await putTeam(acme, as, { name: 'Mine' })).status).toBe(403)
    expect((await putTeam(acmeNorth, 'subteam@acme.test', { reasonCodes: ['Local'] })).status).toBe(200)
    const required = await putTeam(acmeNorth, 'subteam@acme.test', { preferences: { requireReasonCode: true } })
    expect(required.status).toBe(403)
    expect(required.body.message).toContain('can-require-reason-codes')
    expect((await get(`/api/v2/teams/${acme}`, 'admin@acme.test')).body.data.name).toBe('Acme')
  })

  test('of someone else’s team finds nothing', async () => {
    await expectNotFound(
      putTeam(globex, 'admin@acme.test', { name: 'Mine' }),
      putTeam(MISSING, 'admin@acme.test', { name: 'Mine' }),
    )
    expect((await putTeam(acmeSouth, 'subteam@acme.test', { name: 'Mine' })).status).toBe(404)
    expect((await putTeam(acme, 'subteam@acme.test', { name: 'Mine' })).status).toBe(404)
    expect((await get(`/api/v2/teams/${globex}`, 'admin@globex.test')).body.data.name).toBe('Globex')
  })

  test('lists every wrong field at once', async () => {
    const { status, body } = await putTeam(acme, 'admin@acme.test', {
      name: '',
      domain: 'not a domain',
      reasonCodes: ['a', 'a'],
      preferences: {
        maximumHugggExpiryDays: 0,
        giftingRestrictions: { price: { min: 500, max: 100 }, categories: { allow: ['x'], disallow: [] } },
      },
    })
    expect(status).toBe(422)
    expect(body.details.map((detail: { path: string }) => detail.path).sort()).toEqual([
      'domain',
      'name',
      'preferences.giftingRestrictions.categories.allow.0',
      'preferences.giftingRestrictions.price.max',
      'preferences.maximumHugggExpiryDays',
      'reasonCodes',
    ])
  })

  test('knows the tags that its restrictions name', async () => {
    const answer = await putTeam(acme, 'admin@acme.test', {
      preferences: {
        giftingRestrictions: { price: { min: null, max: null }, categories: { allow: [], disallow: [MISSING] } },
      },
    })
    expect(answer.status).toBe(422)
    expect(answer.body.details[0].path).toBe('preferences.giftingRestrictions.categories.disallow.0')
  })

  test('takes categories for its restrictions, and no other tags; what it had before may stay', async () => {
    const restrict = (...disallow: string[]) =>
      putTeam(acme, 'admin@acme.test', {
        preferences: { giftingRestrictions: { price: { min: null, max: null }, categories: { allow: [], disallow } } },
      })
    const tag = async (typeId: number) =>
      (
        await app.request('POST', '/v3/tags/searches', {
          as: 'admin@acme.test',
          body: { filter: { typeId: [typeId] } },
        })
      ).body.data[0].id
    const [occasion, category] = [await tag(1), await tag(7)]
    const answer = await restrict(category, occasion)
    expect([answer.status, answer.body.details]).toMatchObject([
      422,
      [{ path: 'preferences.giftingRestrictions.categories.disallow.1', code: 'wrong_type' }],
    ])
    const before = await app.posy.db
      .selectFrom('team')
      .select('preferences')
      .where('id', '=', acme)
      .executeTakeFirstOrThrow()
    const old = {
      ...(before.preferences as object),
      giftingRestrictions: { price: { min: null, max: null }, categories: { allow: [], disallow: [occasion] } },
    }
    const write = (preferences: object) =>
      app.posy.db
        .updateTable('team')
        .set({ preferences: JSON.stringify(preferences) })
        .where('id', '=', acme)
        .execute()
    await write(old)
    expect((await restrict(occasion, category)).status).toBe(200)
    await write(before.preferences as object)
  })

  test('lets no one claim a domain they have no verified address in', async () => {
    expect((await putTeam(acme, 'admin@acme.test', { domain: 'globex.test' })).status).toBe(422)
    expect((await putTeam(acme, 'key:demo-customer', { domain: 'service.invalid' })).status).toBe(422)
    expect((await putTeam(acme, 'admin@acme.test', { domain: 'acme.test' })).status).toBe(200)
  })
})

describe('the people of a team', () => {
  test('come in pages by name with their role groups, without programs', async () => {
    const { status, body } = await get(`/api/v2/teams/${acme}/users?per_page=2`, 'admin@acme.test')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      current_page: 1,
      last_page: 2,
      per_page: 2,
      from: 1,
      to: 2,
      total: 3,
      prev_page_url: null,
    })
    expect(body.next_page_url).toContain('page=2')
    expect(
      body.data.map((user: { firstName: string; roleGroupId: string }) => [user.firstName, user.roleGroupId]),
    ).toEqual([
      ['Alice', 'team-admin'],
      ['Peter', 'participant'],
    ])
    const second = await get(`/api/v2/teams/${acme}/users?per_page=2&page=2`, 'admin@acme.test')
    expect(second.body.data.map((user: { email: string }) => user.email)).toEqual(['viewer@acme.test'])
  })

  test('are for those who may view teams, in teams of theirs', async () => {
    expect((await get(`/api/v2/teams/${acme}/users`, 'participant@acme.test')).status).toBe(403)
    expect((await get(`/api/v2/teams/${acmeNorth}/users`, 'admin@acme.test')).body.data).toHaveLength(1)
    await expectNotFound(
      get(`/api/v2/teams/${globex}/users`, 'admin@acme.test'),
      get(`/api/v2/teams/${MISSING}/users`, 'admin@acme.test'),
    )
    expect((await get(`/api/v2/teams/${acme}/users`, 'subteam@acme.test')).status).toBe(404)
  })

  test('show their phone numbers to admins only', async () => {
    await app.request('POST', '/api/v2/users/update', { as: 'viewer@acme.test', body: { mobile: '+447700900123' } })
    const mobileSeen = async (as: string) =>
      (await get(`/api/v2/teams/${acme}/users`, as)).body.data.find(
        (user: { id: string }) => user.id === demo.users.acmeViewer,
      ).mobile
    expect(await mobileSeen('admin@acme.test')).toBe('+447700900123')
    expect(await mobileSeen('viewer@acme.test')).toBe('+447700900123')
    expect((await get(`/api/v2/teams/${acme}/admins`, 'participant@acme.test')).body.data[0].mobile).toBeNull()
  })

  test('who are its admins can be asked by everyone in it', async () => {
    const names = async (team: string, as: string) =>
      (await get(`/api/v2/teams/${team}/admins`, as)).body.data.map((user: { email: string }) => user.email)
    expect(await names(acme, 'participant@acme.test')).toEqual(['admin@acme.test'])
    expect(await names(acmeNorth, 'subteam@acme.test')).toEqual(['subteam@acme.test'])
    expect(await names(acmeSouth, 'admin@acme.test')).toEqual(['admin@acme.test'])
    await expectNotFound(
      get(`/api/v2/teams/${globex}/admins`, 'admin@acme.test'),
      get(`/api/v2/teams/${MISSING}/admins`, 'admin@acme.test'),
    )
  })
})

describe('the teams of a user', () => {
  const listTeams = async (userId: string, as: string) => {
    const { status, body } = await get(`/v3/teams/user/${userId}`, as)
    return status === 200
      ? {
          success: body.success,
          names: body.teams.map((entry: { team: { name: string } }) => entry.team.name),
          clientIds: body.teams.map((entry: { clientId: string }) => entry.clientId),
        }
      : status
  }

  test('are those the user can act in', async () => {
    expect(await listTeams(demo.users.acmeAdmin, 'admin@acme.test')).toEqual({
      success: true,
      names: ['Acme', 'North', 'South'],
      clientIds: ['demo-web', 'demo-web', 'demo-web'],
    })
    expect(await listTeams(demo.users.acmeViewer, 'viewer@acme.test')).toMatchObject({ names: ['Acme'] })
    expect(await listTeams(demo.users.acmeSubteam, 'subteam@acme.test')).toMatchObject({ names: ['North'] })
  })

  test('come with the default wallet of each whose wallets the caller sees', async () => {
    const walletIds = async (as: string, userId: string) => {
      const { teams } = (await get(`/v3/teams/user/${userId}`, as)).body
      return teams.map(({ wallet }: { wallet?: { id: string } }) => wallet?.id)
    }
    const { acmeMain, acmeNorth, acmeSouth } = demo.wallets
    const north = (await get(`/api/v2/teams/${demo.teams.acmeNorth}/wallets`, 'admin@acme.test')).body.data[0]
    const { teams } = (await get(`/v3/teams/user/${demo.users.acmeAdmin}`, 'admin@acme.test')).body
    expect(teams[1]).toMatchObject({ team: { name: 'North' }, wallet: north })
    expect(await walletIds('admin@acme.test', demo.users.acmeAdmin)).toEqual([acmeMain, acmeNorth, acmeSouth])
    expect(await walletIds('subteam@acme.test', demo.users.acmeSubteam)).toEqual([acmeNorth])
    expect(await walletIds('viewer@acme.test', demo.users.acmeViewer)).toEqual([acmeMain])
    expect(await walletIds('viewer@acme.test', demo.users.acmeSubteam)).toEqual([acmeNorth])
  })

  test('are told of colleagues, not of anyone else', async () => {
    expect(await listTeams(demo.users.acmeSubteam, 'admin@acme.test')).toMatchObject({ names: ['North'] })
    await expectNotFound(
      get(`/v3/teams/user/${demo.users.globexAdmin}`, 'admin@acme.test'),
      get(`/v3/teams/user/${MISSING}`, 'admin@acme.test'),
    )
    expect(await listTeams(demo.users.acmeAdmin, 'subteam@acme.test')).toBe(404)
    expect(await listTeams(demo.users.acmeAdmin, 'participant@acme.test')).toBe(404)
  })
})

describe('plans', () => {
  test('are answered with limits and role groups', async () => {
    const { status, body } = await get(`/api/v2/plans/${demo.plans.free}`, 'viewer@acme.test')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id: demo.plans.free,
      name: 'Free',
      price: 0,
      billingPeriod: 'month',
      noticePeriodUnit: 'month',
      entities: { wallets: 1, subteams: 0, themes: 1, participants: 10, hugggsPerOrder: 100 },
      defaultRoleGroupId: 'team-admin',
      isActive: true,
      planImageURL: null,
      dateDeactivated: null,
    })
    expect(body.data.roleGroups.map((group: { id: string }) => group.id)).toEqual([
      'automation-participant',
      'participant',
      'subteam-admin',
      'team-admin',
      'team-viewer',
    ])
    expect((await get(`/api/v2/plans/${MISSING}`, 'viewer@acme.test')).status).toBe(404)
  })

  test('that are on offer are listed to people who sign up, the cheapest first', async () => {
    const names = async () => {
      const { status, body } = await get('/api/v2/plans', 'client:demo-web')
      expect(status).toBe(200)
      return body.data.map((plan: { name: string }) => plan.name)
    }
    // Those that cost something are not for anyone who comes, until an operator says so.
    expect(await names()).toEqual(['Free'])
    await app.posy.db.updateTable('plan').set({ open_for_sign_up: true }).execute()
    expect(await names()).toEqual(['Free', 'Plus', 'Enterprise'])
    const change = (values: object) =>
      app.posy.db.updateTable('plan').set(values).where('id', '=', demo.plans.plus).execute()
    await change({ is_active: false })
    expect(await names()).toEqual(['Free', 'Enterprise'])
    await change({ is_active: true, client_id: 'demo-customer' })
    expect(await names()).toEqual(['Free', 'Enterprise'])
    await change({ client_id: null })
    await app.posy.db.updateTable('plan').set({ open_for_sign_up: false }).where('price', '>', 0).execute()
  })

  test('tell what a user may do under them', async () => {
    const { body } = await get(`/api/v2/plans/permissions/${demo.users.acmeViewer}`, 'viewer@acme.test')
    expect(body.data).toHaveLength(1)
    expect(body.data[0]).toMatchObject({
      planId: demo.plans.enterprise,
      isActive: true,
      dateEnded: null,
      client: { id: 'demo-web', name: 'Posy' },
      teamId: acme,
      roleGroupId: 'team-viewer',
    })
    expect(body.data[0].permissions).toMatchObject({ 'view-statistics': true, 'purchase-hugggs': false })
    const admin = await get(`/api/v2/plans/permissions/${demo.users.acmeAdmin}`, 'admin@acme.test')
    expect(admin.body.data.map((entry: { teamId: string }) => entry.teamId)).toEqual([acme, acmeNorth, acmeSouth])
  })

  test('tell of colleagues to a team admin only, and of strangers to no one', async () => {
    const permissions = (userId: string, as: string) => get(`/api/v2/plans/permissions/${userId}`, as)
    expect((await permissions(demo.users.acmeSubteam, 'admin@acme.test')).body.data).toMatchObject([
      { teamId: acmeNorth, roleGroupId: 'subteam-admin' },
    ])
    expect((await permissions(demo.users.acmeAdmin, 'viewer@acme.test')).status).toBe(404)
    await expectNotFound(
      permissions(demo.users.globexAdmin, 'admin@acme.test'),
      permissions(MISSING, 'admin@acme.test'),
    )
  })
})
