import { createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { addMember } from '#server/domains/teams/members/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { openWebhookSender } from '#server/providers/customer-servers/client/webhook-sender.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { mailbox } from '#server/testing/gifts.ts'
import { deliverDueWebhooks } from './deliver-webhooks.ts'
import { claimDeliveries, MAX_IN_FLIGHT } from './queries.ts'

/** A customer's server: keeps what arrives, and answers as it is told. */
interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}
interface Answer {
  status: number
  text?: string
}
let received: Received[] = []
let answer: (request: Received) => Answer | Promise<Answer>
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', async () => {
    const got = { path: request.url!, headers: request.headers, body }
    const { status, text = 'thanks' } = await answer(got)
    if (status < 300) received.push(got)
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end(text)
  })
})

let app: TestApp
let url: string
beforeAll(async () => {
  app = await startTestApp({ env: { WEBHOOKS_TO_PRIVATE_ADDRESSES: 'true' } })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`
})
afterAll(async () => {
  receiver.close()
  await app.close()
})
beforeEach(async () => {
  received = []
  answer = () => ({ status: 200 })
  await app.posy.db.deleteFrom('webhook_endpoint').execute()
})

const ADMIN = 'admin@acme.test'
const hooks = `/v3/teams/${demo.teams.acme}/webhooks`
const create = async (body: object = {}) => {
  const made = await app.request('POST', hooks, { as: ADMIN, body: { url, ...body } })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.data
}
const list = async () => (await app.request('GET', hooks, { as: ADMIN })).body.data
const log = async (id: string, query = '') =>
  (await app.request('GET', `${hooks}/${id}/deliveries${query}`, { as: ADMIN })).body.data
const buy = async () => {
  const bought = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
    as: ADMIN,
    body: {
      purchase: { type: 'huggg', reference: demo.products.daisyGiftCard10, deliveryMethod: 'links' },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    },
  })
  expect(bought.status, JSON.stringify(bought.body)).toBe(201)
  return { id: bought.body.data.id as string, huggg: bought.body.data.embedded.hugggs[0].id as string }
}
const cancel = async (huggg: string) =>
  expect((await app.request('POST', `/api/v2/hugggs/${huggg}/cancel`, { as: ADMIN, body: {} })).status).toBe(200)
/** Everything that is due at this moment, without moving the clock. */
const deliver = () => app.advance('PT0S')
const typesReceived = () => received.map(({ body }) => JSON.parse(body).type)

test('a webhook tells of a purchase and its gift, signed as the Standard Webhooks library verifies', async () => {
  const { secret, id } = await create()
  const bought = await buy()
  await deliver()
  expect(typesReceived().sort()).toEqual([
    'document.issued',
    'huggg.created',
    'transaction.completed',
    'transaction.created',
  ])
  for (const { headers, body } of received) {
    // The tests' wall clock is not today's: the age of a signature is the library's own test.
    const told = JSON.parse(body)
    expect(told).toMatchObject({ teamId: demo.teams.acme, timestamp: expect.any(String), sequence: expect.any(Number) })
    const timestamp = new Date(Number(headers['webhook-timestamp']) * 1000)
    expect(timestamp.getTime()).toBeCloseTo(app.wall.nowMs(), -4)
    expect(new Webhook(secret).sign(String(headers['webhook-id']), timestamp, body)).toBe(headers['webhook-signature'])
  }
  const gift = received.map(({ body }) => JSON.parse(body)).find(({ type }) => type === 'huggg.created')
  expect(gift.data).toEqual({ hugggId: bought.huggg, transactionId: bought.id, statusId: 1, previousStatusId: null })
  const [delivery] = await log(id, '?state=delivered&type=huggg.created')
  expect(delivery).toMatchObject({ state: 'delivered', payload: gift, attempts: [{ status: 200, response: 'thanks' }] })
})

test('a webhook never tells a contact, a message, a code or a link', async () => {
  await create()
  const bought = await app.request('POST', '/api/v2/transactions', {
    as: ADMIN,
    body: {
      purchase: {
        type: 'bulkHugggs',
        reference: demo.products.daisyGiftCard10,
        deliveryMethod: 'email',
        message: 'A secret wish',
        receivers: [{ email: 'ada@friends.test' }],
      },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    },
  })
  expect(bought.status).toBe(201)
  await app.settle()
  await deliver()
  const gift = await app.posy.db
    .selectFrom('huggg')
    .select('shortcode')
    .where('transaction_id', '=', bought.body.data.id)
    .executeTakeFirstOrThrow()
  expect(typesReceived()).toContain('huggg.sent')
  for (const { body } of received)
    for (const secret of ['ada@', 'secret wish', gift.shortcode, '/g/']) expect(body).not.toContain(secret)
})

test('a webhook signs with ed25519 where that is asked for', async () => {
  const { secret } = await create({ signature: 'ed25519', eventTypes: ['transaction.created'] })
  await buy()
  await deliver()
  expect(received).toHaveLength(1)
  const [{ headers, body }] = received as [Received]
  const x = Buffer.from(secret.slice('whpk_'.length), 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const [version, signature] = String(headers['webhook-signature']).split(',') as [string, string]
  expect(version).toBe('v1a')
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  expect(verify(null, Buffer.from(content), key, Buffer.from(signature, 'base64'))).toBe(true)
})

test('admins are asked to renew a webhook’s secret once who was shown it is no longer an admin, and are told no more once it is renewed', async () => {
  const { acme } = demo.teams
  const { acmeViewer } = demo.users
  const join = (roleGroupId: 'team-admin' | 'team-viewer') =>
    transact(app.posy, { actor: operatorActor }, (work) =>
      addMember(work, { teamId: acme, userId: acmeViewer, roleGroupId }),
    )
  const asked = async () => {
    await app.settle()
    return (await mailbox(app, ADMIN)).filter(({ subject }) => subject === 'Renew the secret of a webhook').length
  }
  const holder = async () => (await list())[0].secretShownTo
  const { id } = await create()
  await join('team-admin')
  await app.request('POST', `${hooks}/${id}/secrets`, { as: 'viewer@acme.test', body: {} })
  expect(await holder()).toEqual({ id: acmeViewer, name: expect.any(String), isAdmin: true })
  expect(await asked()).toBe(0)
  for (let twice = 0; twice < 2; twice++) await join('team-viewer')
  expect([await asked(), await holder()]).toEqual([1, expect.objectContaining({ isAdmin: false })])
  await app.request('POST', `${hooks}/${id}/secrets`, { as: ADMIN, body: {} })
  expect(await holder()).toMatchObject({ id: demo.users.acmeAdmin, isAdmin: true })
  // Another secret, at another moment.
  app.wall.advanceSeconds(1)
  await join('team-admin')
  await app.request('POST', `${hooks}/${id}/secrets`, { as: 'viewer@acme.test', body: {} })
  await app.request('DELETE', `/v3/teams/${acme}/users/${acmeViewer}`, { as: ADMIN })
  expect([await asked(), await holder()]).toEqual([2, expect.objectContaining({ isAdmin: false })])
  await join('team-viewer')
  expect(await asked()).toBe(2)
})

test('both secrets of a webhook sign for a day after a rotation, then the new one alone', async () => {
  const { id, secret } = await create({ eventTypes: ['transaction.created'] })
  const rotated = await app.request('POST', `${hooks}/${id}/secrets`, { as: ADMIN, body: {} })
  expect(rotated.status).toBe(201)
  const signatures = async () => {
    received = []
    await buy()
    await deliver()
    const [{ headers, body }] = received as [Received]
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    const by = (key: string) => new Webhook(key).sign(String(headers['webhook-id']), at, body)
    return { sent: String(headers['webhook-signature']).split(' '), old: by(secret), new: by(rotated.body.data.secret) }
  }
  const both = await signatures()
  expect(both.sent).toEqual([both.new, both.old])
  app.wall.advanceSeconds(25 * 3600)
  const alone = await signatures()
  expect(alone.sent).toEqual([alone.new])
})

test('a webhook’s address that is down for two days gets every event then, in order for each gift, under the same id', async () => {
  const seen: Received[] = []
  answer = (got) => {
    seen.push(got)
    return { status: 503, text: 'down' }
  }
  const { id } = await create({ eventTypes: ['huggg.created', 'huggg.cancelled'] })
  const gifts = [await buy(), await buy(), await buy()]
  await deliver()
  for (const { huggg } of gifts) await cancel(huggg)
  await app.advance('PT48H')
  expect(received).toEqual([])
  expect((await list())[0]).toMatchObject({ isActive: true, failingSince: expect.any(String), waiting: 6 })
  // Not one cancellation was tried before the gift's first event had arrived.
  expect(new Set(seen.map(({ body }) => JSON.parse(body).type))).toEqual(new Set(['huggg.created']))
  answer = () => ({ status: 200 })
  await app.advance('PT23H')
  const told = received.map(({ headers, body }) => ({ id: headers['webhook-id'], ...JSON.parse(body) }))
  for (const { huggg } of gifts)
    expect(told.filter(({ data }) => data.hugggId === huggg).map(({ type }) => type)).toEqual([
      'huggg.created',
      'huggg.cancelled',
    ])
  expect(new Set(seen.map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set(told.filter(({ type }) => type === 'huggg.created').map((one) => one.id)),
  )
  expect((await list())[0]).toMatchObject({ isActive: true, failingSince: null, waiting: 0 })
  expect((await log(id, '?type=huggg.created'))[0].attempts.length).toBeGreaterThan(3)
})

test('a webhook is switched off after three days without an answer, and the team’s admins are told', async () => {
  answer = () => ({ status: 500 })
  const { id } = await create({ eventTypes: ['transaction.created'] })
  await buy()
  await app.advance('PT100H')
  expect((await list())[0]).toMatchObject({ isActive: false, disabledReason: 'failing', waiting: 0 })
  expect((await log(id))[0]).toMatchObject({ state: 'given-up' })
  const mails = await app.request('GET', `/sandbox/messages?to=${ADMIN}`)
  const mail = mails.body.data.find(({ subject }: { subject: string }) => subject === 'A webhook was switched off')
  expect(mail.text).toContain('accepted none of our events for three days')
  const on = await app.request('PATCH', `${hooks}/${id}`, { as: ADMIN, body: { isActive: true } })
  expect(on.body.data).toMatchObject({ isActive: true, disabledReason: null, failingSince: null })
})

/** Whether the shipped rule would fire for what /metrics now says, were it to last. */
async function fires(rule: string): Promise<boolean> {
  const alerts = readFileSync('docs/operations/alerts.yml', 'utf8')
  const [, expression] = alerts.match(new RegExp(`alert: ${rule}\\n +expr: '(.*)'`))!
  const told = ((await app.request('GET', '/metrics')).body as string).split('\n')
  return expression!.split(' or ').some((part) => {
    const [, series, limit] = part.match(/^max by \(\w+\) \((.*)\) > (\d+)$/)!
    return told.some((line) => line.startsWith(`${series} `) && Number(line.slice(series!.length)) > Number(limit))
  })
}

test('an operator is alerted to events that no worker sends for a quarter of an hour, or a customer does not take for a day, and to no others', async () => {
  await create({ eventTypes: ['huggg.created', 'huggg.cancelled'] })
  const { huggg } = await buy()
  expect(await fires('PosyWebhooksWait')).toBe(false)
  app.wall.advanceSeconds(901)
  expect(await fires('PosyWebhooksWait')).toBe(true)
  answer = () => ({ status: 500 })
  for (const pauseSeconds of [6, 400, 0]) {
    await deliverDueWebhooks(app.posy)
    app.wall.advanceSeconds(pauseSeconds)
  }
  expect(await fires('PosyWebhooksWait')).toBe(false)

  // The address works again; what it has refused three times keeps its pause, and what happened since to the same gift its place.
  answer = () => ({ status: 200 })
  await buy()
  await deliverDueWebhooks(app.posy)
  await cancel(huggg)
  expect((await list())[0]).toMatchObject({ failingSince: null, waiting: 2 })
  app.wall.advanceSeconds(1000)
  expect(await fires('PosyWebhooksWait')).toBe(false)

  answer = () => ({ status: 500 })
  await app.advance('PT23H')
  expect(await fires('PosyWebhooksWait')).toBe(false)
  await app.advance('PT2H')
  expect(await fires('PosyWebhooksWait')).toBe(true)
})

test('an answer of 410 switches a webhook off at once', async () => {
  answer = () => ({ status: 410 })
  await create({ eventTypes: ['transaction.created'] })
  await buy()
  await deliver()
  expect((await list())[0]).toMatchObject({ isActive: false, disabledReason: 'gone' })
})

test('a webhook sends one event or a range again, and a test', async () => {
  const { id } = await create({ eventTypes: ['transaction.created'] })
  await buy()
  await buy()
  await deliver()
  const first = received.map(({ headers }) => headers['webhook-id'])
  const one = await app.request('POST', `${hooks}/${id}/replays`, { as: ADMIN, body: { eventId: first[0] } })
  expect(one.body.data).toEqual({ events: 1 })
  await deliver()
  const range = { from: '2026-01-01T00:00:00Z', until: '2027-01-01T00:00:00Z' }
  expect((await app.request('POST', `${hooks}/${id}/replays`, { as: ADMIN, body: range })).body.data).toEqual({
    events: 2,
  })
  await deliver()
  // Two purchases have no order between them.
  expect(received.map(({ headers }) => headers['webhook-id']).sort()).toEqual([...first, first[0], ...first].sort())
  const unknown = { eventId: crypto.randomUUID() }
  expect((await app.request('POST', `${hooks}/${id}/replays`, { as: ADMIN, body: unknown })).status).toBe(404)
  await app.request('POST', `${hooks}/${id}/tests`, { as: ADMIN, body: {} })
  await deliver()
  expect(typesReceived().at(-1)).toBe('test.ping')
})

test('a team has tests and events again sent so many times an hour, over all its webhooks, and is told when it may again', async () => {
  const [one, other] = [await create(), await create({ url: `${url}/other` })]
  await app.posy.db.deleteFrom('throttle').where('bucket', 'like', 'webhook-asked:%').execute()
  const ask = (id: string) => app.request('POST', `${hooks}/${id}/tests`, { as: ADMIN, body: {} })
  for (let sent = 0; sent < 30; sent++)
    expect([(await ask(one.id)).status, (await ask(other.id)).status]).toEqual([201, 201])
  const refused = await ask(one.id)
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const range = { from: '2026-01-01T00:00:00Z', until: '2027-01-01T00:00:00Z' }
  const replayed = await app.request('POST', `${hooks}/${other.id}/replays`, { as: ADMIN, body: range })
  expect(replayed.status).toBe(429)
  await app.posy.db.deleteFrom('throttle').where('bucket', 'like', 'webhook-asked:%').execute()
})

test('a slow webhook address delays itself alone: no more than ten requests at a time, whichever workers there are, and others pass', async () => {
  const held: { type: string; release: () => void }[] = []
  let isSlow = true
  answer = ({ path, body }) =>
    path === '/slow' && isSlow
      ? new Promise((answered) => held.push({ type: JSON.parse(body).type, release: () => answered({ status: 200 }) }))
      : { status: 200 }
  const at = (path: string) => received.filter((one) => one.path === path)
  await create({ url: url.replace('/hooks', '/slow'), eventTypes: ['huggg.created', 'huggg.cancelled'] })
  const purchase = { reference: demo.products.daisyGiftCard10, deliveryMethod: 'links', quantity: 25 }
  const bought = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
    as: ADMIN,
    body: {
      purchase: { type: 'bulkHugggs', ...purchase },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    },
  })
  expect(bought.status, JSON.stringify(bought.body)).toBe(201)
  await app.settle()
  const gifts = await app.posy.db
    .selectFrom('huggg')
    .select('id')
    .where('transaction_id', '=', bought.body.data.id)
    .execute()
  for (const { id } of gifts.slice(0, 3)) await cancel(id)

  const as = 'admin@globex.test'
  const theirs = `/v3/teams/${demo.teams.globex}/webhooks`
  const { id } = (await app.request('POST', theirs, { as, body: { url } })).body.data
  const pings = async (count: number) => {
    for (let sent = 0; sent < count; sent++)
      expect((await app.request('POST', `${theirs}/${id}/tests`, { as, body: {} })).status).toBe(201)
  }
  await pings(5)
  // Two processes, as patient as the test may have to be.
  const webhooks = openWebhookSender({ allowPrivate: true, timeoutMs: 60_000 })
  const posy = { ...app.posy, providers: { ...app.posy.providers, webhooks } }
  const workers = [deliverDueWebhooks(posy), deliverDueWebhooks(posy)]
  const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 60_000 })
  await waitFor(() => expect([held.length, at('/hooks').length]).toEqual([MAX_IN_FLIGHT, 5]))
  // What happens while all that is under way is slow does not wait for it.
  await pings(5)
  await waitFor(() => expect(at('/hooks')).toHaveLength(10))
  expect([held.length, at('/slow').length]).toEqual([MAX_IN_FLIGHT, 0])
  expect(new Set(held.map(({ type }) => type))).toEqual(new Set(['huggg.created']))
  // Each answer makes room for one more, and waits for no other.
  for (let released = 1; released <= 4; released++) {
    held.shift()!.release()
    await waitFor(() => expect([held.length, at('/slow').length]).toEqual([MAX_IN_FLIGHT, released]))
  }
  isSlow = false
  for (const { release } of held) release()
  await Promise.all(workers)
  const told = at('/slow').map(({ body }) => JSON.parse(body))
  expect(told).toHaveLength(28)
  for (const { id: hugggId } of gifts.slice(0, 3))
    expect(told.filter(({ data }) => data.hugggId === hugggId).map(({ type }) => type)).toEqual([
      'huggg.created',
      'huggg.cancelled',
    ])
})

test('events that a dead worker had taken are sent once its lease has ended, and not before', async () => {
  await create({ eventTypes: ['transaction.created'] })
  await buy()
  const nowMs = app.wall.nowMs()
  const [now, leaseUntil] = [new Date(nowMs), new Date(nowMs + 60_000)]
  expect(await claimDeliveries(app.posy.db, { now, wallNow: now, leaseUntil, limit: 5 })).toHaveLength(1)
  await deliver()
  expect(received).toEqual([])
  app.wall.advanceSeconds(61)
  await deliver()
  expect(typesReceived()).toEqual(['transaction.created'])
})

test('a webhook follows no redirect', async () => {
  answer = () => ({ status: 302 })
  const { id } = await create({ eventTypes: ['transaction.created'] })
  await buy()
  await deliver()
  expect((await log(id))[0]).toMatchObject({ state: 'waiting', attempts: [{ status: 302 }] })
})

test('a subteam’s events go to its parent’s webhook, another organisation’s do not', async () => {
  await create({ eventTypes: ['member.added'] })
  const add = (teamId: string) =>
    app.posy.db
      .insertInto('team_member')
      .values({ team_id: teamId, user_id: demo.users.acmeViewer, role_group_id: 'team-viewer', created_at: new Date() })
      .execute()
  await add(demo.teams.acmeNorth)
  await add(demo.teams.globex)
  await deliver()
  expect(received.map(({ body }) => JSON.parse(body).teamId)).toEqual([demo.teams.acmeNorth])
})

test('a webhook keeps events for 30 days', async () => {
  const { id } = await create({ eventTypes: ['transaction.created'] })
  await buy()
  await deliver()
  expect(await log(id)).toHaveLength(1)
  await app.advance('P32D')
  expect(await log(id)).toHaveLength(0)
})

test('a webhook refuses addresses that are none', async () => {
  for (const wrong of ['ftp://x.example', 'nonsense', 'https://user:pass@x.example/'])
    expect((await app.request('POST', hooks, { as: ADMIN, body: { url: wrong } })).status).toBe(422)
})
