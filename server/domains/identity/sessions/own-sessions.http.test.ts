import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listSandboxMessages } from '#contract/sandbox/messages.ts'
import { DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { sameAnswer } from '#server/testing/refusals.ts'
import { signInBrowser } from '#server/testing/sso.ts'
import { forgetSignInOrigins } from './forget-sign-in-origins.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.posy.db.deleteFrom('known_device').execute()
})

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0'
const viewer = { email: 'viewer@acme.test', id: demo.users.acmeViewer }
const MISSING = '00000000-0000-4000-8000-00000000dead'

interface From {
  address?: string
  device?: string
  username?: string
}
async function signIn({ address = '203.0.113.7', device, username = viewer.email }: From = {}): Promise<string> {
  const web = { client_id: 'demo-web', client_secret: 'demo-web-secret' }
  const answer = await app.request('POST', '/oauth/token', {
    body: { grant_type: 'password', ...web, username, password: DEMO_PASSWORD, ...(device ? { device } : {}) },
    headers: { 'x-forwarded-for': address, 'user-agent': FIREFOX },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.access_token
}
const address = (userId: string, sessionId?: string) =>
  `/v3/users/${userId}/sessions${sessionId ? `/${sessionId}` : ''}`
const listSessions = (as: string, userId: string = viewer.id) => app.request('GET', address(userId), { as })
const end = (as: string, sessionId?: string, userId: string = viewer.id) =>
  app.request('DELETE', address(userId, sessionId), { as })
const isSignedIn = async (as: string) => (await app.request('GET', '/api/v2/auth/me', { as })).status === 200
const mailsTo = async (to: string) => {
  await app.settle()
  const { body } = await app.request('GET', `${listSandboxMessages.path}?to=${encodeURIComponent(to)}`)
  return (body.data as { subject: string; text: string }[]).filter(({ subject }) => subject.startsWith('New sign-in'))
}

test('the list of sessions says where someone is signed in, the last used first, and leaves out what is over', async () => {
  const before = await signIn()
  await end(before)
  app.wall.advanceSeconds(60)
  const as = await signIn({ address: '::ffff:198.51.100.4' })
  const { body } = await listSessions(as)
  expect(body.data).toMatchObject([
    { isCurrent: true, method: 'password', browser: 'Firefox on Windows', address: '198.51.100.4' },
    { isCurrent: false, address: '203.0.113.7' },
  ])
  expect(Date.parse(body.data[0].openedAt) - Date.parse(body.data[1].openedAt)).toBe(60_000)
  app.wall.advanceSeconds(30 * 86_400)
  expect((await listSessions(await signIn())).body.data).toHaveLength(1)
})

test('the list of sessions ends one session at once, and no other', async () => {
  const [as, other, third] = [await signIn(), await signIn(), await signIn()]
  const { id } = (await listSessions(other)).body.data.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
  expect((await end(as, id)).status).toBe(200)
  expect(await Promise.all([as, other, third].map(isSignedIn))).toEqual([true, false, true])
  expect((await end(as, id)).status).toBe(404)
  expect((await end(as)).body.data.ended).toBeGreaterThan(0)
  expect(await Promise.all([as, third].map(isSignedIn))).toEqual([true, false])
  expect((await listSessions(as)).body.data).toHaveLength(1)
})

test('the list of sessions shows and ends no one else’s sessions, and is for people only', async () => {
  const [as, stranger] = [await signIn(), await signIn({ username: 'admin@acme.test' })]
  const { id } = (await listSessions(as)).body.data[0]
  for (const foreign of [await listSessions(stranger), await end(stranger, id), await end(stranger)])
    expect(foreign.status).toBe(404)
  const [taken, missing] = [
    await end(stranger, id, demo.users.acmeAdmin),
    await end(stranger, MISSING, demo.users.acmeAdmin),
  ]
  expect([taken.status, taken.body]).toEqual([404, sameAnswer(missing.body)])
  expect(await isSignedIn(as)).toBe(true)
  for (const program of ['key:demo-customer', 'client:demo-customer'])
    expect((await listSessions(program, demo.users.acmeService)).status).toBe(403)
})

test('the origin of a session is forgotten 90 days after it was last used', async () => {
  const { id } = (await listSessions(await signIn())).body.data[0]
  const originAfter = async (days: number) => {
    app.wall.advanceSeconds(days * 86_400)
    await forgetSignInOrigins(app.posy)
    return app.posy.db.selectFrom('session').select(['browser', 'address']).where('id', '=', id).executeTakeFirst()
  }
  expect(await originAfter(90)).toEqual({ browser: 'Firefox on Windows', address: '203.0.113.7' })
  expect(await originAfter(1)).toEqual({ browser: null, address: null })
})

test('a sign-in from a browser not seen before is emailed about, once, except the very first', async () => {
  const { email } = viewer
  await signIn({ device: 'laptop' })
  await signIn({ device: 'laptop', address: '198.51.100.9' })
  await signIn()
  expect(await mailsTo(email)).toEqual([])
  await signIn({ device: 'phone', address: '198.51.100.9' })
  await signIn({ device: 'phone' })
  const mails = await mailsTo(email)
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toContain('Firefox on Windows')
  expect(mails[0]!.text).toContain('198.51.100.9')
  const marks = await app.posy.db.selectFrom('known_device').select('device_hash').execute()
  for (const { device_hash } of marks) expect(device_hash).toMatch(/^[0-9a-f]{64}$/)
})

test('a sign-in with Google from a browser not seen before is emailed about too', async () => {
  const browser = signInBrowser(app)
  const person = { email: 'devices@newcomers.test', firstName: 'Dee' }
  await browser.signIn('google', person, { planId: demo.plans.free, device: 'laptop' })
  await browser.signIn('google', person, { device: 'laptop' })
  expect(await mailsTo(person.email)).toEqual([])
  await browser.signIn('google', person, { device: 'phone' })
  expect(await mailsTo(person.email)).toHaveLength(1)
})
