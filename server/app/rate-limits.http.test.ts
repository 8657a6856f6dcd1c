import { afterAll, beforeAll, expect, test } from 'vitest'
import { getMe } from '#contract/identity/auth.ts'
import { contract } from '#contract/index.ts'
import { recordedExamples } from '#contract/reference/recorded-examples.ts'
import { createApi } from '#server/platform/http/api.ts'
import { openCalls } from '#server/platform/http/calls.ts'
import { read } from '#server/platform/http/route.ts'
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

test('callers without a token are counted by their address, and a wrong token gets no headers of limits', async () => {
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

test('the calls of a page are counted with the requests of the same caller, and of the same address', async () => {
  app.wall.advanceSeconds(60)
  const page = app.invokeFor({ address: '203.0.113.21', userAgent: undefined })
  const visit = () => page(contract.getGift, { params: { shortcode: 'madeupcode' } })
  const visitor = { 'x-forwarded-for': '203.0.113.21' }
  expect([await visit(), await visit()]).toMatchObject([{ problem: { status: 404 } }, { problem: { status: 404 } }])
  expect((await ask('/public/gifts/madeupcode', visitor))[0]).toBe(404)
  expect((await ask('/public/gifts/madeupcode', visitor))[0]).toBe(429)
  expect(await visit()).toMatchObject({ problem: { status: 429, code: 'too_many_requests' } })
})

test('the log of a key holds the first refusal in a minute of a loop that was stopped', async () => {
  app.wall.advanceSeconds(60)
  const logged = async () =>
    (await app.posy.db.selectFrom('api_request').select('status').orderBy('id').execute()).map(({ status }) => status)
  await app.requestLog.flush()
  const before = (await logged()).length
  for (let request = 0; request < 9; request++) await byKey('/api/v2/auth/me')
  await app.requestLog.flush()
  expect((await logged()).slice(before)).toEqual([200, 200, 200, 429])
})

test('an endpoint that is to be removed says so in each answer, a refusal too, and points at the page about it', async () => {
  const deprecated = { since: '2026-03-02', sunset: '2027-03-02', instead: 'Use another.' }
  const answered = recordedExamples.getMe!.answer as never
  const calls = openCalls({
    relations: {},
    posy: app.posy,
    routes: [read({ ...getMe, access: 'public', deprecated }, async () => answered)],
    authenticate: () => Promise.reject(new Error('no one signs in here')),
    authenticateOperator: () => Promise.reject(new Error('no one signs in here')),
    metrics: app.metrics,
    recordProgramRequest: () => undefined,
  })
  const api = createApi(calls)
  for (const [query, status] of [
    ['', 200],
    ['?unheardOf=1', 422],
  ] as const) {
    const answer = await api.request(`${getMe.path}${query}`)
    const told = ['deprecation', 'sunset', 'link', 'ratelimit-policy'].map((name) => answer.headers.get(name))
    const link = `<${app.posy.config.publicUrl}/developers/versions>; rel="deprecation"; type="text/html"`
    expect([answer.status, ...told]).toEqual([status, '@1772409600', 'Tue, 02 Mar 2027 00:00:00 GMT', link, POLICY])
  }
})
