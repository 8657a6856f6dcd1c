import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callUrl } from '#contract/core/call-url.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { contract } from '#contract/index.ts'
import { operatorContract } from '#contract/operator/index.ts'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { operatorSamples } from '#server/testing/operator-samples.ts'
import { samples, type TenantRecords } from '#server/testing/samples.ts'
import { ACME, buildTenant } from '#server/testing/tenant.ts'

const OPERATOR = 'operator:owner@posy.test'
const TILL = 'client:demo-till'

/** What is written of each caller, whatever they ask for. */
const OF_CALLERS = [
  'api_key',
  'api_request',
  'session',
  'refresh_token',
  'throttle',
  'operator_session',
  'request_count',
]

/** The reads that write: what, and why. */
const NOTES_LINKS = {
  tables: ['huggg_event'],
  why: 'its timeline says who was shown the link of a gift to someone else',
}
const WRITES: Record<string, { tables: string[]; why: string }> = {
  getHuggg: NOTES_LINKS,
  listSentHugggs: NOTES_LINKS,
  listTransactionHugggs: NOTES_LINKS,
  getTransaction: NOTES_LINKS,
  listTransactions: NOTES_LINKS,
  getTransactionReceipt: {
    tables: ['document', 'document_series', 'outgoing_message', 'transaction'],
    why: 'a receipt that is asked for before the job has issued it is issued then, once, under the same lock',
  },
}

/** Those whose sample names a record that no one has made here. */
const NOT_THERE = [
  ...[
    'getAllowance',
    'getAllowanceStatement',
    'getTextPreference',
    'getInviteByToken',
    'getVerificationByToken',
    'getEmailChangeByToken',
  ],
  ...[
    'getOrderProFormaInvoice',
    'getBankLine',
    'getBankStatement',
    'getPayoutFile',
    'getPersonExport',
    'getCatalogueFile',
  ],
  ...[
    'getMerchantStatement',
    'getMerchantStatementPaper',
    'getMerchantFile',
    'getReconcileRun',
    'getRailFile',
    'listProgramRequests',
  ],
]

let app: TestApp
let acme: TenantRecords
beforeAll(async () => {
  app = await startTestApp()
  acme = await buildTenant(app, ACME)
  await app.settle()
})
afterAll(() => app.close())

/** Each table's newest transaction that wrote a row, which an insert and an update raise, and its rows, which a delete lowers. */
async function writtenTables(): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition
      and c.relname <> all(${OF_CALLERS})`.execute(app.posy.db)
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as state from ${name}`,
  )
  const { rows } = await sql.raw<{ name: string; state: string }>(parts.join(' union all ')).execute(app.posy.db)
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}

/** A gift to someone else, whose link no one was shown yet. */
async function buyGift(): Promise<{ transaction: string; huggg: string }> {
  const { body } = await app.request('POST', '/api/v2/transactions', {
    as: acme.as,
    body: {
      purchase: { type: 'huggg', reference: demo.products.daisyGiftCard10, receivers: [{ email: 'kit@friends.test' }] },
      payment: { method: 'walletCommitment', reference: acme.wallet },
    },
  })
  return { transaction: body.data.id, huggg: body.data.hugggs[0] }
}

test('no GET of the contract or the console writes a row, but for those that are named here with their reason', async () => {
  const own = { ...acme, huggg: (await buyGift()).huggg, transaction: (await buyGift()).transaction }
  const all = [
    ...Object.entries(contract).map(([name, each]) => ({
      ...{ name, endpoint: each as Endpoint, sample: samples(own)[name as keyof typeof contract] },
      as: (each as Endpoint).access === 'merchant' ? TILL : acme.as,
    })),
    ...Object.entries(operatorContract).map(([name, each]) => ({
      ...{ name, endpoint: each as Endpoint, as: OPERATOR },
      sample: operatorSamples(own)[name as keyof typeof operatorContract],
    })),
  ]
  for (const as of [acme.as, TILL, OPERATOR]) await app.request('GET', '/api/v2/auth/me', { as })
  const written: Record<string, string[]> = {}
  const refused: string[] = []
  let before = await writtenTables()
  for (const { name, endpoint, sample, as } of all.filter(({ endpoint }) => endpoint.method === 'GET')) {
    const { status } = await app.request('GET', callUrl('', endpoint, sample.params, sample.query), {
      ...(endpoint.access === 'public' ? {} : { as }),
    })
    if (status >= 400) refused.push(`${name} ${status}`)
    const after = await writtenTables()
    const tables = Object.keys(after).filter((table) => after[table] !== before[table])
    if (tables.length) written[name] = tables
    before = after
  }
  const unexplained = Object.entries(written).filter(
    ([name, tables]) => !tables.every((table) => WRITES[name]?.tables.includes(table)),
  )
  expect(unexplained).toEqual([])
  // The walk sees what is written.
  expect(written.getHuggg).toEqual(['huggg_event'])
  expect(refused.sort()).toEqual(NOT_THERE.map((name) => `${name} 404`).sort())
})

test('twenty reads of a gift at once note once in its timeline that its link was shown', async () => {
  const { huggg: id } = await buyGift()
  const shown = async () =>
    (await app.posy.db.selectFrom('huggg_event').selectAll().where('huggg_id', '=', id).execute()).filter(
      ({ reason }) => reason === 'link shown',
    )
  expect(await shown()).toEqual([])
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => app.request('GET', `/api/v2/hugggs/${id}`, { as: acme.as })),
  )
  for (const answer of answers) expect(answer.body.data.launch_url).not.toBeNull()
  expect(await shown()).toHaveLength(1)
})

test('a sender’s page of a gift shows no link and notes none: only a press on its link does', async () => {
  const { huggg: id, transaction } = await buyGift()
  const events = async () =>
    (await app.posy.db.selectFrom('huggg_event').selectAll().where('huggg_id', '=', id).execute()).map(
      ({ reason }) => reason,
    )
  const before = await events()
  const page = await app.request('GET', `/api/v2/hugggs/${id}?links=unsent&embed[]=voucher`, { as: acme.as })
  expect(page.body.data).toMatchObject({ launch_url: null, shortcode: null, redeem_code: null, code: '' })
  await app.request('POST', '/v3/searches/hugggs', {
    as: acme.as,
    body: { query: { filters: { transactionIds: [transaction] } } },
  })
  expect(await events()).toEqual(before)
  expect((await app.request('GET', `/api/v2/hugggs/${id}`, { as: acme.as })).body.data.launch_url).not.toBeNull()
  expect(await events()).toEqual([...before, 'link shown'])
})
