import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { loadDemo } from './index.ts'
import { DEMO_API_KEY, loadDemoTeams } from './teams.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const load = (posy = app.posy) => transact(posy, { actor: operatorActor }, loadDemoTeams)
const rows = async () => {
  const tables = ['app_user', 'team', 'team_member', 'plan', 'role', 'client', 'api_key', 'audit_event'] as const
  return Promise.all(tables.map(async (table) => (await app.posy.db.selectFrom(table).selectAll().execute()).length))
}

test('the demo world changes nothing when loaded again, and still shows the API key', async () => {
  const before = await rows()
  expect(await load()).toEqual({ apiKey: DEMO_API_KEY })
  expect(await rows()).toEqual(before)
})

test('loading the demo world is refused where the sandbox is off, for its passwords would open everything', async () => {
  const config = { ...app.posy.config, sandbox: false }
  await expect(loadDemo({ ...app.posy, config })).rejects.toThrow('it needs the sandbox')
})

test('the demo world lets every published sign-in, client and key in', async () => {
  const people = [
    'admin@acme.test',
    'viewer@acme.test',
    'subteam@acme.test',
    'participant@acme.test',
    'admin@globex.test',
  ]
  for (const as of [...people, 'client:demo-web', 'client:demo-customer', 'client:demo-till', 'key:demo-customer']) {
    expect((await app.request('GET', '/api/v2/auth/me', { as })).status).toBe(200)
  }
})
