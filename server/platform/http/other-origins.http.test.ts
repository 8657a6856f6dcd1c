import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { cookieNames, hostCookie } from '#web/http/cookies.ts'

/** What browsers are told of programs on other origins. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const origin = 'https://map.example'
const me = '/api/v2/auth/me'
const preflight = (path: string) =>
  app.request('OPTIONS', path, {
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key,x-huggg-api-key',
    },
  })

test('a browser on another origin may send what programs send, with tokens and keys, and no cookies', async () => {
  for (const path of ['/oauth/token', '/api/v2/transactions', '/api/v2/transactions/', '/v3/products']) {
    const { status, headers } = await preflight(path)
    expect([path, status, headers.get('access-control-allow-origin')]).toEqual([path, 204, '*'])
    expect(headers.get('access-control-allow-headers')).toMatch(/authorization.*idempotency-key.*x-huggg-api-key/)
    expect(headers.get('access-control-allow-methods')).toBe('GET,POST,PUT,PATCH,DELETE')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  }
})

test('a browser on another origin may read successes and refusals alike, and how long to wait', async () => {
  const asked = [
    await app.request('GET', me, { as: 'key:demo-customer', headers: { origin } }),
    await app.request('GET', me, { headers: { origin } }),
    await app.request('GET', '/api/v2/nothing', { headers: { origin } }),
  ]
  expect(asked.map(({ status }) => status)).toEqual([200, 401, 404])
  for (const { headers } of asked) {
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')).toMatch(
      /Retry-After.*RateLimit.*X-Request-Id.*Idempotent-Replayed/,
    )
  }
})

test('nothing of the console is open to another origin, and the API reads no cookies', async () => {
  const path = '/v3/operator/sign-in'
  const body = { email: 'no-one@posy.test', password: 'wrong' }
  const answers = [await preflight(path), await app.request('POST', path, { body, headers: { origin } })]
  for (const { headers } of answers) expect(headers.get('access-control-allow-origin')).toBeNull()

  const grant = { grant_type: 'password', client_id: 'demo-web', client_secret: 'demo-web-secret' }
  const signIn = { ...grant, username: 'admin@acme.test', password: 'posy-demo-2026' }
  const { access_token: token } = (await app.request('POST', '/oauth/token', { body: signIn })).body
  const names = Object.values(cookieNames).flatMap((name) => [
    name,
    hostCookie(name, { secureCookies: true, cookieSuffix: '' }),
  ])
  const cookie = names.map((name) => `${name}=${token}`).join('; ')
  expect((await app.request('GET', me, { headers: { cookie } })).status).toBe(401)
  expect((await app.request('GET', me, { as: token })).status).toBe(200)
})
