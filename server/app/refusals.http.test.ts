import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { scopes, scopesFor } from '#contract/core/scopes.ts'
import type { Resource } from '#contract/core/shapes.ts'
import { contract } from '#contract/index.ts'
import { isForKeys } from '#contract/reference/openapi.ts'
import { createApi } from '#server/platform/http/api.ts'
import { openCalls } from '#server/platform/http/calls.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { sendThroughBothDoors } from '#server/testing/both-doors.ts'
import { type IdSite, type Sample, walkIdPlaces, withIdAt } from '#server/testing/contract-walk.ts'
import { sameAnswer } from '#server/testing/refusals.ts'
import { samples, type TenantRecords } from '#server/testing/samples.ts'
import { ACME, buildTenant, GLOBEX } from '#server/testing/tenant.ts'

/**
 * Every endpoint of the contract is refused as it should be, no matter who calls it wrongly, and alike over HTTP and to a
 * page. The tests are made from the contract: an endpoint without a sample does not compile, an id without its resource fails in
 * contract-walk.test.ts.
 */
const MISSING = '00000000-0000-4000-8000-00000000dead'
const NOT_A_TENANTS: ReadonlySet<Resource> = new Set([
  'product',
  'brand',
  'store',
  'segment',
  'tag',
  'label',
  'taxonomy',
  'taxonomyLink',
  'plan',
])
const endpoints = Object.entries(contract) as [keyof typeof contract, Endpoint][]
const guardedEndpoints = endpoints.filter(([, endpoint]) => endpoint.access !== 'public')
const forPeople = guardedEndpoints.filter(([, endpoint]) => endpoint.access === 'session')
const withBody = endpoints.filter(([, endpoint]) => endpoint.body && (endpoint.bodyKind ?? 'json') === 'json')
const withFiles = endpoints.filter(([, endpoint]) => endpoint.bodyKind === 'multipart')

let app: TestApp
let acme: TenantRecords
let globex: TenantRecords

beforeAll(async () => {
  app = await startTestApp()
  acme = await buildTenant(app, ACME)
  globex = await buildTenant(app, GLOBEX)
  await makeFingerprint()
})
afterAll(() => app.close())

const send = (endpoint: Endpoint, sample: Sample, as?: string, body?: unknown) =>
  sendThroughBothDoors(app, endpoint, sample, { as, body })

/** Written by any call, whatever happens to it: who asked, how often, when last. */
const WRITTEN_BY_ASKING = ['api_key', 'api_request', 'session', 'refresh_token', 'throttle']

/**
 * Every other table there is: how many rows it has, and the newest transaction that wrote one. An insert and an update
 * raise the second, a delete lowers the first.
 */
async function fingerprint(): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; state: string }>`select * from fingerprint()`.execute(app.posy.db)
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}

/** A function, which a connection plans once: planning so many tables each time took longer than counting their rows. */
async function makeFingerprint(): Promise<void> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition
      and c.relname <> all(${WRITTEN_BY_ASKING})
    order by 1`.execute(app.posy.db)
  const parts = tables.map(
    ({ name }) => `select '${name}', count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) from ${name}`,
  )
  await sql
    .raw(`create function fingerprint() returns table (name text, state text) language plpgsql as
      $$ begin return query ${parts.join(' union all ')}; end $$`)
    .execute(app.posy.db)
}

describe.each(guardedEndpoints)('%s', (name, endpoint) => {
  test('is refused without a token, with a wrong one and with an expired one: 401', async () => {
    const sample = samples(acme)[name]
    expect((await send(endpoint, sample)).status).toBe(401)
    expect((await send(endpoint, sample, 'not-a-token')).status).toBe(401)
    expect((await send(endpoint, sample, 'key:posy_unknown')).status).toBe(401)
    const token = await app.request('POST', '/oauth/token', {
      body: { grant_type: 'client_credentials', client_id: 'demo-customer', client_secret: 'demo-customer-secret' },
    })
    app.wall.advanceSeconds(3601)
    const expired = await send(endpoint, sample, token.body.access_token)
    expect([expired.status, expired.body.code]).toEqual([401, 'unauthenticated'])
  })
})

describe.each(withBody)('%s', (name, endpoint) => {
  test('answers malformed JSON with 400, a wrong body with 422 and every field, too much with 413', async () => {
    const as = endpoint.access === 'public' ? undefined : endpoint.access === 'merchant' ? 'client:demo-till' : acme.as
    const sample = samples(acme)[name]
    const malformed = await send(endpoint, sample, as, '{"oops"')
    expect([malformed.status, malformed.body.code]).toEqual([400, 'malformed_json'])
    const wrong = await send(endpoint, sample, as, '"a string"')
    expect([wrong.status, wrong.body.code]).toEqual([422, 'invalid_fields'])
    expect(wrong.body.details.length).toBeGreaterThan(0)
    const large = await send(endpoint, sample, as, `"${'x'.repeat((endpoint.bodyLimitBytes ?? 1024 * 1024) + 1)}"`)
    expect(large.status).toBe(413)
  })
})

/** Providers send what they like, and OAuth has unknown parameters ignored. */
const takesAnything = ({ body }: Endpoint) =>
  body &&
  JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).includes('"additionalProperties":{}')

test('a field that an endpoint does not have is refused by its name, in a body and in a query', async () => {
  for (const [name, endpoint] of endpoints.filter(
    ([, each]) => each.bodyKind !== 'multipart' && !takesAnything(each),
  )) {
    const { params, query, body } = samples(acme)[name]
    const as = endpoint.access === 'public' ? undefined : endpoint.access === 'merchant' ? 'client:demo-till' : acme.as
    const sample = { ...(params && { params }), query: { ...query, unheardOf: 1 } }
    const wrong = endpoint.method === 'GET' ? undefined : { ...(body as object | undefined), unheardOf: 1 }
    const answer = await send(endpoint, sample, as, wrong)
    expect([answer.status, answer.body.code], name).toEqual([422, 'invalid_fields'])
    const named = answer.body.details.map((each: { path: string }) => each.path)
    expect(named, name).toEqual(endpoint.method === 'GET' ? ['unheardOf'] : ['unheardOf', 'unheardOf'])
  }
})

test('a body of a type that is not read is refused with 415; JSON is read under whatever type it comes', async () => {
  const send = (body: string, type: string) =>
    app.request('POST', '/v3/automated-budgets', { as: acme.as, body, headers: { 'content-type': type } })
  for (const type of ['application/xml', 'text/xml; charset=utf-8', 'multipart/form-data; boundary=x']) {
    const { status, body } = await send('<budget/>', type)
    expect([status, body.code, body.message]).toEqual([
      415,
      'unsupported_media_type',
      `A body of the type ${type.split(';')[0]} is not read here.`,
    ])
    expect((await send('{}', type)).status).toBe(422)
  }
  for (const type of [
    'application/json',
    'application/vnd.api+json',
    'text/plain',
    'application/x-www-form-urlencoded',
  ])
    expect((await send('<budget/>', type)).body.code).toBe('malformed_json')
})

test('a refusal of any route, known or not, names its request in its body as in its header', async () => {
  const wrongClient = { grant_type: 'client_credentials', client_id: 'demo-customer', client_secret: 'wrong' }
  const big = `"${'x'.repeat(1024 * 1024 + 1)}"`
  const refused = [
    [404, await app.request('GET', '/v3/nothing')],
    [404, await app.request('POST', '/elsewhere')],
    [405, await app.request('DELETE', '/v3/products')],
    [401, await app.request('GET', '/v3/users/me/sessions')],
    [403, await app.request('GET', '/api/v2/cards', { as: 'client:demo-till' })],
    [400, await app.request('POST', '/v3/automated-budgets', { as: acme.as, body: '{"oops' })],
    [413, await app.request('POST', '/v3/automated-budgets', { as: acme.as, body: big })],
    [422, await app.request('GET', '/v3/products?limit=none', { as: acme.as })],
    [404, await app.request('GET', '/public/gifts/nothinghere')],
    [404, await app.request('POST', '/monitoring', { body: 'x' })],
    [404, await app.request('GET', '/uploads/none.png')],
    [404, await app.request('GET', '/looks/none.png')],
    [404, await app.request('GET', '/printed/none')],
    [404, await app.request('GET', '/files/none')],
    [401, await app.request('POST', '/oauth/token', { body: wrongClient })],
  ] as const
  for (const [status, { headers, body, ...answer }] of refused) {
    expect([answer.status, body.message], body.message).toEqual([status, expect.any(String)])
    expect(body.requestId, body.message).toMatch(/^[0-9a-f-]{36}$/)
    expect(body.requestId, body.message).toBe(headers.get('x-request-id'))
  }
  expect(new Set(refused.map(([, { body }]) => body.requestId)).size).toBe(refused.length)
  expect(refused.at(-1)![1].body).toMatchObject({ error: 'invalid_client', error_description: expect.any(String) })
})

test('a bug is answered with 500, nothing of its inside, and the id that its line in the log has', async () => {
  const logged: object[] = []
  const log = { error: (line: object) => logged.push(line) }
  const parts = { posy: { ...app.posy, log }, metrics: app.metrics, routes: [] }
  const api = createApi(openCalls(parts as never))
  api.get('/fails', () => {
    throw new Error('a secret of the inside')
  })
  const answer = await api.request('/fails')
  const requestId = answer.headers.get('x-request-id')
  const body = await answer.json()
  expect([answer.status, body.code, body.requestId]).toEqual([500, 'internal_error', requestId])
  expect(JSON.stringify(body)).not.toContain('secret of the inside')
  expect(logged).toEqual([expect.objectContaining({ requestId })])
})

describe.each(withFiles)('%s', (name, endpoint) => {
  test('answers what is no form with 415, a form without its file with 422, too much with 413', async () => {
    const sample = samples(acme)[name]
    const json = await send(endpoint, sample, acme.as, {})
    expect([json.status, json.body.code]).toEqual([415, 'unsupported_media_type'])
    const empty = new FormData()
    empty.append('other', 'text')
    const missing = await send(endpoint, sample, acme.as, empty)
    expect([missing.status, missing.body.details[0].path]).toEqual([422, 'file'])
    const large = new File([new Uint8Array((endpoint.bodyLimitBytes ?? 0) + 1)], 'large.png')
    expect((await send(endpoint, sample, acme.as, { file: large })).status).toBe(413)
  })
})

const listSites = (endpoint: Endpoint) => walkIdPlaces(endpoint).sites
const listTenantSites = (endpoint: Endpoint) => listSites(endpoint).filter((site) => !NOT_A_TENANTS.has(site.resource))
/** A draft keeps a theme as it was said; what it may be is asked when it is quoted and bought. */
const ASKED_LATER: ReadonlySet<string> = new Set(['createOrder body.themeId', 'updateOrder body.entity.themeId'])
/** A list narrowed by ids leaves out what is not the caller's, and a quote or a dry run says what stands against it. */
const answersEmpty = ({ method, path }: Endpoint, { place }: IdSite) =>
  (method === 'GET' && place === 'query') || /\/(quotes|award-batches\/check)$/.test(path)
const describePlace = ({ place, path }: IdSite) => `${place}.${path.join('.')}`
const notTills = guardedEndpoints.filter(([, endpoint]) => endpoint.access !== 'merchant')

describe.each(notTills.filter(([, endpoint]) => listTenantSites(endpoint).length > 0))('%s', (name, endpoint) => {
  test('treats another team’s ids as missing, each on its own, and changes nothing', async () => {
    const before = await fingerprint()
    const variants = (who: TenantRecords) => [samples(who)[name], ...(samples(who)[name].variants ?? [])]
    const tried = new Set<string>()
    for (const [index, own] of variants(acme).entries()) {
      const foreign = variants(globex)[index]!
      for (const site of listTenantSites(endpoint)) {
        const foreignId = valueAt(foreign, site.place, site.path)
        // The same for both: no team's, such as a product where an order could be.
        if (foreignId === undefined || foreignId === valueAt(own, site.place, site.path)) continue
        const asForeign = withIdAt(own, site, foreignId)
        const asMissing = withIdAt(own, site, MISSING)
        if (!asForeign || !asMissing) continue
        const [a, b] = [await send(endpoint, asForeign, acme.as), await send(endpoint, asMissing, acme.as)]
        const where = describePlace(site)
        tried.add(where)
        const expected = answersEmpty(endpoint, site) ? [200, 403, 404, 422] : [403, 404, 422]
        expect(expected, `${where}: ${JSON.stringify(a.body)}`).toContain(a.status)
        expect(a.body, where).toEqual(sameAnswer(b.body))
      }
    }
    const untried = listTenantSites(endpoint)
      .map(describePlace)
      .filter((place) => !tried.has(place))
    expect(untried.filter((place) => !ASKED_LATER.has(`${name} ${place}`))).toEqual([])
    expect(await fingerprint()).toEqual(before)
  })
})

describe.each(notTills.filter(([, endpoint]) => listSites(endpoint).length > 0))('%s', (name, endpoint) => {
  test('refuses a malformed id with 422', async () => {
    for (const site of listSites(endpoint)) {
      const wrong = withIdAt(samples(acme)[name], site, 'not-an-id')
      if (wrong) expect((await send(endpoint, wrong, acme.as)).status).toBe(422)
    }
  })
})

function valueAt(sample: Sample, place: 'params' | 'query' | 'body', path: string[]): string | undefined {
  let node: unknown = sample[place]
  for (const step of path)
    node = step === '[]' ? (node as unknown[] | undefined)?.[0] : (node as Record<string, unknown> | undefined)?.[step]
  return typeof node === 'string' ? node : undefined
}

describe.each(forPeople.filter(([, endpoint]) => endpoint.permission))('%s', (name, endpoint) => {
  test('is refused to anyone who lacks its permission: 403, nothing changed', async () => {
    const wanted = [endpoint.permission!].flat()
    const lacking: string[] = []
    for (const as of ['viewer@acme.test', 'participant@acme.test', 'subteam@acme.test']) {
      const { permissions } = (await app.request('GET', '/api/v2/auth/me', { as })).body.data.permissions
      if (!wanted.some((permission) => permissions[permission])) lacking.push(as)
    }
    const before = await fingerprint()
    for (const as of lacking) {
      const answer = await send(endpoint, samples(acme)[name], as)
      expect([answer.status, answer.body.code], as).toEqual([403, 'forbidden'])
    }
    expect(await fingerprint()).toEqual(before)
  })
})

describe('an API key of one scope', () => {
  test.each(scopes)('%s: may call nothing that needs another, and changes nothing by trying', async (scope) => {
    const issued = await app.request('POST', `/v3/teams/${acme.team}/api-keys`, {
      as: acme.as,
      body: { name: scope, scopes: [scope] },
    })
    const as = `key:${issued.body.data.key}`
    // The first use is recorded, whatever comes of it.
    await app.request('GET', '/api/v2/auth/me', { as })
    const before = await fingerprint()
    const others = guardedEndpoints.filter(([, each]) => isForKeys(each) && !scopesFor(each).includes(scope))
    for (const [name, endpoint] of others) {
      const answer = await send(endpoint, samples(acme)[name], as)
      expect([answer.status, answer.body.code], name).toEqual([403, 'scope_missing'])
    }
    expect(await fingerprint()).toEqual(before)
  })
})

describe('a till', () => {
  test('may not do what people do, nor people what tills do', async () => {
    for (const [name, endpoint] of forPeople)
      expect((await send(endpoint, samples(acme)[name], 'client:demo-till')).status, name).toBe(403)
    for (const [name, endpoint] of guardedEndpoints.filter(([, each]) => each.access === 'merchant'))
      expect((await send(endpoint, samples(acme)[name], acme.as)).status, name).toBe(403)
  })
})

test('every refusal of this file is among the errors that its endpoint declares', () => {
  expect([...app.undeclaredRefusals].sort()).toEqual([])
})
