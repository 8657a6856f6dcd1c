import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { operatorMay, operatorPermissions, operatorRoles } from '#contract/core/operators.ts'
import { contract } from '#contract/index.ts'
import { operatorContract } from '#contract/operator/index.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { sendThroughBothDoors } from '#server/testing/both-doors.ts'
import { type Sample, walkIdPlaces } from '#server/testing/contract-walk.ts'
import { operatorSamples } from '#server/testing/operator-samples.ts'
import { samples, type TenantRecords } from '#server/testing/samples.ts'
import { ACME, buildTenant } from '#server/testing/tenant.ts'

/** The console lets in operators alone, and operators nowhere else, over HTTP and to a page alike. Made from both contracts. */
type Named = [keyof typeof operatorContract, Endpoint]
const endpoints = Object.entries(operatorContract) as Named[]
const guardedEndpoints = endpoints.filter(([, { access }]) => access !== 'public')
const acts = guardedEndpoints.filter(([, { operator }]) => operator?.needsReason)
/** Changes of the caller's own session. */
const WITHOUT_REASON = ['signOutOperator']

let app: TestApp
let acme: TenantRecords
beforeAll(async () => {
  app = await startTestApp()
  acme = await buildTenant(app, ACME)
  // Signing in is written down: it comes before what must change nothing.
  for (const as of ['admin@acme.test', 'client:demo-till', 'client:demo-web', 'key:demo-customer'])
    await app.request('GET', '/api/v2/auth/me', { as })
  for (const role of operatorRoles) await app.request('GET', '/v3/operator/me', { as: `operator:${role}@posy.test` })
})
afterAll(() => app.close())

const send = (endpoint: Endpoint, sample: Sample, as?: string, body?: unknown) =>
  sendThroughBothDoors(app, endpoint, sample, { as, body })

/** What a refused call must not have left behind; sessions note when they were used. */
async function fingerprint(): Promise<string> {
  const tables = [
    'operator',
    'operator_act',
    'audit_event',
    'ledger_entry',
    'huggg',
    'team',
    'wallet',
    'outgoing_message',
  ]
  const parts = tables.map(
    (table) => `select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash from ${table} t`,
  )
  const { rows } = await sql.raw(parts.join(' union all ')).execute(app.posy.db)
  return JSON.stringify(rows)
}

test('every operator endpoint says who may call it, declares its ids, and is open to no one else', () => {
  const all = [...Object.values(contract), ...Object.values(operatorContract)] as Endpoint[]
  expect(new Set(all.map((each) => `${each.method} ${each.path.replace(/\{\w+\}/g, '{}')}`)).size).toBe(all.length)
  for (const [name, each] of endpoints) {
    expect([each.id, walkIdPlaces(each).undeclared]).toEqual([name, []])
    expect(each.path).toMatch(/^\/v3\/operator\//)
  }
  for (const each of Object.values(contract) as Endpoint[]) expect(each.access, each.id).not.toBe('operator')
  for (const [name, { access, operator, method, body }] of guardedEndpoints) {
    expect([access, Boolean(operator)], name).toEqual(['operator', true])
    const isAct = operator?.needsReason === true
    expect(isAct, name).toBe(method !== 'GET' && !WITHOUT_REASON.includes(name))
    if (isAct) expect(body?.safeParse({}).error?.issues.map(({ path }) => path.join('.'))).toContain('reason')
  }
  const asked = new Set(guardedEndpoints.map(([, { operator }]) => operator?.permission))
  expect(Object.keys(operatorPermissions).filter((permission) => !asked.has(permission as never))).toEqual([])
})

describe.each(guardedEndpoints)('%s', (name, endpoint) => {
  test('is refused to everyone but operators: 401, nothing changed', async () => {
    const sample = operatorSamples(acme)[name]
    const before = await fingerprint()
    for (const as of [
      undefined,
      'x'.repeat(43),
      'admin@acme.test',
      'client:demo-till',
      'client:demo-web',
      'key:demo-customer',
    ])
      expect((await send(endpoint, sample, as)).status, as).toBe(401)
    expect(await fingerprint()).toBe(before)
  })
})

describe.each(acts)('%s', (name, endpoint) => {
  test('is refused without a reason: 422 names it; and to a lesser role: 403; nothing changed', async () => {
    const sample = operatorSamples(acme)[name]
    const before = await fingerprint()
    const { reason, ...body } = sample.body as { reason: string }
    expect(reason).toBeTruthy()
    for (const unexplained of [body, { ...body, reason: '  ' }, { ...body, reason: 7 }]) {
      const refused = await send(endpoint, sample, 'operator:owner@posy.test', unexplained)
      expect([refused.status, refused.body.details.map(({ path }: { path: string }) => path)]).toEqual([
        422,
        ['reason'],
      ])
    }
    for (const role of operatorRoles.filter((each) => !operatorMay(each, endpoint.operator!.permission)))
      expect((await send(endpoint, sample, `operator:${role}@posy.test`)).status, role).toBe(403)
    expect(await fingerprint()).toBe(before)
  })
})

test('an operator’s token opens nothing of the customers’ API', async () => {
  const before = await fingerprint()
  for (const [name, endpoint] of Object.entries(contract) as [keyof typeof contract, Endpoint][])
    if (endpoint.access !== 'public')
      expect((await send(endpoint, samples(acme)[name], 'operator:owner@posy.test')).status, name).toBe(401)
  expect(await fingerprint()).toBe(before)
})
