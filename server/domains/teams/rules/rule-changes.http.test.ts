import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listSandboxMessages } from '#contract/sandbox/messages.ts'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyLinks, decideOnApproval, heldOrder, tokenIn } from '#server/testing/approvals.ts'
import { CONFIRMER, secondAdmin } from '#server/testing/rules.ts'

const ADMIN = 'admin@acme.test'
const { acme, acmeNorth } = demo.teams
const limits = { perOrder: 1000, perDay: null, includeAllowances: false }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const put = (preferences: object, as = ADMIN, team: string = acme) =>
  app.request('PUT', `/api/v2/teams/${team}`, { as, body: { preferences } })
const act = (id: string, what: 'confirm' | 'object', as: string) =>
  app.request('POST', `/v3/rule-changes/${id}/${what}`, { as, body: {} })
const loadRules = async (team: string = acme) =>
  (await app.request('GET', `/api/v2/teams/${team}`, { as: ADMIN })).body.data
const list = async (as = ADMIN) => (await app.request('GET', '/v3/rule-changes', { as })).body.data
const asked = async (preferences: object): Promise<string> => (await put(preferences)).body.data.pendingChanges[0].id
const subjectsTo = async (to: string) => {
  await app.settle()
  const { body } = await app.request('GET', `${listSandboxMessages.path}?to=${encodeURIComponent(to)}`)
  return (body.data as { subject: string }[]).map(({ subject }) => subject)
}
const loadTrail = (id: string) =>
  app.posy.db
    .selectFrom('audit_event')
    .select(['action', 'actor_id', 'detail'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
/** As at the beginning of each test: limits for approvals, and nothing waiting. */
beforeEach(async () => {
  await app.posy.db.deleteFrom('rule_change').execute()
  const values = { preferences: JSON.stringify({ approvals: limits }) }
  await app.posy.db.updateTable('team').set(values).where('id', '=', acme).execute()
})

describe('rules changed by an admin who is alone', () => {
  test('lift no limit to be used and put back: the change waits for 24 hours, with an email, and its orders wait on', async () => {
    const order = await heldOrder(app, 3)
    const lifted = await put({ approvals: null })
    expect(lifted.status).toBe(200)
    expect(lifted.body.data.preferences.approvals).toEqual(limits)
    expect(lifted.body.data.pendingChanges).toEqual([
      expect.objectContaining({
        ...{ rule: 'approvals', from: { approvals: limits }, to: { approvals: null } },
        ...{
          askedBy: expect.objectContaining({ id: demo.users.acmeAdmin }),
          dateEffective: '2026-03-03T10:00:00.000Z',
        },
      }),
    ])
    expect((await buyLinks(app, 30)).status).toBe(202)
    expect(await subjectsTo(ADMIN)).toContain('The rules of Acme would be looser: please look')
    const { id } = lifted.body.data.pendingChanges[0]
    expect((await act(id, 'confirm', ADMIN)).status).toBe(403)

    // Requested again alike it still waits from when it was first requested.
    await app.advance('PT23H')
    expect((await put({ approvals: null })).body.data.pendingChanges[0].id).toBe(id)
    await app.advance('PT1H')
    expect((await loadRules()).preferences.approvals).toBeNull()
    expect((await loadRules()).pendingChanges).toEqual([])
    expect((await app.request('GET', `/v3/orders/${order}/approval`, { as: ADMIN })).body.data.status).toBe('pending')
    const trail = await loadTrail(id)
    expect(trail.map(({ action }) => action)).toEqual(['team.rule-change-asked', 'team.rule-change-in-force'])
    expect(trail[1]!.detail).toMatchObject({ rule: 'approvals', from: limits, to: null, askedBy: demo.users.acmeAdmin })
  })

  test('are told to the person who was removed in the last 30 days as well, and a new admin confirms none for a week', async () => {
    await secondAdmin(app)
    const remove = `/v3/teams/${acme}/users/${demo.users.acmeViewer}`
    expect((await app.request('DELETE', remove, { as: ADMIN })).status).toBe(200)
    const before = (await subjectsTo(CONFIRMER)).length
    const id = await asked({ approvals: { ...limits, perOrder: 100_000 } })
    expect((await subjectsTo(CONFIRMER)).slice(0, -before || undefined)).toContain(
      'The rules of Acme would be looser: please look',
    )
    await secondAdmin(app, demo.users.acmeViewer, 6)
    const refused = await act(id, 'confirm', await tokenIn(app, CONFIRMER, acme))
    expect([refused.status, refused.body.message]).toEqual([403, 'You have managed billing for less than 7 days.'])
    // Objecting needs no week.
    expect((await act(id, 'object', await tokenIn(app, CONFIRMER, acme))).body.data.status).toBe('objected')
    await app.advance('P2D')
    expect((await loadRules()).preferences.approvals).toEqual(limits)
  })
})

describe('rules changed where someone else manages billing too', () => {
  let confirmer: string
  beforeAll(async () => {
    await secondAdmin(app)
    await secondAdmin(app, demo.users.acmeAdmin)
    confirmer = await tokenIn(app, CONFIRMER, acme)
  })

  test('hold, where looser, once that person confirms them, and not before; never by a key', async () => {
    const lifted = await put({ approvals: null, deliveryEmailDomains: ['acme.test'] })
    // What is stricter holds at once.
    expect(lifted.body.data.preferences.deliveryEmailDomains).toEqual(['acme.test'])
    const [change] = lifted.body.data.pendingChanges
    expect(change.dateEffective).toBeNull()
    await app.advance('P2D')
    expect((await loadRules()).preferences.approvals).toEqual(limits)
    expect(await list(confirmer)).toEqual([
      expect.objectContaining({ id: change.id, team: { id: acme, name: 'Acme' }, mayConfirm: true, isOwn: false }),
    ])
    expect((await list())[0]).toMatchObject({ mayConfirm: false, mayObject: true, isOwn: true })
    const { key } = (
      await app.request('POST', `/v3/teams/${acme}/api-keys`, { as: confirmer, body: { name: 'Confirming' } })
    ).body.data
    for (const what of ['confirm', 'object'] as const)
      expect((await act(change.id, what, `key:${key}`)).status).toBe(403)
    expect((await act(change.id, 'confirm', 'admin@globex.test')).status).toBe(404)
    expect((await act(change.id, 'confirm', confirmer)).body.data).toMatchObject({ status: 'confirmed' })
    expect((await loadRules()).preferences).toMatchObject({ approvals: null, deliveryEmailDomains: ['acme.test'] })
    expect((await act(change.id, 'object', confirmer)).status).toBe(409)
    expect((await loadTrail(change.id)).at(-1)).toMatchObject({
      ...{ action: 'team.rule-change-confirmed', actor_id: demo.users.acmeViewer },
      detail: { rule: 'approvals', from: limits, to: null, askedBy: demo.users.acmeAdmin },
    })
    expect(await subjectsTo(ADMIN)).toContain('A rule of Acme has changed')
  })

  test('by a key are requested only, and the person who issued it confirms none', async () => {
    await put({ maximumHugggExpiryDays: 30 })
    const { key } = (
      await app.request('POST', `/v3/teams/${acme}/api-keys`, { as: confirmer, body: { name: 'Asking' } })
    ).body.data
    const { pendingChanges } = (await put({ maximumHugggExpiryDays: 90 }, `key:${key}`)).body.data
    const [{ id }] = pendingChanges
    expect((await act(id, 'confirm', confirmer)).status).toBe(403)
    expect((await act(id, 'confirm', ADMIN)).status).toBe(200)
    expect((await loadRules()).preferences.maximumHugggExpiryDays).toBe(90)
  })

  test('end by an objection, by another request, by a stricter rule, and with the asker’s right', async () => {
    const statuses = () =>
      app.posy.db.selectFrom('rule_change').select('status').orderBy('asked_at').orderBy('id').execute()
    const objected = await asked({ approvals: null })
    expect((await act(objected, 'object', confirmer)).body.data.status).toBe('objected')
    await asked({ approvals: { ...limits, perOrder: 2000 } })
    await asked({ approvals: { ...limits, perOrder: 3000 } })
    expect((await put({ approvals: { ...limits, perOrder: 500 } })).body.data.pendingChanges).toEqual([])
    const taken = await asked({ approvals: null })
    expect((await act(taken, 'object', ADMIN)).body.data.status).toBe('withdrawn')
    const orphan = (await put({ approvals: null }, confirmer)).body.data.pendingChanges[0].id
    const demote = { as: ADMIN, body: { roleGroupId: 'team-viewer' } }
    await app.request('PUT', `/v3/teams/${acme}/users/${demo.users.acmeViewer}`, demote)
    expect((await statuses()).map(({ status }) => status)).toEqual([
      ...['objected', 'replaced', 'replaced', 'withdrawn', 'withdrawn'],
    ])
    expect((await act(orphan, 'confirm', ADMIN)).status).toBe(409)
    await secondAdmin(app)
  })

  test('cannot be got round by several teams at once, or by a subteam’s own rules', async () => {
    const at = (teamIds: string[], days: number | null) =>
      app.request('POST', '/v3/teams/updates', {
        as: ADMIN,
        body: { teamIds, updates: { preferences: { maximumHugggExpiryDays: days } } },
      })
    await at([acme, acmeNorth], 30)
    const loosened = (await at([acme, acmeNorth], null)).body.data
    for (const team of loosened) {
      expect(team.preferences.maximumHugggExpiryDays).toBe(30)
      expect(team.pendingChanges).toHaveLength(1)
    }
    const [own] = (await put({ maximumHugggExpiryDays: 60 }, 'subteam@acme.test', acmeNorth)).body.data.pendingChanges
    expect((await act(own.id, 'confirm', confirmer)).body.data.team).toEqual({ id: acmeNorth, name: 'North' })
    expect((await loadRules(acmeNorth)).preferences.maximumHugggExpiryDays).toBe(60)
  })

  test('leave what waits where they are saved as they are, and a first limit holds at once', async () => {
    const id = await asked({ approvals: null })
    const saved = await put({ approvals: limits, recipientSpendCap: { amount: 100, period: 'year', mode: 'block' } })
    expect(saved.body.data.pendingChanges.map((each: { id: string }) => each.id)).toEqual([id])
    expect(saved.body.data.preferences.recipientSpendCap.amount).toBe(100)
    const { detail } = await app.posy.db
      .selectFrom('audit_event')
      .select('detail')
      .where('action', '=', 'team.updated')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(detail).toMatchObject({ changed: { recipientSpendCap: { from: null, to: { amount: 100 } } } })
  })

  test('are either confirmed or objected to where both come at once, and the other person is told which', async () => {
    for (let round = 0; round < 5; round++) {
      await app.posy.db
        .updateTable('team')
        .set({ preferences: JSON.stringify({ approvals: limits }) })
        .where('id', '=', acme)
        .execute()
      const id = await asked({ approvals: null })
      const answers = await Promise.all([
        act(id, 'confirm', confirmer),
        act(id, 'object', ADMIN),
        act(id, 'confirm', confirmer),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
      const isLifted = (await loadRules()).preferences.approvals === null
      expect(isLifted).toBe(answers[1].status !== 200)
    }
  })

  test('leave an order that waits to be decided as before', async () => {
    const order = await heldOrder(app, 3)
    await asked({ approvals: null })
    expect((await decideOnApproval(app, order, { as: confirmer })).status).toBe(200)
  })
})
