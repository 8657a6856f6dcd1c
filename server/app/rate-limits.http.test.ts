import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-02T10:00:18Z', env: { REQUESTS_PER_MINUTE: '3' } })
})
afterAll(() => app.close())

const ask = async (path: string, headers: Record<string, string>) => {
  const answer = await app.request('GET', path, { headers })
  const told = ['ratelimit-policy', 'ratelimit', 'retry-after'].map((name) => answer.headers.get(name))
  return [answer.status, ...told]
}
const byKey = (path: string) => ask(path, { 'x-huggg-api-key': 'posy_demo_customer_key_0001' })
const POLICY = '"requests";q=3;w=60'

test('callers without a token are counted by their address, and a wrong token is told nothing', async () => {
  const visitor = { 'x-forwarded-for': '203.0.113.20' }
  expect(await ask('/v3/team-invites/token/made-up', visitor)).toEqual([404, POLICY, '"requests";r=2;t=42', null])
  expect(await ask('/api/v2/auth/me', { ...visitor, 'x-huggg-api-key': 'posy_made_up' })).toEqual([
    401,
    null,
    null,
    null,
  ])
})

test('each answer, a refusal too, says how many requests are left and when the count starts again', async () => {
  expect(await byKey('/api/v2/auth/me')).toEqual([200, POLICY, '"requests";r=2;t=42', null])
  expect(await byKey('/api/v2/hugggs/not-an-id')).toEqual([422, POLICY, '"requests";r=1;t=42', null])
  app.wall.advanceSeconds(2)
  expect(await byKey('/api/v2/auth/me')).toEqual([200, POLICY, '"requests";r=0;t=40', null])
  expect(await byKey('/api/v2/auth/me')).toEqual([429, POLICY, '"requests";r=0;t=40', '40'])
  app.wall.advanceSeconds(40)
  expect(await byKey('/api/v2/auth/me')).toEqual([200, POLICY, '"requests";r=2;t=60', null])
})

test('of a loop that was stopped, the log of its key has the first refusal in a minute', async () => {
  app.wall.advanceSeconds(60)
  const logged = async () =>
    (await app.posy.db.selectFrom('api_request').select('status').orderBy('id').execute()).map(({ status }) => status)
  await app.requestLog.flush()
  const before = (await logged()).length
  for (let request = 0; request < 9; request++) await byKey('/api/v2/auth/me')
  await app.requestLog.flush()
  expect((await logged()).slice(before)).toEqual([200, 200, 200, 429])
})
