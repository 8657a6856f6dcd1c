import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callUrl } from '#contract/core/call-url.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { fieldNames, fieldSchema, keptKind } from '#contract/core/sent-back.ts'
import { contract } from '#contract/index.ts'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestAnswer, type TestApp } from '#server/testing/app.ts'
import { samples, type TenantRecords } from '#server/testing/samples.ts'
import { ACME, buildTenant } from '#server/testing/tenant.ts'

type Tree = Record<string, unknown>
const takesRecords = Object.entries(contract as Record<string, Endpoint>).filter(([, { sentBack }]) => sentBack)
const changing = takesRecords.filter(([, { sentBack }]) => !sentBack!.creates)
const creating = takesRecords.filter(([, { sentBack }]) => sentBack!.creates)

let app: TestApp
let acme: TenantRecords
beforeAll(async () => {
  app = await startTestApp({ env: { REQUESTS_PER_MINUTE: '100000' } })
  acme = await buildTenant(app, ACME)
  const { body: theme } = await app.request('GET', `/v3/themes/${acme.theme}`, { as: acme.as })
  expect(theme.data.type).toBe('model')
  const printed = samples(acme).setPrintableReceivers
  await app.request('POST', `/v3/printables/transactions/${acme.printed}/receivers`, {
    as: acme.as,
    body: printed.body,
  })
})
afterAll(() => app.close())

interface RecordAt {
  params?: Tree
  /** Where it is read. */
  from: string
  find?: (data: never) => unknown
  /** What the body needs beside the record. */
  also?: Tree
  as?: string
}
/** Where each record is read that an endpoint takes back. A new endpoint does not pass without one. */
const records = (): Record<string, RecordAt> => ({
  updateBudget: { params: { id: acme.budget }, from: `/v3/automated-budgets/${acme.budget}` },
  updateBudgetInvoice: {
    params: { id: acme.budget, invoiceId: acme.budgetInvoice },
    from: `/v3/invoices/${acme.budgetInvoice}`,
  },
  updateInvoice: { params: { id: acme.invoice }, from: `/v3/invoices/${acme.invoice}` },
  updateHuggg: { params: { id: acme.huggg }, from: `/api/v2/hugggs/${acme.huggg}` },
  undoRedemption: {
    params: { id: acme.redeemedHuggg, redemptionId: acme.redemption },
    from: `/api/v2/hugggs/${acme.redeemedHuggg}?embed[]=redemptions`,
    find: ({ embedded }: { embedded: { redemptions: Tree[] } }) => embedded.redemptions[0],
    also: { redeemed: false },
    as: 'client:demo-till',
  },
  updateOrder: { params: { id: acme.order }, from: `/api/v2/orders/${acme.order}` },
  updateCard: {
    params: { id: acme.card },
    from: '/api/v2/cards',
    find: (cards: { id: string }[]) => cards.find(({ id }) => id === acme.card),
    also: { isDefault: true },
  },
  upsertPrintable: {
    params: { id: acme.printed },
    from: `/v3/printables/transactions/${acme.printed}`,
  },
  updatePrintableTemplate: {
    params: { id: acme.template },
    from: `/v3/printables/templates/${acme.template}`,
  },
  setPrintableReceivers: {
    params: { id: acme.printed },
    from: `/v3/printables/transactions/${acme.printed}/receivers`,
  },
  updateTeam: { params: { id: acme.team }, from: `/api/v2/teams/${acme.team}` },
  upsertTheme: { from: `/v3/themes/${acme.theme}` },
  updateTransaction: { params: { id: acme.transaction }, from: `/api/v2/transactions/${acme.transaction}` },
  updateUser: { from: '/api/v2/auth/me', find: ({ user }: { user: Tree }) => user },
  upsertContactPreferences: { from: `/v3/emails/contact-preferences/${acme.email}` },
})

async function readRecord(name: string): Promise<Tree> {
  const { from, find = (data: unknown) => data } = records()[name]!
  const { status, body } = await app.request('GET', from, { as: acme.as })
  expect(status, JSON.stringify(body)).toBe(200)
  return find(body.data as never) as Tree
}

/** The record as the endpoint's body holds it. */
const wrapRecord = ({ sentBack }: Endpoint, record: unknown, also: Tree = {}): Tree => {
  const at = sentBack!.at
  return at ? { [at.replace('[]', '')]: record, ...also } : { ...(record as Tree), ...also }
}

function sendBack(name: string, endpoint: Endpoint, record: unknown): Promise<TestAnswer> {
  const { params = {}, also, as = acme.as } = records()[name]!
  const path = callUrl('', endpoint, params, {})
  return app.request(endpoint.method, path, { as, body: wrapRecord(endpoint, record, also) })
}

/** What a change counts, and when. */
const moving = /^(?:version|dateModified|updated_at|undone_at|redeemed|dateLastUsed)$/
const still = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, each) => (moving.test(key) ? undefined : each)))

const settable = ({ body, sentBack }: Endpoint) =>
  fieldNames(sentBack!.at ? fieldSchema(body, sentBack!.at.replace('[]', '')) : body)
const other = (value: unknown): unknown =>
  typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : 'another'

test('the contract says where every record is read that may be sent back', () => {
  expect(Object.keys(records()).sort()).toEqual(changing.map(([name]) => name).sort())
})

describe.each(changing)('%s accepts its record as it was read:', (name, endpoint) => {
  test('whole, and leaves it as it is', async () => {
    const before = await readRecord(name)
    const answer = await sendBack(name, endpoint, before)
    expect([answer.status, answer.body.details ?? []]).toEqual([200, []])
    if (name !== 'undoRedemption') expect(still(await readRecord(name))).toEqual(still(before))
  })

  test('not with another identity or status, which is refused by its path', async () => {
    if (endpoint.sentBack!.at?.endsWith('[]')) return
    const record = await readRecord(name)
    const prefix = endpoint.sentBack!.at ? `${endpoint.sentBack!.at}.` : ''
    const names = Object.keys(record).filter((field) => {
      const kind = keptKind(field, endpoint.sentBack!)
      return (kind === 'identity' || kind === 'status') && !settable(endpoint).has(field)
    })
    if (name !== 'upsertContactPreferences' && name !== 'undoRedemption') expect(names.length).toBeGreaterThan(0)
    for (const field of names) {
      const answer = await sendBack(name, endpoint, { ...record, [field]: other(record[field]) })
      expect([field, answer.status, answer.body.details?.map(({ path }: { path: string }) => path)]).toEqual([
        field,
        422,
        [`${prefix}${field}`],
      ])
      expect(still(await readRecord(name))).toEqual(still(record))
    }
  })

  test('not with a misspelt name', async () => {
    // A theme keeps properties of a program's own.
    if (name === 'upsertTheme') return
    const record = await readRecord(name)
    const isList = Array.isArray(record)
    const answer = await sendBack(
      name,
      endpoint,
      isList ? [{ ...record[0], unheardOf: 1 }] : { ...record, unheardOf: 1 },
    )
    const at = endpoint.sentBack!.at?.replace('[]', '.0')
    expect([answer.status, answer.body.details.map(({ path }: { path: string }) => path)]).toEqual([
      422,
      [`${at ? `${at}.` : ''}unheardOf`],
    ])
  })
})

describe.each(creating)('%s accepts the field names of a record that was read,', (name, endpoint) => {
  const send = (more: Tree) => {
    const { params = {}, body } = samples(acme)[name as keyof typeof contract]
    const at = endpoint.sentBack!.at?.replace('[]', '')
    const given = body as Tree
    const [first] = at ? (given[at] as (Tree | string)[]) : []
    const row = typeof first === 'string' ? { email: first } : first
    const whole = at ? { ...given, [at]: [{ ...row, ...more }] } : { ...given, ...more }
    return app.request(endpoint.method, callUrl('', endpoint, params, {}), { as: acme.as, body: whole })
  }
  test('and gives the new record values of its own', async () => {
    const made = [...fieldNames(endpoint.sentBack!.record)].filter(
      (field) => keptKind(field, endpoint.sentBack!) === 'derived' && !settable(endpoint).has(field),
    )
    const before = Object.fromEntries(made.map((field) => [field, 'of another']))
    const answer = await send(before)
    expect([answer.status, answer.body.details ?? []]).toEqual([201, []])
    expect(JSON.stringify(answer.body.data)).not.toContain('of another')
  })
  test('but not another owner', async () => {
    if (endpoint.sentBack!.at) return
    const answer = await send({ userId: demo.users.globexAdmin })
    expect([answer.status, answer.body.details?.map(({ path }: { path: string }) => path)]).toEqual([422, ['userId']])
  })
})

test('a gift and a purchase that have been sent are sent back as they were read, and one of their fields is changed', async () => {
  const purchase = {
    type: 'huggg',
    reference: demo.products.daisyFlatWhite,
    deliveryMethod: 'email',
    message: 'Well done',
    receivers: [{ email: 'sent@friends.test' }],
    reasonCode: acme.reasonCode,
  }
  const payment = { method: 'walletCommitment', reference: acme.wallet }
  const bought = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
    as: acme.as,
    body: { purchase, payment },
  })
  await app.settle()
  const paths = [`/api/v2/transactions/${bought.body.data.id}`, `/api/v2/hugggs/${bought.body.embedded.hugggs[0].id}`]
  for (const path of paths) {
    const { body: read } = await app.request('GET', path, { as: acme.as })
    const answer = await app.request('PATCH', path, {
      as: acme.as,
      body: { ...read.data, ...(path === paths[0] ? { title: 'Q1' } : { notes: 'Thanks' }) },
    })
    expect([answer.status, answer.body.details ?? answer.body.message ?? []]).toEqual([200, []])
    expect(answer.body.data).toMatchObject(
      path === paths[0] ? { title: 'Q1' } : { notes: 'Thanks', sent_date: read.data.sent_date },
    )
  }
})

test('an order that another tab saved meanwhile is not undone by sending back what was read before', async () => {
  const read = await readRecord('updateOrder')
  const order = contract.updateOrder
  for (const notes of ['one', 'two'])
    await app.request('PUT', `/api/v2/orders/${acme.order}`, { as: acme.as, body: { entity: { notes } } })
  const answer = await app.request(order.method, `/api/v2/orders/${acme.order}`, {
    as: acme.as,
    body: { entity: read, replace: true },
  })
  expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
  expect(await readRecord('updateOrder')).toMatchObject({ notes: 'two' })
})

test('a record of another team is not found, whatever is sent back with it', async () => {
  const { body } = await app.request('GET', `/api/v2/teams/${demo.teams.globex}`, { as: 'admin@globex.test' })
  for (const id of [demo.teams.globex, '00000000-0000-4000-8000-00000000ffff']) {
    const answer = await app.request('PUT', `/api/v2/teams/${id}`, { as: acme.as, body: { ...body.data, id } })
    expect(answer.status).toBe(404)
  }
})
