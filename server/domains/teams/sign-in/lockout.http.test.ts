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

const asTill = (secret: string, address: string) =>
  app.request('POST', '/oauth/token', {
    body: { grant_type: 'client_credentials', client_id: 'demo-till', client_secret: secret },
    headers: { 'x-forwarded-for': address },
  })
const web = { client_id: 'demo-web', client_secret: 'demo-web-secret' }
const signIn = (username: string, password: string, address: string, device?: string) =>
  app.request('POST', '/oauth/token', {
    body: { grant_type: 'password', ...web, username, password, ...(device && { device }) },
    headers: { 'x-forwarded-for': address },
  })

test('the sign-in throttle slows anyone who guesses at an account, the right password too, longer each time and never for long', async () => {
  for (let failure = 0; failure < 3; failure++)
    expect((await signIn('viewer@acme.test', 'wrong', '10.1.0.1')).status).toBe(401)
  const refused = await signIn('VIEWER@acme.test', DEMO_PASSWORD, '10.1.0.1')
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    429,
    'too_many_requests',
    '1',
  ])
  const waits: number[] = []
  for (let failure = 0; failure < 9; failure++) {
    const { headers } = await signIn('viewer@acme.test', 'wrong', '10.1.0.1')
    waits.push(Number(headers.get('retry-after')))
    app.wall.advanceSeconds(waits.at(-1)!)
    expect((await signIn('viewer@acme.test', 'wrong', '10.1.0.1')).status).toBe(401)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 90, 90])
  app.wall.advanceSeconds(90)
  expect((await signIn('viewer@acme.test', DEMO_PASSWORD, '10.1.0.1')).status).toBe(200)
})

test('a stranger keeps no one out: neither elsewhere, nor on a browser that the account knows, nor for good', async () => {
  const [email, device] = ['admin@globex.test', 'a browser of theirs']
  expect((await signIn(email, DEMO_PASSWORD, '10.7.0.1', device)).status).toBe(200)
  const guess = (from: string) => signIn(email, 'wrong', from)
  for (let failure = 0; failure < 9; failure++) await guess('10.7.0.66')
  expect((await guess('10.7.0.66')).status).toBe(429)
  expect((await signIn(email, DEMO_PASSWORD, '10.7.0.1')).status).toBe(200)
  // Many addresses at once slow strangers everywhere; a browser that the account knows is no stranger.
  for (let place = 0; place < 40; place++) await guess(`10.8.0.${place}`)
  expect((await signIn(email, DEMO_PASSWORD, '10.7.0.1')).status).toBe(429)
  expect((await signIn(email, DEMO_PASSWORD, '10.7.0.66', 'another browser')).status).toBe(429)
  expect((await signIn(email, DEMO_PASSWORD, '10.7.0.66', device)).status).toBe(200)
  app.wall.advanceSeconds(90)
  expect((await signIn(email, DEMO_PASSWORD, '10.7.0.1')).status).toBe(200)
})

test('the sign-in throttle treats an address without an account alike', async () => {
  for (let failure = 0; failure < 3; failure++) {
    expect((await signIn('no-one@acme.test', 'wrong', '10.2.0.1')).status).toBe(401)
  }
  expect((await signIn('no-one@acme.test', 'wrong', '10.2.0.1')).status).toBe(429)
})

test('the sign-in throttle forgets an account’s failures with the right password', async () => {
  for (let round = 0; round < 3; round++) {
    expect((await signIn('subteam@acme.test', 'wrong', '10.3.0.1')).status).toBe(401)
    expect((await signIn('subteam@acme.test', 'wrong', '10.3.0.1')).status).toBe(401)
    expect((await signIn('subteam@acme.test', DEMO_PASSWORD, '10.3.0.1')).status).toBe(200)
  }
})

test('the sign-in throttle slows an address that tries many accounts, and closes it neither for long nor to those who work there', async () => {
  expect((await signIn('admin@acme.test', DEMO_PASSWORD, '10.4.0.1', 'at work')).status).toBe(200)
  for (let account = 0; account < 30; account++) {
    expect((await signIn(`person${account}@acme.test`, 'wrong', '10.4.0.1')).status).toBe(401)
    if (account === 20) expect((await signIn('admin@acme.test', DEMO_PASSWORD, '10.4.0.1')).status).toBe(200)
  }
  expect((await signIn('admin@acme.test', DEMO_PASSWORD, '10.4.0.1')).status).toBe(429)
  expect((await signIn('admin@acme.test', DEMO_PASSWORD, '10.4.0.2')).status).toBe(200)
  expect((await signIn('admin@acme.test', DEMO_PASSWORD, '10.4.0.1', 'at work')).status).toBe(200)
  expect((await asTill('demo-till-secret', '10.4.0.1')).status).toBe(200)
  app.wall.advanceSeconds(9)
  expect((await signIn('admin@acme.test', DEMO_PASSWORD, '10.4.0.1')).status).toBe(200)
})

test('the sign-in throttle tells no more of many guesses sent at once than of as many one by one', async () => {
  const guesses = Array.from({ length: 60 }, (_, guess) => (guess === 59 ? DEMO_PASSWORD : `guess ${guess}`))
  for (const [from, most] of [
    [() => '10.5.1.1', 3],
    [(at: number) => `10.5.2.${at}`, 30],
  ] as const) {
    await app.posy.db.deleteFrom('throttle').execute()
    const answers = await Promise.all(guesses.map((guess, at) => signIn('participant@acme.test', guess, from(at))))
    expect(answers.filter((answer) => answer.status !== 429)).toHaveLength(most)
    expect(answers.at(-1)!.status).toBe(429)
  }
})

test('a till with an old secret is soon refused, and no other till or person at its address with it', async () => {
  for (let failure = 0; failure < 3; failure++) expect((await asTill('wrong', '10.6.0.1')).status).toBe(401)
  expect((await asTill('wrong', '10.6.0.1')).status).toBe(429)
  expect((await asTill('demo-till-secret', '10.6.0.1')).status).toBe(200)
  expect((await signIn('admin@acme.test', DEMO_PASSWORD, '10.6.0.1')).status).toBe(200)
})

test('the sign-in throttle counts a household of IPv6 as one, and a site as ten', async () => {
  const statuses = []
  for (let host = 0; host < 4; host++) statuses.push((await asTill('wrong', `2001:db8:1:1::${host}`)).status)
  expect(statuses).toEqual([401, 401, 401, 429])
  // 40 of one /48, each from a household of its own.
  for (let house = 2; house < 38; house++) statuses.push((await asTill('wrong', `2001:db8:1:${house}::1`)).status)
  expect(statuses.slice(4).indexOf(429)).toBe(27)
  expect((await asTill('wrong', '::ffff:10.6.0.9')).status).toBe(401)
  for (const spelt of ['10.6.0.9', '::ffff:a06:9', '[::ffff:10.6.0.9]:4711', '10.6.0.9:4711'])
    statuses.push((await asTill('wrong', spelt)).status)
  expect(statuses.slice(-4)).toEqual([401, 401, 429, 429])
})

test('the sign-in throttle keeps no address or name in the table of attempts', async () => {
  const buckets = await app.posy.db.selectFrom('throttle').select('bucket').execute()
  expect(buckets.length).toBeGreaterThan(0)
  for (const { bucket } of buckets) expect(bucket).not.toMatch(/acme|10\.\d/)
})
