import { afterAll, beforeAll, expect, test } from 'vitest'
import { callUrl } from '#contract/core/call-url.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { contract } from '#contract/index.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { samples } from '#server/testing/samples.ts'
import { ACME, buildTenant } from '#server/testing/tenant.ts'

/** `npm test` tries some of each; `npm run faults` ten thousand for every writing endpoint. */
const BODIES_PER_ENDPOINT = process.env.FAULT_ROUNDS ? 10_000 : 60
const MEMORY_GROWTH_LIMIT_BYTES = 400 * 1024 * 1024

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const deep = (levels: number): Json => {
  let value: Json = 'x'
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value }
  return value
}
const hostile: Json[] = [
  null,
  true,
  -1,
  0,
  0.5,
  1e308,
  -1e308,
  2 ** 53,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u0007',
  '=1+1',
  '@SUM(A1)',
  '+cmd|x',
  "'; drop table huggg; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '{{7*7}}',
  'x'.repeat(100_000),
  '1e999',
  'NaN',
  '2026-02-30',
  '9999-12-31T23:59:59Z',
  '+275760-09-13T00:00:00Z',
  '0000-00-00',
  'http://169.254.169.254/',
  'javascript:alert(1)',
  [],
  {},
  [[[]]],
  deep(2000),
  Array.from({ length: 5000 }, () => 0),
  { __proto__: { admin: true } } as Json,
  { constructor: { prototype: {} } },
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
]

/** A small generator with a seed, so that a failure can be repeated. */
function generator(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
}

/** A copy with one place, anywhere in it, replaced. */
function spoil(value: Json, random: (below: number) => number): Json {
  const inside = typeof value === 'object' && value !== null ? Object.keys(value) : []
  if (inside.length === 0 || random(4) === 0) return hostile[random(hostile.length)]!
  const key = inside[random(inside.length)]!
  const copy = structuredClone(value) as { [key: string]: Json }
  copy[key] = spoil(copy[key]!, random)
  return copy
}

const writing = (Object.entries(contract) as [keyof typeof contract, Endpoint][]).filter(
  ([, endpoint]) => endpoint.body,
)
let app: TestApp

beforeAll(async () => {
  app = await startTestApp({
    env: {
      GUESSES_PER_MINUTE: '1000000000',
      SIGN_IN_FAILURES_PER_QUARTER_HOUR: '1000000000',
      SIGN_IN_FAILURES_PER_QUARTER_HOUR_AND_ADDRESS: '1000000000',
      REQUESTS_PER_MINUTE: '1000000000',
    },
  })
})
afterAll(() => app.close())

test('hostile bodies at every writing endpoint never cause a 5xx, and memory stays bounded', async () => {
  const acme = await buildTenant(app, ACME)
  const before = process.memoryUsage().rss
  const failures: string[] = []
  for (const [name, endpoint] of writing) {
    const sample = samples(acme)[name]
    const as = endpoint.access === 'public' ? undefined : endpoint.access === 'merchant' ? 'client:demo-till' : acme.as
    const random = generator(name.length * 7919)
    for (let round = 0; round < BODIES_PER_ENDPOINT; round++) {
      const body = JSON.stringify(spoil(sample.body as Json, random))
      const answer = await app.request(endpoint.method, callUrl('', endpoint, sample.params, sample.query), {
        ...(as ? { as } : {}),
        body,
      })
      if (answer.status >= 500 && answer.status !== 503) failures.push(`${name} ${answer.status} ${body.slice(0, 200)}`)
    }
  }
  expect(failures).toEqual([])
  expect(process.memoryUsage().rss - before).toBeLessThan(MEMORY_GROWTH_LIMIT_BYTES)
}, 3_600_000)

test('a body of 50 MB and one nested a hundred thousand deep are refused', async () => {
  const send = (body: string) => app.request('POST', '/api/v2/transactions', { as: 'admin@acme.test', body })
  expect((await send(`"${'x'.repeat(50 * 1024 * 1024)}"`)).status).toBe(413)
  expect((await send('['.repeat(100_000) + ']'.repeat(100_000))).status).toBe(422)
})
