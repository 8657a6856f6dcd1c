import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callUrl } from '#contract/core/call-url.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { contract } from '#contract/index.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { samples, type TenantRecords } from '#server/testing/samples.ts'
import { ACME, buildTenant } from '#server/testing/tenant.ts'
import { DEMO_PASSWORD } from './demo/ids.ts'

/**
 * Programs come in over HTTP, pages by `invoke`: the same function lets both in, carries out what they ask and writes it down. How
 * both are refused is held by the walks of `refusals` and `operator-refusals`, which send each refusal through both doors.
 */

/** Nothing of the kind is in the tenant's records. */
const absent: ReadonlySet<string> = new Set([
  'getAllowance',
  'getAllowanceStatement',
  'getEmailChangeByToken',
  'getInviteByToken',
  'getOrderProFormaInvoice',
  'getTextPreference',
  'getVerificationByToken',
])
const asksOnly = ({ method, path, access }: Endpoint) =>
  access !== 'merchant' && access !== 'client' && (method === 'GET' || path.includes('/searches'))
const reads = (Object.entries(contract) as [keyof typeof contract, Endpoint][]).filter(
  ([name, endpoint]) => asksOnly(endpoint) && !absent.has(name),
)

let app: TestApp
let acme: TenantRecords
beforeAll(async () => {
  app = await startTestApp()
  acme = await buildTenant(app, ACME)
})
afterAll(() => app.close())

const whoAsks = ({ access }: Endpoint) => (access === 'public' ? undefined : acme.as)

describe.each(reads)('%s', (name, endpoint) => {
  test('answers a page with what its JSON says', async () => {
    const { params, query, body } = samples(acme)[name]
    const as = whoAsks(endpoint)
    const path = callUrl('', endpoint, params, query)
    const overHttp = await app.request(endpoint.method, path, {
      ...(as && { as }),
      ...(endpoint.body && { body: body ?? {} }),
    })
    const onPage = await app.invoke(endpoint, samples(acme)[name] as never, as)
    expect([overHttp.status, onPage.ok]).toEqual([endpoint.status ?? 200, true])
    const { value } = onPage as { value: object }
    expect(value).toEqual(endpoint.response.parse(JSON.parse(JSON.stringify(value))))
    expect(Object.keys(value)).toEqual(Object.keys(overHttp.body))
  })
})

const page = () => app.invokeFor({ address: '203.0.113.9', userAgent: 'Firefox' })
const tokenFor = async (username: string): Promise<string> => {
  const client = { client_id: 'demo-web', client_secret: 'demo-web-secret' }
  const body = { grant_type: 'password', ...client, username, password: DEMO_PASSWORD }
  return (await app.request('POST', '/oauth/token', { body })).body.access_token
}

test('what was bought over HTTP with an Idempotency-Key is not bought again on a page with the same one', async () => {
  const { body } = samples(acme).createTransaction as { body: { purchase: object } }
  const headers = { 'idempotency-key': 'one-purchase' }
  const bought = await app.request('POST', '/api/v2/transactions', { as: acme.as, body, headers })
  const options = { token: await tokenFor(acme.as), idempotencyKey: 'one-purchase' }
  const again = await page()(contract.createTransaction, { body } as never, options)
  expect([bought.status, again]).toEqual([201, { ok: true, value: bought.body }])
  const other = { ...body, purchase: { ...body.purchase, message: 'Other' } }
  expect(await page()(contract.createTransaction, { body: other } as never, options)).toMatchObject({
    problem: { status: 409, code: 'idempotency_key_reused' },
  })
})

test('a page’s call is in the log, the metrics and the security events as a request is', async () => {
  const logged: object[] = []
  const { info } = app.posy.log
  app.posy.log.info = ((line: object) => logged.push(line)) as never
  const before = await told()
  const outcome = await page()(contract.listCharges, {}, { token: 'made-up' })
  app.posy.log.info = info
  expect(outcome).toMatchObject({ problem: { status: 401, code: 'unauthenticated', requestId: expect.any(String) } })
  const { requestId } = (outcome as { problem: { requestId: string } }).problem
  expect(logged).toEqual([expect.objectContaining({ requestId, endpoint: 'listCharges', status: 401 })])
  expect(await told()).toEqual(before.map((count) => count + 1))
})

/** How many wrong tokens were counted, as requests and as security events. */
async function told(): Promise<number[]> {
  const requests = (await app.metrics.requests.get()).values.filter(
    ({ metricName, labels }) =>
      metricName?.endsWith('_count') && labels.endpoint === 'listCharges' && labels.status === '401',
  )
  const events = (await app.metrics.securityEvents.get()).values.filter(({ labels }) => labels.kind === 'token-wrong')
  return [requests, events].map((found) => found.reduce((sum, { value }) => sum + value, 0))
}

test('a page that ends its session is no longer who it was with its next call', async () => {
  const token = await tokenFor('viewer@acme.test')
  const invoke = page()
  const me = await invoke(contract.getMe, {}, { token })
  const id = me.ok ? me.value.user!.id : ''
  const sessions = await invoke(contract.listSessions, { params: { id } }, { token })
  const current = sessions.ok ? sessions.value.data.find(({ isCurrent }) => isCurrent)! : null
  const params = { id, sessionId: current!.id }
  expect(await invoke(contract.endSession, { params }, { token })).toMatchObject({ ok: true })
  expect(await invoke(contract.getMe, {}, { token })).toMatchObject({ problem: { status: 401 } })
})
