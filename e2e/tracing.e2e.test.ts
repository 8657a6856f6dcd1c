import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { type Posy, startPosy } from './support/posy.ts'

interface Told {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

/** A collector, as OTLP over HTTP has it. */
const collected: {
  path: string
  token: string | undefined
  service: string | undefined
  spans: Told[]
  text: string
}[] = []
let collector: Server
let posy: Posy

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans)
      collected.push({
        path: request.url!,
        token: request.headers['x-token'] as string | undefined,
        service: attribute(resource, 'service.name'),
        spans: scopeSpans.flatMap(({ spans }: { spans: Told[] }) => spans),
        text,
      })
    response.end('{}')
  })
  await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening))
  posy = await startPosy('postgres', {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-token=shared',
    OTEL_SERVICE_NAME: 'gifts',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  })
})
afterAll(async () => {
  await posy?.stop()
  collector?.close()
})

const attribute = ({ attributes }: Pick<Told, 'attributes'>, name: string) =>
  attributes.find(({ key }) => key === name)?.value.stringValue
const spans = () => collected.flatMap((one) => one.spans)

test('a purchase is one trace from its caller to its queries; its jobs are traced, and no person is in it', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const bought = await posy.call('POST', '/api/v2/transactions', {
    apiKey: posy.apiKey,
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    body: {
      purchase: {
        type: 'bulkHugggs',
        reference: demo.products.daisyFlatWhite,
        message: 'Thank you, Ada',
        receivers: [{ email: 'ada.lovelace@friends.test' }],
      },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    },
  })
  expect(bought.status, bought.text).toBe(201)
  const ofPurchase = () => spans().filter((span) => span.traceId === traceId)
  await expect.poll(() => ofPurchase().map(({ name }) => name)).toContain('POST /api/v2/transactions')

  const request = ofPurchase().find(({ name }) => name === 'POST /api/v2/transactions')!
  expect(request.parentSpanId).toBe('b7ad6b7169203331')
  const endpoint = ofPurchase().find(({ parentSpanId }) => parentSpanId === request.spanId)!
  expect(endpoint.name).toBe('createTransaction')
  expect(attribute(endpoint, 'posy.request_id')).toBe(bought.headers.get('x-request-id'))
  const queries = ofPurchase().filter(({ parentSpanId }) => parentSpanId === endpoint.spanId)
  expect(queries.map(({ name }) => name)).toEqual(expect.arrayContaining(['SELECT', 'INSERT', 'UPDATE']))

  const isJob = (span: Told) => attribute(span, 'messaging.destination.name') !== undefined
  await expect.poll(() => spans().filter(isJob).length).toBeGreaterThan(0)
  await expect
    .poll(async () => (await posy.call('GET', '/sandbox/messages?to=ada.lovelace@friends.test')).body.data.length)
    .toBe(1)
  expect(
    collected.every(({ path, token, service }) => path === '/v1/traces' && token === 'shared' && service === 'gifts'),
  ).toBe(true)
  const told = collected.map(({ text }) => text).join()
  expect(told).not.toMatch(/lovelace|friends\.test|Thank you, Ada|posy_demo_customer_key/)
})

test('a refusal is named in its trace, and a request of a health check is not traced', async () => {
  await posy.call('GET', '/ready')
  await posy.call('GET', `/api/v2/transactions/${crypto.randomUUID()}`, { apiKey: posy.apiKey })
  const refused = () => spans().find(({ name }) => name === 'GET /api/v2/transactions/{id}')
  await expect.poll(refused).toBeDefined()
  const endpoint = spans().find(({ parentSpanId }) => parentSpanId === refused()!.spanId)!
  expect(attribute(endpoint, 'error.type')).toBe('not_found')
  expect(spans().map(({ name }) => name)).not.toContain('GET /ready')
})

test('a gift’s code is in no trace, though it may look like a word', async () => {
  const code = 'abcdefghjkmn'
  for (const path of [`/g/${code}`, `/public/gifts/${code}`]) await posy.call('GET', path)
  await expect
    .poll(() => spans().map(({ name }) => name))
    .toEqual(expect.arrayContaining(['GET /g/{id}', 'GET /public/{id}']))
  expect(collected.map(({ text }) => text).join()).not.toContain(code)
})
