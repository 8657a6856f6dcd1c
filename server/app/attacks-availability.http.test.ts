import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DEMO_AUTHENTICATOR_KEY, DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { resetOperator } from '#server/domains/operators/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { requestClaimCode, shareGift } from '#server/testing/superhugggs.ts'
import { appCode } from '#server/testing/totp.ts'

/** What strangers tried to take away from others, and must not again. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())

const from = (address: string) => ({ 'x-forwarded-for': address })
const STRANGER = '203.0.113.66'
const web = { client_id: 'demo-web', client_secret: 'demo-web-secret' }
const signIn = (username: string, password: string, address: string, device?: string) =>
  app.request('POST', '/oauth/token', {
    body: { grant_type: 'password', ...web, username, password, ...(device && { device }) },
    headers: from(address),
  })
const OWNER = 'owner@posy.test'
const begin = (password: string, address: string, device?: string) =>
  app.request('POST', '/v3/operator/sign-in', {
    body: { email: OWNER, password, ...(device && { device }) },
    headers: from(address),
  })
const times = async (count: number, act: () => Promise<unknown>) => {
  for (let time = 0; time < count; time++) await act()
}

describe('a stranger who guesses', () => {
  test('keeps no one out of their account for good, not even from the same network, nor after a reset', async () => {
    const email = 'viewer@acme.test'
    await times(14, () => signIn(email, 'wrong', STRANGER))
    expect((await signIn(email, DEMO_PASSWORD, '198.51.100.1')).status).toBe(200)
    await times(14, () => signIn(email, 'wrong', STRANGER))
    await app.request('POST', '/api/v2/users/password/reset-request', { body: { username: email } })
    await app.settle()
    const { body } = await app.request('GET', `/sandbox/messages?to=${email}`)
    const link = body.data.flatMap(({ links }: { links: string[] }) => links).find((one: string) => /reset/.test(one))
    const chosen = { token: new URL(link).searchParams.get('token'), password: 'a fine new pass phrase' }
    // The stranger sits in the same office; the browser that opened the link counts apart.
    const reset = { body: { ...chosen, device: 'the one with the mail' }, headers: from(STRANGER) }
    expect((await app.request('POST', '/api/v2/users/password/reset', reset)).status).toBe(200)
    await times(12, () => signIn(email, 'wrong', STRANGER))
    const slowed = await signIn(email, chosen.password, STRANGER)
    expect([slowed.status, Number(slowed.headers.get('retry-after')) <= 90]).toEqual([429, true])
    expect((await signIn(email, chosen.password, STRANGER, 'the one with the mail')).status).toBe(200)
    app.wall.advanceSeconds(90)
    expect((await signIn(email, chosen.password, STRANGER)).status).toBe(200)
  })

  test('keeps no operator out: neither elsewhere, nor on a browser of theirs, nor once they were reset', async () => {
    const device = 'the owner’s own'
    const { challenge } = (await begin(DEMO_PASSWORD, '198.51.100.2', device)).body.data
    const code = appCode(DEMO_AUTHENTICATOR_KEY, app.wall.nowMs())
    const step = { challenge, code, device }
    expect((await app.request('POST', '/v3/operator/sign-in/code', { body: step })).status).toBe(200)
    await times(14, () => begin('wrong', STRANGER))
    expect((await begin(DEMO_PASSWORD, STRANGER)).status).toBe(429)
    expect((await begin(DEMO_PASSWORD, '198.51.100.3')).status).toBe(200)
    expect((await begin(DEMO_PASSWORD, STRANGER, device)).status).toBe(200)
    await times(14, () => begin('wrong', STRANGER))
    const { token } = await transact(app.posy, { actor: operatorActor }, (work) =>
      resetOperator(work, { email: OWNER, reason: 'guessed at' }),
    )
    const chosen = { token, password: 'a fine new pass phrase', device: 'the one with the link' }
    expect((await app.request('POST', '/v3/operator/password', { body: chosen })).status).toBe(200)
    expect((await begin(chosen.password, STRANGER)).status).toBe(200)
    await times(14, () => begin('wrong', STRANGER))
    expect((await begin(chosen.password, STRANGER)).status).toBe(429)
    expect((await begin(chosen.password, STRANGER, chosen.device)).status).toBe(200)
  })

  test('does not lock an office out: each kind of guess counts apart, and anyone who has a long secret is never refused', async () => {
    const OFFICE = '203.0.113.100'
    const known = 'a browser of the office'
    expect((await signIn('admin@acme.test', DEMO_PASSWORD, OFFICE, known)).status).toBe(200)
    for (let person = 0; person < 110; person++) await signIn(`person${person}@acme.test`, 'wrong', OFFICE)
    const till = { grant_type: 'client_credentials', client_id: 'demo-till', client_secret: 'demo-till-secret' }
    const asked = await app.request('POST', '/oauth/token', { body: till, headers: from(OFFICE) })
    expect(asked.status).toBe(200)
    expect(
      (await app.request('GET', '/api/v2/auth/me', { as: 'key:demo-customer', headers: from(OFFICE) })).status,
    ).toBe(200)
    expect((await signIn('admin@acme.test', DEMO_PASSWORD, OFFICE, known)).status).toBe(200)
    const other = await signIn('admin@globex.test', DEMO_PASSWORD, OFFICE)
    expect([other.status, Number(other.headers.get('retry-after')) <= 9]).toEqual([429, true])
    app.wall.advanceSeconds(9)
    expect((await signIn('admin@globex.test', DEMO_PASSWORD, OFFICE)).status).toBe(200)
  })

  test('with a /64 of IPv6, which every household has, is one caller and not as many as they like', async () => {
    const statuses = []
    for (let host = 1; host <= 104; host++)
      statuses.push((await signIn(`someone${host}@acme.test`, 'wrong', `2001:db8:5:5::${host.toString(16)}`)).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(100)
    expect(statuses.slice(-4)).toEqual([429, 429, 429, 429])
    const { shortcode } = await shareGift(app, { limit: 20 })
    const codes = []
    for (let host = 1; host <= 22; host++)
      codes.push((await requestClaimCode(app, shortcode, `p${host}@else.test`, from(`2001:db8:6:6::${host}`))).status)
    expect(codes).toEqual([...Array(20).fill(201), 429, 429])
  })
})

test('six codes that no one enters do not block a shareable gift for two: honest people can still claim', async () => {
  const { id, shortcode } = await shareGift(app, { limit: 2 })
  for (let stranger = 0; stranger < 7; stranger++)
    expect((await requestClaimCode(app, shortcode, `atk${stranger}@nowhere.test`)).status).toBe(201)
  expect((await requestClaimCode(app, shortcode, 'honest@corp.test')).status).toBe(201)
  const { body } = await app.request('GET', `/api/v2/super-hugggs/${id}`, { as: 'admin@acme.test' })
  expect(body.data).toMatchObject({ state: 'open', unclaimed: 2, codes: { open: 8, refused_at: null } })
})

describe('a refusal', () => {
  const HERE = '203.0.113.77'
  test('is an event in the log and a count by kind, with keyed hashes and never an address, a code or a token', async () => {
    const said = vi.spyOn(app.posy.log, 'warn')
    const counted = async () => {
      const told = (await app.request('GET', '/metrics')).body as string
      return Object.fromEntries(
        [...told.matchAll(/^posy_security_events_total\{kind="([\w-]+)"\} (\d+)/gm)].map((one) => [
          one[1]!,
          Number(one[2]),
        ]),
      )
    }
    const before = await counted()
    const { shortcode } = await shareGift(app, { limit: 2 })
    const asked = await requestClaimCode(app, shortcode, 'secret.person@corp.test', from(HERE))
    const here = { headers: from(HERE) }
    said.mockClear()
    await signIn('secret.person@corp.test', 'hunter2hunter2', HERE)
    await begin('wrong', HERE)
    await app.request('GET', '/public/gifts/zzzz0000zzzz', here)
    await app.request('POST', `/public/shareable-gifts/${shortcode}/claims`, {
      ...here,
      body: { claim: asked.body.data.claim, code: '135790' },
    })
    await app.request('GET', '/api/v2/auth/me', { ...here, as: 'key:posy_a_made_up_key' })
    await app.request('GET', '/v3/team-invites/token/a-made-up-token', here)
    const client = { grant_type: 'client_credentials', client_id: 'demo-till', client_secret: 'a made-up secret' }
    await app.request('POST', '/oauth/token', { ...here, body: client })
    await app.request('POST', '/webhooks/checkout', {
      headers: { ...here.headers, 'cko-signature': 'made up' },
      body: {},
    })
    await app.request('PUT', `/api/v2/teams/${demo.teams.acme}`, {
      ...here,
      as: 'participant@acme.test',
      body: { name: 'A' },
    })
    const events = said.mock.calls.map(([fields]) => fields as unknown as Record<string, string>)
    said.mockRestore()
    const kinds = [
      ...['sign-in-failed', 'operator-sign-in-failed', 'gift-guessed', 'claim-code-wrong', 'token-wrong'],
      ...['link-wrong', 'client-secret-wrong', 'webhook-forged', 'permission-refused'],
    ]
    const after = await counted()
    for (const kind of kinds) {
      expect([kind, after[kind]! - before[kind]!]).toEqual([kind, 1])
      expect(events.find(({ security }) => security === kind)).toMatchObject({
        reason: expect.any(String),
        network: events[0]!.network,
      })
    }
    const lines = JSON.stringify(events.map(({ requestId: _, ...rest }) => rest))
    expect(lines).not.toMatch(/203\.0\.113|corp\.test|posy\.test|hunter2|zzzz0000|135790|made.up/)
    expect(lines).not.toContain(shortcode)
  })

  test('of an operator’s sign-in is on the console’s first screen, with the address that was tried', async () => {
    await app.posy.db.deleteFrom('operator_sign_in_failure').execute()
    const wrong = (email: string) =>
      app.request('POST', '/v3/operator/sign-in', { body: { email, password: 'wrong' }, headers: from('203.0.113.7') })
    await times(2, () => wrong('finance@posy.test'))
    await wrong('no-one@posy.test')
    const { body } = await app.request('GET', '/v3/operator/overview', { as: 'operator:support@posy.test' })
    expect(body.data.signInFailures).toEqual([
      expect.objectContaining({ email: 'finance@posy.test', failed: 2, lastAt: expect.any(String) }),
      expect.objectContaining({ operatorId: null, email: null, failed: 1 }),
    ])
    app.wall.advanceSeconds(86_401)
    const later = await app.request('GET', '/v3/operator/overview', { as: 'operator:support@posy.test' })
    expect(later.body.data.signInFailures).toEqual([])
  })
})
