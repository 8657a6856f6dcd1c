import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const { acme, acmeNorth, globex } = demo.teams
const MISSING = '00000000-0000-4000-8000-00000000dead'
const list = (team: string, as: string) => app.request('GET', `/v3/teams/${team}/api-keys`, { as })
const issue = (team: string, as: string, body: object) =>
  app.request('POST', `/v3/teams/${team}/api-keys`, { as, body })
const withdraw = (team: string, keyId: string, as: string) =>
  app.request('DELETE', `/v3/teams/${team}/api-keys/${keyId}`, { as })
const me = (key: string) => app.request('GET', '/api/v2/auth/me', { headers: { 'x-huggg-api-key': key } })

describe('an API key', () => {
  test('is shown once, works as a service user of the team, and stops at once when withdrawn', async () => {
    const issued = await issue(acme, 'admin@acme.test', { name: 'Payroll' })
    expect(issued.status).toBe(201)
    const { key, ...shown } = issued.body.data
    expect(key).toMatch(/^posy_[\w-]{43}$/)
    expect(shown).toMatchObject({
      name: 'Payroll',
      teamId: acme,
      roleGroupId: 'team-admin',
      hint: key.slice(0, 10),
      createdBy: demo.users.acmeAdmin,
      dateLastUsed: null,
    })

    const { body } = await me(key)
    expect(body.data).toMatchObject({
      user: { id: shown.userId, firstName: 'Payroll' },
      teamId: acme,
      permissions: { roleGroupId: 'team-admin' },
    })
    const listed = (await list(acme, 'admin@acme.test')).body.data
    expect(listed).toContainEqual({ ...shown, dateLastUsed: '2026-03-02T10:00:00.000Z' })
    expect(JSON.stringify(listed)).not.toContain(key)
    expect(JSON.stringify(await app.posy.db.selectFrom('api_key').selectAll().execute())).not.toContain(key)

    expect((await withdraw(acme, shown.id, 'admin@acme.test')).body).toEqual({ data: { success: true } })
    const refused = await me(key)
    expect(refused.status).toBe(401)
    expect((await me('posy_made_up')).body).toEqual(refused.body)
    expect((await list(acme, 'admin@acme.test')).body.data.map((one: { id: string }) => one.id)).not.toContain(shown.id)
    expect((await withdraw(acme, shown.id, 'admin@acme.test')).status).toBe(404)
  })

  test('has the rights of the role group chosen', async () => {
    const { key } = (await issue(acmeNorth, 'admin@acme.test', { name: 'Dashboard', roleGroupId: 'team-viewer' })).body
      .data
    expect((await me(key)).body.data).toMatchObject({ teamId: acmeNorth, permissions: { roleGroupId: 'team-viewer' } })
    const headers = { 'x-huggg-api-key': key }
    expect((await app.request('PUT', `/api/v2/teams/${acmeNorth}`, { headers, body: { name: 'Mine' } })).status).toBe(
      403,
    )
    expect((await app.request('GET', `/api/v2/teams/${acme}`, { headers })).status).toBe(404)
    expect((await issue(acme, 'admin@acme.test', { name: 'X', roleGroupId: 'owner' })).status).toBe(422)
  })

  test('can be replaced by another of the same name, that acts as the same user', async () => {
    const [one, two] = [
      await issue(acme, 'admin@acme.test', { name: 'CRM' }),
      await issue(acme, 'admin@acme.test', { name: 'CRM' }),
    ]
    expect(two.body.data.userId).toBe(one.body.data.userId)
    const other = await issue(acme, 'admin@acme.test', { name: 'CRM', roleGroupId: 'team-viewer' })
    expect(other.body.data.userId).not.toBe(one.body.data.userId)
    await withdraw(acme, one.body.data.id, 'admin@acme.test')
    expect((await me(two.body.data.key)).status).toBe(200)
  })

  test('records its use to the hour', async () => {
    const { id, key } = (await issue(acme, 'admin@acme.test', { name: 'Till roll' })).body.data
    const lastUsed = async () =>
      (await list(acme, 'admin@acme.test')).body.data.find((one: { id: string }) => one.id === id).dateLastUsed
    await me(key)
    const first = await lastUsed()
    app.wall.advanceSeconds(1800)
    await me(key)
    expect(await lastUsed()).toBe(first)
    app.wall.advanceSeconds(1801)
    await me(key)
    expect(Date.parse(await lastUsed()) - Date.parse(first)).toBe(3_601_000)
  })

  test('cannot issue others, nor can a client: only a person', async () => {
    expect((await issue(acme, 'key:demo-customer', { name: 'Successor' })).status).toBe(403)
    expect((await issue(acme, 'client:demo-customer', { name: 'Successor' })).status).toBe(403)
    expect((await list(acme, 'key:demo-customer')).status).toBe(200)
  })
})

test('keys are for team admins, in teams of theirs', async () => {
  for (const as of ['viewer@acme.test', 'participant@acme.test', 'subteam@acme.test']) {
    expect((await list(acme, as)).status).toBe(403)
    expect((await issue(acme, as, { name: 'Mine' })).status).toBe(403)
    expect((await withdraw(acme, MISSING, as)).status).toBe(403)
  }
  const foreignKey = (await issue(globex, 'admin@globex.test', { name: 'Theirs' })).body.data
  const attempts = [
    [list(globex, 'admin@acme.test'), list(MISSING, 'admin@acme.test')],
    [issue(globex, 'admin@acme.test', { name: 'Mine' }), issue(MISSING, 'admin@acme.test', { name: 'Mine' })],
    [withdraw(acme, foreignKey.id, 'admin@acme.test'), withdraw(acme, MISSING, 'admin@acme.test')],
    [withdraw(globex, foreignKey.id, 'admin@acme.test'), withdraw(MISSING, foreignKey.id, 'admin@acme.test')],
  ]
  for (const attempt of attempts) {
    const [foreign, missing] = await Promise.all(attempt)
    expect([foreign!.status, missing!.status]).toEqual([404, 404])
    expect(foreign!.body).toEqual(missing!.body)
  }
  expect((await me(foreignKey.key)).status).toBe(200)
})

test('wrong fields are listed', async () => {
  const answer = await issue(acme, 'admin@acme.test', { name: ' ', roleGroupId: 7 })
  expect(answer.status).toBe(422)
  expect(answer.body.details).toHaveLength(2)
})
