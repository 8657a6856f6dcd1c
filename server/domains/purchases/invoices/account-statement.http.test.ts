import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { receivablePence } from '#server/domains/ledger/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { payInvoice } from './pay-invoice.ts'
import { mailStatements } from './statement-emails.ts'

const as = 'admin@acme.test'
const { products, teams } = demo
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const statement = async (query = '', who = as, team: string = teams.acme) =>
  app.request('GET', `/v3/teams/${team}/account-statement${query}`, { as: who })

/** Moves the business clock to a moment. */
const moveTo = (moment: string) => app.advance(app.posy.clock.now().until(moment).toString())

const buy = async (quantity: number) => {
  const { body } = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
    as,
    body: {
      purchase: { type: 'bulkHugggs', reference: products.daisyFlatWhite, deliveryMethod: 'links', quantity },
      payment: { method: 'invoice' },
    },
  })
  const { files } = (await app.request('GET', `/api/v2/transactions/${body.data.id}/receipt`, { as })).body.data
  return { gifts: body.data.embedded.hugggs, number: files[0].fileName.slice(0, 10) as string }
}

test('the account statement says what was owed, invoiced, credited and paid, in any range, and what is owed is what the ledger holds', async () => {
  const { gifts, number } = await buy(4)
  await app.advance('P1D')
  await app.request('POST', `/api/v2/hugggs/${gifts[0].id}/cancel`, { as })
  await app.settle()
  await app.request('POST', `/api/v2/hugggs/${gifts[1].id}/cancel`, { as })
  await app.settle()
  const second = await buy(1)
  await app.advance('P1D')
  await transact(app.posy, { actor: operatorActor }, (work) =>
    payInvoice(work, { number, amountPence: 500, bankLine: 'a line' }),
  )
  const { status, body } = await statement()
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data).toEqual({
    teamId: teams.acme,
    currency: 'GBX',
    from: expect.any(String),
    until: '2026-03-04',
    opening: 0,
    lines: [
      {
        date: '2026-03-02',
        kind: 'invoice',
        number,
        invoiceId: expect.any(String),
        description: '4 gifts bought by invoice',
        amount: 1560,
        balance: 1560,
      },
      {
        date: '2026-03-03',
        kind: 'credit',
        number: 'CRN-000001',
        invoiceId: expect.any(String),
        description: `Credit for one gift of ${number}`,
        amount: -390,
        balance: 1170,
      },
      {
        date: '2026-03-03',
        kind: 'credit',
        number: 'CRN-000002',
        invoiceId: expect.any(String),
        description: `Credit for one gift of ${number}`,
        amount: -390,
        balance: 780,
      },
      {
        date: '2026-03-03',
        kind: 'invoice',
        number: second.number,
        invoiceId: expect.any(String),
        description: 'One gift bought by invoice',
        amount: 390,
        balance: 1170,
      },
      {
        date: '2026-03-04',
        kind: 'payment',
        number,
        invoiceId: expect.any(String),
        description: `Payment received for ${number}`,
        amount: -500,
        balance: 670,
      },
    ],
    invoiced: 1950,
    credited: 780,
    paid: 500,
    other: 0,
    closing: 670,
  })
  const of = body.data.lines.map(({ invoiceId }: { invoiceId: string }) => invoiceId)
  // A credit note and a payment lead to the invoice that they are of.
  expect([of[1], of[2], of[4]]).toEqual([of[0], of[0], of[0]])
  expect(of[3]).not.toBe(of[0])
  expect(await receivablePence(app.posy.db, teams.acme, 'GBX')).toBe(670)
  const day = (await statement('?from=2026-03-03&until=2026-03-03')).body.data
  expect([day.opening, day.lines.length, day.closing]).toEqual([1560, 3, 1170])
  expect((await statement('?from=2026-03-03&to=2026-03-03')).body.data).toEqual(day)
  const none = (await statement('?from=2026-03-05&until=2026-03-09')).body.data
  expect([none.opening, none.lines, none.closing]).toEqual([670, [], 670])
  expect((await statement('?currency=EUX')).body.data).toMatchObject({ opening: 0, lines: [], closing: 0 })
})

test('the account statement refuses a range that ends before it starts, dates that do not exist, and anyone who may not see it', async () => {
  const backwards = await statement('?from=2026-03-04&until=2026-03-03')
  expect([backwards.status, backwards.body.details[0].path]).toEqual([422, 'until'])
  expect((await statement('?from=2026-02-30')).status).toBe(422)
  expect((await statement('', 'participant@acme.test')).status).toBe(403)
  // A subteam's admin sees no bill of the parent.
  expect((await statement('', 'subteam@acme.test')).status).toBe(404)
  expect((await statement('', 'viewer@acme.test')).body.data).toEqual((await statement('')).body.data)
  expect((await statement('', 'admin@globex.test')).status).toBe(404)
})

test('a team that wants its statement by email gets the month before once, on the first weekday’s morning, with what is overdue', async () => {
  const emails = (method: 'GET' | 'PUT', who = as, team: string = teams.acme, monthly = true) =>
    app.request(method, `/v3/teams/${team}/statement-emails`, {
      as: who,
      ...(method === 'PUT' && { body: { monthly } }),
    })
  const sent = async (to = as) => {
    await app.settle()
    const mails = (await app.request('GET', `/sandbox/messages?to=${to}`)).body.data as {
      subject: string
      text: string
    }[]
    return mails.filter(({ subject }) => subject.startsWith('Statement of account for'))
  }
  expect((await emails('GET', 'viewer@acme.test')).body.data).toMatchObject({ monthly: false, next: null })
  for (const [who, status] of [
    ['viewer@acme.test', 403],
    ['participant@acme.test', 403],
    ['subteam@acme.test', 403],
    ['admin@globex.test', 404],
  ] as const)
    expect((await emails('PUT', who)).status, who).toBe(status)
  expect((await emails('GET', 'admin@globex.test')).status).toBe(404)

  // Wednesday, in summer time by then.
  const on = { monthly: true, next: '2026-04-01T08:00:00.000Z' }
  await Promise.all([1, 2, 3].map(() => emails('PUT')))
  expect((await emails('GET')).body.data).toMatchObject({
    ...on,
    people: [expect.objectContaining({ name: 'Alice Archer' })],
  })
  // Where nothing happened and nothing is owed nothing leaves.
  expect((await emails('PUT', 'admin@globex.test', teams.globex)).body.data).toMatchObject(on)
  const { closing } = (await statement()).body.data
  await moveTo('2026-04-01T07:59:00Z')
  expect(await sent()).toEqual([])
  await moveTo('2026-04-01T08:00:00Z')
  const [mail] = await sent()
  expect(mail!.subject).toBe('Statement of account for March 2026: £6.70 owed (Acme)')
  for (const line of [
    'Owed before: £0.00',
    'Invoices: £19.50',
    'Credit notes: −£7.80',
    'Payments: −£5.00',
    'Owed at the end: £6.70',
  ])
    expect(mail!.text).toContain(line)
  expect(mail!.text).toContain('On Wednesday 1 April 2026 nothing is overdue.')
  expect(mail!.text).toContain('/invoices/statement?from=2026-03-01&to=2026-03-31&currency=GBX')
  expect([closing, await sent('admin@globex.test')]).toEqual([670, []])

  // Twins, and what was queued before a crash, send the month no second time.
  await sql`update statement_email set next_at = '2026-04-01T08:00:00Z'`.execute(app.posy.db)
  const now = new Date(app.posy.clock.now().epochMilliseconds)
  await Promise.all([1, 2, 3].map(() => mailStatements(app.posy, now)))
  expect(await sent()).toHaveLength(1)
  expect((await emails('GET')).body.data.next).toBe('2026-05-01T08:00:00.000Z')

  await moveTo('2026-05-01T08:00:00Z')
  const april = (await sent()).find(({ subject }) => subject.includes('April'))
  expect(april!.text).toContain('Owed before: £6.70')
  expect(april!.text).toContain('On Friday 1 May 2026 £6.70 is overdue, on 2 invoices.')
  expect((await emails('PUT', as, teams.acme, false)).body.data).toMatchObject({ monthly: false, next: null })
  await moveTo('2026-06-02T08:00:00Z')
  expect(await sent()).toHaveLength(2)
})

test('the account statement is a PDF too, for who may see it', async () => {
  const pdf = (who: string, query = '?from=2026-03-01&until=2026-03-31') =>
    app.request('GET', `/v3/teams/${teams.acme}/account-statement/pdf${query}`, { as: who })
  const { body } = await pdf('viewer@acme.test')
  expect(body.data).toMatchObject({ fileName: 'statement-2026-03-01-2026-03-31.pdf', contentType: 'application/pdf' })
  const bytes = Buffer.from(body.data.base64, 'base64')
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect([(await pdf('admin@globex.test')).status, (await pdf('participant@acme.test')).status]).toEqual([404, 403])
  expect((await pdf(as, '?from=2026-03-04&until=2026-03-03')).status).toBe(422)
})
