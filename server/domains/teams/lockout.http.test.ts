import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    env: { SIGN_IN_FAILURES_PER_QUARTER_HOUR: '3', SIGN_IN_FAILURES_PER_QUARTER_HOUR_AND_ADDRESS: '30' },
  })
})
afterAll(() => app.close())

const web = { client_id: 'demo-web', client_secret: 'demo-web-secret' }
const signIn = (username: string, password: string, address: string) =>
  app.request('POST', '/oauth/token', {
    body: { grant_type: 'password', ...web, username, password },
    headers: { 'x-forwarded-for': address },
  })

test('refuses an account after too many failures, from anywhere, even with the right password, for a while', async () => {
  for (let failure = 0; failure < 3; failure++) {
    expect((await signIn('viewer@acme.test', 'wrong', `10.1.0.${failure}`)).status).toBe(401)
  }
  app.wall.advanceSeconds(60)
  const refused = await signIn('VIEWER@acme.test', DEMO_PASSWORD, '10.1.0.9')
  expect(refused.status).toBe(429)
  expect(refused.body.code).toBe('too_many_requests')
  expect(refused.headers.get('retry-after')).toBe('840')
  expect((await signIn('admin@acme.test', DEMO_PASSWORD, '10.1.0.9')).status).toBe(200)
  app.wall.advanceSeconds(840)
  expect((await signIn('viewer@acme.test', DEMO_PASSWORD, '10.1.0.9')).status).toBe(200)
})

test('treats an address no one has an account for alike', async () => {
  for (let failure = 0; failure < 3; failure++) {
    expect((await signIn('nobody@acme.test', 'wrong', '10.2.0.1')).status).toBe(401)
  }
  expect((await signIn('nobody@acme.test', 'wrong', '10.2.0.1')).status).toBe(429)
})

test('forgets an account’s failures with the right password', async () => {
  for (let round = 0; round < 3; round++) {
    expect((await signIn('subteam@acme.test', 'wrong', '10.3.0.1')).status).toBe(401)
    expect((await signIn('subteam@acme.test', 'wrong', '10.3.0.1')).status).toBe(401)
    expect((await signIn('subteam@acme.test', DEMO_PASSWORD, '10.3.0.1')).status).toBe(200)
  }
})

test('refuses an address that tries many accounts, and a known password buys it no more', async () => {
  for (let account = 0; account < 30; account++) {
    expect((await signIn(`person${account}@acme.test`, 'wrong', '10.4.0.1')).status).toBe(401)
    if (account === 20) expect((await signIn('admin@acme.test', DEMO_PASSWORD, '10.4.0.1')).status).toBe(200)
  }
  expect((await signIn('admin@acme.test', DEMO_PASSWORD, '10.4.0.1')).status).toBe(429)
  expect((await signIn('admin@acme.test', DEMO_PASSWORD, '10.4.0.2')).status).toBe(200)
})

test('tells no more of many guesses sent at once than of as many one by one', async () => {
  const guesses = Array.from({ length: 40 }, (_, guess) => (guess === 39 ? DEMO_PASSWORD : `guess ${guess}`))
  const answers = await Promise.all(guesses.map((guess, at) => signIn('participant@acme.test', guess, `10.5.0.${at}`)))
  const told = answers.filter((answer) => answer.status !== 429)
  expect(told.length).toBeLessThanOrEqual(10)
  expect(answers.at(-1)!.status).toBe(429)
})

test('locks a client out for one address only, not for everyone', async () => {
  const ask = (secret: string, address: string) =>
    app.request('POST', '/oauth/token', {
      body: { grant_type: 'client_credentials', client_id: 'demo-till', client_secret: secret },
      headers: { 'x-forwarded-for': address },
    })
  for (let failure = 0; failure < 3; failure++) expect((await ask('wrong', '10.6.0.1')).status).toBe(401)
  expect((await ask('demo-till-secret', '10.6.0.1')).status).toBe(429)
  expect((await ask('demo-till-secret', '10.6.0.2')).status).toBe(200)
})

test('keeps no address or name in the table of attempts', async () => {
  const buckets = await app.posy.db.selectFrom('throttle').select('bucket').execute()
  expect(buckets.length).toBeGreaterThan(0)
  for (const { bucket } of buckets) expect(bucket).not.toMatch(/acme|10\.\d/)
})
