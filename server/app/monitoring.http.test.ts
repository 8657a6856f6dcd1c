import { createTransport, Scope } from '@sentry/core'
import { ServerRuntimeClient } from '@sentry/core/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { MOST_REPORT_BYTES, REPORTS_PER_MINUTE } from './monitoring.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    database: 'pglite',
    env: { SENTRY_DSN: 'sandbox', ENVIRONMENT: 'stage', LOG_LEVEL: 'error' },
  })
})
afterAll(() => app.close())
beforeEach(() => app.request('POST', '/sandbox/monitoring/well', { body: {} }))

type Reports = { type: string; title: string; environment: string; platform: string; payload: string }[]
const received = async (): Promise<Reports> => (await app.request('GET', '/sandbox/monitoring')).body.data.received
const browser = () => app.providers.monitoring!.browser
const OURS = { 'sec-fetch-site': 'same-origin' }
const post = (
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = OURS,
  path = browser().tunnel,
) => app.api.request(path, { method: 'POST', headers, body }) as Promise<Response>
const envelope = (dsn = browser().dsn, payload: object = {}) =>
  `${JSON.stringify({ dsn })}\n{"type":"event"}\n${JSON.stringify(payload)}\n`

/** Sentry's own SDK, in place of the one in a page. */
const openSdk = (send: typeof post = post) => {
  const { dsn, tunnel, environment } = browser()
  const statuses: number[] = []
  const client = new ServerRuntimeClient({
    ...{ dsn, tunnel, environment, integrations: [], stackParser: () => [], sendClientReports: false },
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        const { status: statusCode, headers } = await send(typeof body === 'string' ? body : new Uint8Array(body))
        statuses.push(statusCode)
        const told = (name: string) => headers.get(name)
        return {
          statusCode,
          headers: { 'retry-after': told('retry-after'), 'x-sentry-rate-limits': told('x-sentry-rate-limits') },
        }
      }),
  })
  client.init()
  const scope = new Scope()
  scope.setClient(client)
  return {
    statuses,
    report: (error: Error) => client.captureException(error, {}, scope),
    flush: () => client.flush(2000),
  }
}

test('a browser’s report is passed on to the configured project, labelled with the environment', async () => {
  const sdk = openSdk()
  sdk.report(new RangeError('a page broke'))
  await sdk.flush()
  expect(sdk.statuses).toEqual([200])
  expect(await received()).toMatchObject([{ type: 'event', title: 'RangeError: a page broke', environment: 'stage' }])
})

test('an SDK is told of the receiver’s rate limit, and of a receiver that fails', async () => {
  const plan = (failure: string) => app.request('POST', '/sandbox/monitoring/failures', { body: { failure } })
  await plan('error')
  expect((await post(envelope())).status).toBe(500)
  await plan('throttled')
  const sdk = openSdk()
  for (let again = 0; again < 3; again += 1) {
    sdk.report(new Error(`broke ${again}`))
    await sdk.flush()
  }
  expect(sdk.statuses).toEqual([429])
  expect(await received()).toEqual([])
})

test('a report to another project, from another site or in another format is not passed on', async () => {
  const { dsn, tunnel } = browser()
  const evil = dsn.replace('127.0.0.1', 'evil.example')
  const answers = [
    await post(envelope(evil)),
    await post(envelope(), OURS, '/monitoring?p=2'),
    await post(envelope(), OURS, '/monitoring?o=1&p=1'),
    await post(envelope(), OURS, `${tunnel}&p=2`),
    await post(envelope(), { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }),
    await post(envelope(), { origin: 'https://evil.example' }),
    await post(envelope(), {}),
    await post('not an envelope'),
    await post(envelope(), { ...OURS, 'content-encoding': 'gzip' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403, 400, 400])
  expect(await received()).toEqual([])
})

test('browsers’ reports are limited in size, and in number a minute', async () => {
  const large = envelope(undefined, { message: 'x'.repeat(MOST_REPORT_BYTES) })
  expect((await post(large)).status).toBe(413)
  app.wall.advanceSeconds(60)
  const statuses = new Set<number>()
  for (let sent = 0; sent < REPORTS_PER_MINUTE; sent += 1) statuses.add((await post('none')).status)
  expect([...statuses]).toEqual([400])
  const refused = await post(envelope())
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  app.wall.advanceSeconds(60)
  expect((await post(envelope())).status).toBe(200)
})

test('a bug that the server logs is reported with its ids, without any person’s address', async () => {
  app.posy.log.error(
    { err: new Error('no mail to ada@friends.test or +44 7700 900123'), requestId: 'r-1' },
    'request failed',
  )
  await expect.poll(received).toHaveLength(1)
  const [report] = await received()
  expect(report).toMatchObject({ type: 'event', title: 'Error: no mail to [email] or [number]', platform: 'node' })
  expect(JSON.parse(report!.payload)).toMatchObject({ extra: { requestId: 'r-1', what: 'request failed' } })
  expect(report!.payload).toContain('monitoring.http.test.ts')
})

test('a request continues the trace of its page; what failed for a while is reported; recipients’ requests are not traced', async () => {
  const { monitoring } = app.providers
  const traceId = 'a'.repeat(32)
  const trace = (path: string, status = 200) =>
    monitoring!.trace(
      new Request(`https://gifts.acme.test${path}`, { headers: { 'sentry-trace': `${traceId}-${'b'.repeat(16)}-1` } }),
      async () => new Response(null, { status }),
    )
  await trace('/g/abcdefgh')
  await trace('/public/gifts/abcdefgh', 503)
  await trace('/v3/teams/00000000-0000-4000-8000-000000000101/audit?q=zoe@friends.test', 503)
  await expect.poll(received).toHaveLength(2)
  const reports = await received()
  const told = reports.find(({ type }) => type === 'transaction')!
  expect(told.title).toBe('GET /v3/teams/{id}/audit')
  expect(JSON.parse(told.payload).contexts.trace).toMatchObject({ trace_id: traceId, parent_span_id: 'b'.repeat(16) })
  expect(reports.find(({ type }) => type === 'event')!.title).toBe('503 GET /v3/teams/{id}/audit')
  // Words that no id in hexadecimal holds by chance.
  for (const { payload } of reports) expect(payload).not.toMatch(/abcdefgh|zoe/)
})
