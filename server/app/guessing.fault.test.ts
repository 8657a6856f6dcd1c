import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp, type TestRequest } from '#server/testing/app.ts'
import { sameAnswer } from '#server/testing/refusals.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    env: { SIGN_IN_FAILURES_PER_QUARTER_HOUR: '5', GUESSES_PER_MINUTE: '20', WRONG_TOKENS_PER_MINUTE: '25' },
  })
})
afterAll(() => app.close())

/** Calls in process have no socket; this header stands for the address of the peer. */
const from = (address: string, request: TestRequest = {}): TestRequest => ({
  ...request,
  headers: { ...request.headers, 'x-forwarded-for': address },
})
const password = (username: string, secret: string, address: string) =>
  app.request(
    'POST',
    '/oauth/token',
    from(address, {
      body: {
        grant_type: 'password',
        client_id: 'demo-web',
        client_secret: 'demo-web-secret',
        username,
        password: secret,
      },
    }),
  )

test('a password is guessed a few times only; the answer is the same whether the account exists', async () => {
  const known = await password('viewer@acme.test', 'wrong-password-1', '198.51.100.1')
  const unknown = await password('no-one@acme.test', 'wrong-password-1', '198.51.100.1')
  expect([known.status, known.body]).toEqual([401, sameAnswer(unknown.body)])
  for (let attempt = 0; attempt < 4; attempt++) await password('viewer@acme.test', `wrong-${attempt}`, '198.51.100.1')
  const slowed = await password('viewer@acme.test', 'posy-demo-2026', '198.51.100.1')
  expect([slowed.status, slowed.body.code]).toEqual([429, 'too_many_requests'])
  expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0)
  // Others are not slowed by it, nor is the account anywhere else, and it ends automatically.
  expect((await password('participant@acme.test', 'posy-demo-2026', '198.51.100.1')).status).toBe(200)
  expect((await password('viewer@acme.test', 'posy-demo-2026', '198.51.100.99')).status).toBe(200)
  for (let attempt = 0; attempt < 5; attempt++) await password('viewer@acme.test', `wrong-${attempt}`, '198.51.100.2')
  app.wall.advanceSeconds(90)
  expect((await password('viewer@acme.test', 'posy-demo-2026', '198.51.100.2')).status).toBe(200)
})

test('wrong gift codes get one and the same answer, and are soon refused, for that address only', async () => {
  const guess = (code: string, address: string) => app.request('GET', `/public/gifts/${code}`, from(address))
  const answers = [
    await guess('aaaaaaaaaaaa', '203.0.113.1'),
    await guess('zz', '203.0.113.1'),
    await guess('%27%20or%201', '203.0.113.1'),
  ]
  for (const { status, body } of answers)
    expect([status, body]).toEqual([answers[0]!.status, sameAnswer(answers[0]!.body)])
  let refused = 0
  for (let attempt = 0; attempt < 40; attempt++)
    refused += (await guess(`guess${attempt}xyz`, '203.0.113.1')).status === 429 ? 1 : 0
  expect(refused).toBeGreaterThanOrEqual(20)
  expect((await guess('aaaaaaaaaaaa', '203.0.113.2')).status).toBe(404)
})

test('voucher codes at a till are guessed a few times only', async () => {
  const guess = (code: string) =>
    app.request(
      'POST',
      `/api/v2/hugggs/${code}/redemptions`,
      from('203.0.113.7', { as: 'client:demo-till', body: { location_id: demo.stores.daisyCoffeeLeeds } }),
    )
  const statuses = []
  for (let attempt = 0; attempt < 40; attempt++) statuses.push((await guess(`GUESS${attempt}AB`)).status)
  expect(statuses[0]).toBe(404)
  expect(statuses.at(-1)).toBe(429)
})

test('an address that sends wrong bearer tokens or API keys is refused, and a right one is not', async () => {
  const statuses = []
  for (let attempt = 0; attempt < 40; attempt++)
    statuses.push(
      (await app.request('GET', '/api/v2/auth/me', from('203.0.113.9', { as: `key:posy_guess_${attempt}` }))).status,
    )
  expect([statuses[0], statuses.at(-1)]).toEqual([401, 429])
  expect((await app.request('GET', '/api/v2/auth/me', from('203.0.113.9', { as: 'key:demo-customer' }))).status).toBe(
    200,
  )
})
