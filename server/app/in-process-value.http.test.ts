import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callUrl } from '#client/client.ts'
import { readInProcessValue } from '#client/in-process-value.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { contract } from '#contract/index.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { samples, type TenantRecords } from '#server/testing/samples.ts'
import { ACME, buildTenant } from '#server/testing/tenant.ts'
import { DEMO_PASSWORD } from './demo/ids.ts'

/** Nothing of the kind is in the tenant's records. */
const absent: ReadonlySet<string> = new Set([
  'getAllowance',
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
let authorization: string
beforeAll(async () => {
  app = await startTestApp()
  acme = await buildTenant(app, ACME)
  const { body } = await app.request('POST', '/oauth/token', {
    body: {
      grant_type: 'password',
      client_id: 'demo-web',
      client_secret: 'demo-web-secret',
      username: acme.as,
      password: DEMO_PASSWORD,
    },
  })
  authorization = `Bearer ${body.access_token}`
}, 120_000)
afterAll(() => app.close())

const ask = (endpoint: Endpoint, name: keyof typeof contract, inProcess: boolean) => {
  const { params, query, body } = samples(acme)[name]
  const request = new Request(`http://posy.localhost${callUrl('', endpoint, params, query)}`, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', ...(endpoint.access === 'public' ? {} : { authorization }) },
    ...(endpoint.body ? { body: JSON.stringify(body ?? {}) } : {}),
  })
  return app.api.fetch(request, inProcess ? { knownCallers: new Map() } : {})
}

describe.each(reads)('%s', (name, endpoint) => {
  test('answers a page in the same process with what its JSON says', async () => {
    const [plain, handed] = [await ask(endpoint, name, false), await ask(endpoint, name, true)]
    expect([plain.status, handed.status]).toEqual([endpoint.status ?? 200, endpoint.status ?? 200])
    expect(readInProcessValue(plain)).toBeUndefined()
    const { value } = readInProcessValue(handed)!
    const read = endpoint.response.parse(JSON.parse(JSON.stringify(value)))
    expect(value).toEqual(read)
    expect(Object.keys(value as object)).toEqual(Object.keys(await plain.json()))
  })
})

test('a refusal is answered as JSON in the same process too', async () => {
  const missing = { ...contract.getTeam, path: '/api/v2/teams/00000000-0000-4000-8000-00000000dead' } as Endpoint
  const answer = await ask(missing, 'getTeam', true)
  expect(readInProcessValue(answer)).toBeUndefined()
  expect([answer.status, (await answer.json()).code]).toEqual([404, 'not_found'])
})
