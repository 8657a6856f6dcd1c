import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

const FINANCE = 'operator:finance@posy.test'
const ACME = 'admin@acme.test'
const GLOBEX = 'admin@globex.test'
const HOUR = 'PT1H'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const after = (duration: string) => app.posy.clock.now().add(duration).toString()
const wording = (changes: object = {}) => ({
  text: 'Texts are late today.',
  level: 'warning',
  from: after('PT0S'),
  until: after('PT24H'),
  reason: 'told by the carrier',
  ...changes,
})
const write = (changes: object = {}) =>
  app.request('POST', '/v3/operator/announcements', { as: FINANCE, body: wording(changes) })
const written = async (changes: object = {}): Promise<string> => {
  const { status, body } = await write(changes)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.id
}
const change = (id: string, changes: object = {}) =>
  app.request('PUT', `/v3/operator/announcements/${id}`, { as: FINANCE, body: wording(changes) })
const end = (id: string) =>
  app.request('POST', `/v3/operator/announcements/${id}/end`, { as: FINANCE, body: { reason: 'it is over' } })
const dismiss = (id: string, as: string) => app.request('POST', `/v3/announcements/${id}/dismissals`, { as })
const toldTo = async (as: string): Promise<string[]> =>
  (await app.request('GET', '/v3/announcements', { as })).body.data.map(({ id }: { id: string }) => id)
const onConsole = async (id: string) => {
  const { body } = await app.request('GET', '/v3/operator/announcements', { as: 'operator:support@posy.test' })
  return body.data.announcements.find((each: { id: string }) => each.id === id)
}

test('an announcement is shown to everyone, the weightiest first, until each dismisses it or its time is over', async () => {
  const news = await written({ level: 'info', until: after('PT168H') })
  const trouble = await written({ level: 'danger' })
  for (const as of [ACME, GLOBEX, 'viewer@acme.test']) expect(await toldTo(as)).toEqual([trouble, news])
  for (const _ of [1, 2]) expect((await dismiss(trouble, ACME)).status).toBe(200)
  expect([await toldTo(ACME), await toldTo(GLOBEX)]).toEqual([[news], [trouble, news]])
  expect(await onConsole(trouble)).toMatchObject({ state: 'shown', plan: null, team: null, dismissed: 1 })

  expect((await change(trouble, { level: 'danger', until: after('PT48H') })).status).toBe(200)
  expect(await toldTo(ACME)).toEqual([news])
  expect((await change(trouble, { level: 'danger', text: 'Texts are later still.' })).status).toBe(200)
  expect(await toldTo(ACME)).toEqual([trouble, news])

  await app.advance('PT48H')
  expect(await toldTo(ACME)).toEqual([news])
  expect((await onConsole(trouble)).state).toBe('over')
  for (const answer of [await change(trouble), await end(trouble)])
    expect([answer.status, answer.body.code]).toEqual([409, 'wrong_state'])
  expect((await end(news)).status).toBe(200)
  expect([await toldTo(ACME), await toldTo(GLOBEX)]).toEqual([[], []])
  expect((await dismiss(news, GLOBEX)).status).toBe(404)
})

test('an announcement for a team is shown to it and its subteams, one for a plan to its customers, and to no one else', async () => {
  const { plans } = (await app.request('GET', '/v3/operator/announcements', { as: FINANCE })).body.data
  const loadPlan = async (id: string) =>
    (await app.posy.db.selectFrom('team').select('plan_id').where('id', '=', id).executeTakeFirstOrThrow()).plan_id
  const planId = (await loadPlan(demo.teams.acme))!
  expect(plans.map(({ id }: { id: string }) => id)).toContain(planId)
  const ofPlan = await written({ planId })
  const ofTeam = await written({ teamId: demo.teams.acme, level: 'info' })
  expect(await toldTo(ACME)).toEqual([ofPlan, ofTeam])
  expect(await toldTo(GLOBEX)).toEqual((await loadPlan(demo.teams.globex)) === planId ? [ofPlan] : [])
  const foreign = await dismiss(ofTeam, GLOBEX)
  expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
  expect(await onConsole(ofTeam)).toMatchObject({ team: { name: 'Acme' }, dismissed: 0 })
  for (const id of [ofPlan, ofTeam]) expect((await end(id)).status).toBe(200)
})

test('a future announcement is shown from its time, or never where it is ended before', async () => {
  const ids = [await written({ from: after(HOUR) }), await written({ from: after(HOUR) })]
  expect(await toldTo(ACME)).toEqual([])
  expect((await onConsole(ids[0]!)).state).toBe('scheduled')
  await end(ids[1]!)
  await app.advance(HOUR)
  expect(await toldTo(ACME)).toEqual([ids[0]])
  await end(ids[0]!)
})

test('an announcement that makes no sense is refused by its field, and nothing is written; each act is in the record', async () => {
  for (const [changes, field] of [
    [{ text: '  ' }, 'text'],
    [{ text: 'x'.repeat(501) }, 'text'],
    [{ level: 'loud' }, 'level'],
    [{ until: after('PT0S') }, 'until'],
    [{ from: 'tomorrow' }, 'from'],
    [{ planId: demo.teams.acme, teamId: demo.teams.acme }, 'teamId'],
    [{ reason: '' }, 'reason'],
  ] as const) {
    const { status, body } = await write(changes)
    expect([status, body.details?.[0].path], field).toEqual([422, field])
  }
  expect((await write({ planId: demo.teams.acme })).status).toBe(404)
  expect((await write({ teamId: demo.users.acmeAdmin })).status).toBe(404)
  expect(await toldTo(ACME)).toEqual([])
  const { body } = await app.request('GET', '/v3/operator/acts?limit=100', { as: 'operator:owner@posy.test' })
  const acts = JSON.stringify(body)
  for (const act of ['createAnnouncement', 'updateAnnouncement', 'endAnnouncement']) expect(acts).toContain(act)
})
