import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSandboxMessages } from '#contract/sandbox/messages.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { sameAnswer } from '#server/testing/refusals.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const ask = (username: string) => app.request('POST', '/api/v2/users/password/reset-request', { body: { username } })
const reset = (token: string, password = 'a fine new pass phrase') =>
  app.request('POST', '/api/v2/users/password/reset', { body: { token, password } })
const signIn = (username: string, password: string) =>
  app.request('POST', '/oauth/token', {
    body: { grant_type: 'password', client_id: 'demo-web', client_secret: 'demo-web-secret', username, password },
  })
const mailsTo = async (to: string) => {
  await app.settle()
  const { body } = await app.request('GET', `${listSandboxMessages.path}?to=${encodeURIComponent(to)}`)
  return body.data as { subject: string; links: string[] }[]
}
const seen = new Set<string>()
const tokenFor = async (to: string) => {
  expect((await ask(to)).status).toBe(200)
  const links = (await mailsTo(to)).flatMap((mail) => mail.links).filter((each) => each.includes('/reset-password?'))
  const link = links.find((each) => !seen.has(each))!
  seen.add(link)
  return new URL(link).searchParams.get('token')!
}

test('a password reset emails a link that sets a new password once, ends every session and lets a locked-out person in', async () => {
  const email = 'viewer@acme.test'
  const before = await signIn(email, 'posy-demo-2026')
  for (let failure = 0; failure < 10; failure++) await signIn(email, 'wrong')
  expect((await signIn(email, 'posy-demo-2026')).status).toBe(429)

  const token = await tokenFor(email)
  expect(await reset(token)).toMatchObject({ status: 200, body: { data: { success: true } } })
  expect((await app.request('GET', '/api/v2/auth/me', { as: before.body.access_token })).status).toBe(401)
  expect((await signIn(email, 'posy-demo-2026')).status).toBe(401)
  expect((await signIn(email, 'a fine new pass phrase')).status).toBe(200)
  expect((await mailsTo(email))[0]!.subject).toBe('Your Posy password was changed')

  expect((await reset(token, 'another fine pass phrase')).body.details).toMatchObject([{ path: 'token' }])
  expect((await signIn(email, 'a fine new pass phrase')).status).toBe(200)
})

test('a password reset answers alike for an address without an account, and emails no one', async () => {
  const [known, unknown] = [await ask('participant@acme.test'), await ask('no-one@nowhere.test')]
  expect([unknown.status, unknown.body]).toEqual([known.status, sameAnswer(known.body)])
  expect(await mailsTo('no-one@nowhere.test')).toEqual([])
})

test('a reset link works for an hour, and not after another one was used', async () => {
  const email = 'subteam@acme.test'
  const [older, newer] = [await tokenFor(email), await tokenFor(email)]
  app.wall.advanceSeconds(3599)
  expect((await reset(newer)).status).toBe(200)
  expect((await reset(older)).status).toBe(422)
  const late = await tokenFor(email)
  app.wall.advanceSeconds(3601)
  expect((await reset(late)).status).toBe(422)
})

test('one of two that use one reset link at the same moment wins', async () => {
  const token = await tokenFor('admin@globex.test')
  const answers = await Promise.all([reset(token, 'the first fine phrase'), reset(token, 'the second fine phrase')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('a weak password is refused and the reset link still works', async () => {
  const token = await tokenFor('admin@acme.test')
  expect((await reset(token, 'password')).body.details).toMatchObject([{ path: 'password', code: 'weak_password' }])
  expect((await reset(token)).status).toBe(200)
})

test('the token of a reset is stored as a hash only, and neither the queue nor the outbox knows it', async () => {
  const token = await tokenFor('participant@acme.test')
  const stored = await app.posy.db.selectFrom('password_reset').selectAll().execute()
  const outgoing = await app.posy.db.selectFrom('outgoing_message').selectAll().execute()
  expect(JSON.stringify([stored, outgoing])).not.toContain(token)
})

test('asking for resets again and again is refused, for known and unknown addresses alike', async () => {
  for (const username of ['flooded@acme.test', 'admin@globex.test']) {
    const statuses: number[] = []
    for (let request = 0; request < 8; request++) statuses.push((await ask(username)).status)
    expect(statuses.at(-1)).toBe(429)
  }
})
