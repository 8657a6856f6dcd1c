import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { receivablePence } from '#server/domains/ledger/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { payInvoice } from './pay-invoice.ts'

const as = 'admin@acme.test'
const { products, teams } = demo
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const statement = async (query = '', who = as, team: string = teams.acme) =>
  app.request('GET', `/v3/teams/${team}/account-statement${query}`, { as: who })

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
        description: '4 gifts bought by invoice',
        amount: 1560,
        balance: 1560,
      },
      {
        date: '2026-03-03',
        kind: 'credit',
        number: 'CRN-000001',
        description: `Credit for one gift of ${number}`,
        amount: -390,
        balance: 1170,
      },
      {
        date: '2026-03-03',
        kind: 'credit',
        number: 'CRN-000002',
        description: `Credit for one gift of ${number}`,
        amount: -390,
        balance: 780,
      },
      {
        date: '2026-03-03',
        kind: 'invoice',
        number: second.number,
        description: 'One gift bought by invoice',
        amount: 390,
        balance: 1170,
      },
      {
        date: '2026-03-04',
        kind: 'payment',
        number,
        description: `Payment received for ${number}`,
        amount: -500,
        balance: 670,
      },
    ],
    invoiced: 1950,
    credited: 780,
    paid: 500,
    closing: 670,
  })
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
