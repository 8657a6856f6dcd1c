import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TransactionReportRow } from '#contract/reports/reports.ts'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { sameAnswer } from '#server/testing/refusals.ts'

const { users, wallets, products, stores } = demo
/** A flat white: £3.60 with 60p VAT in it, 25p fee and 5p VAT on the fee. */
const COST = 390
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const post = async (path: string, body?: unknown, as = 'admin@acme.test') => {
  const answer = await app.request('POST', path, { as, body: body ?? {} })
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}
const buy = (purchase: object, as?: string, wallet: string = wallets.acmeMain) =>
  post(
    '/api/v2/transactions?embed[]=hugggs',
    {
      purchase: { type: 'huggg', reference: products.daisyFlatWhite, ...purchase },
      payment: { method: 'walletCommitment', reference: wallet },
    },
    as,
  )
const report = (userId: string, as = 'admin@acme.test') =>
  app.request('GET', `/api/v2/report/transactions/user/${userId}`, { as })
const findRow = async (id: string, userId: string = users.acmeAdmin): Promise<TransactionReportRow> =>
  (await report(userId)).body.data.find((row: TransactionReportRow) => row.id === id)

const states = [
  'created',
  'sent',
  'claimed',
  'redeemed',
  'expired',
  'cancelled',
  'pending',
  'scheduled',
  'fetched',
] as const
const tallies = (row: TransactionReportRow) =>
  Object.fromEntries(states.flatMap((state) => (row[state] ? [[state, row[state]]] : [])))

function addsUp(row: TransactionReportRow): void {
  expect(states.reduce((sum, state) => sum + row[state], 0)).toBe(row.sale_quantity)
  expect(states.reduce((sum, state) => sum + row[`${state}Value`], 0)).toBe(row.totalValue)
  expect(row.totalValue).toBe(row.sale_total)
}

/** What the ledger paid back for the gifts of a purchase. */
async function returnedByLedger(transactionId: string): Promise<number> {
  const { rows } = await sql<{ pence: number }>`
    select coalesce(sum(entry.amount), 0)::bigint as pence
    from huggg
    join ledger_transfer as transfer on transfer.reference_id = huggg.id::text and transfer.kind in ('cancellation', 'expiry')
    join ledger_entry as entry on entry.transfer_id = transfer.id
    join ledger_account as account on account.id = entry.account_id and account.kind = 'available'
    where huggg.transaction_id = ${transactionId}`.execute(app.posy.db)
  return rows[0]!.pence
}

test('the purchase report follows every gift of a purchase to the penny, from bought to redeemed, cancelled and expired', async () => {
  const bought = await buy({
    quantity: 6,
    deliveryMethod: 'links',
    title: 'Coffee',
    message: 'Enjoy',
    reasonCode: undefined,
  })
  const [sent, opened, redeemed, cancelled] = bought.embedded.hugggs
  expect(await findRow(bought.id)).toMatchObject({
    product: { id: products.daisyFlatWhite, label: 'Flat white', images: { main: expect.any(Array) } },
    delivery_method: 'links',
    sale_per_item: 360,
    sale_vat: 6 * 65,
    sale_total: 6 * COST,
    sale_quantity: 6,
    created: 6,
    createdValue: 6 * COST,
    stashed: 6,
    stashedValue: 6 * COST,
    refundedValue: 0,
    maxSentDate: null,
    purchased_at_date: '2026-03-02',
    purchased_at_time: '10:00:00',
    huggg_message: 'Enjoy',
    notify_on_complete: false,
    processing: null,
    super_url_id: null,
    wallet: { id: wallets.acmeMain, name: 'Acme main' },
  })

  await post(`/api/v2/huggg/${sent.id}/toggleSent`, { is_preview: false })
  await post(`/public/gifts/${opened.shortcode}/open`)
  await post(
    `/api/v2/hugggs/${redeemed.shortcode}/redemptions`,
    { location_id: stores.daisyCoffeeLeeds },
    'client:demo-till',
  )
  await post(`/api/v2/hugggs/${cancelled.id}/cancel`)
  const midway = await findRow(bought.id)
  addsUp(midway)
  expect(tallies(midway)).toEqual({ created: 2, sent: 1, claimed: 1, redeemed: 1, cancelled: 1 })
  expect(midway).toMatchObject({ stashed: 2, stashedValue: 2 * COST, refundedValue: COST, cancelledValue: COST })
  expect(midway.maxSentDate).not.toBeNull()

  await app.advance('P400D')
  const end = await findRow(bought.id)
  addsUp(end)
  expect(tallies(end)).toEqual({ redeemed: 1, cancelled: 1, expired: 4 })
  expect(end.stashed).toBe(0)
  expect(end.refundedValue).toBe(await returnedByLedger(bought.id))
})

test('gifts that are still being made are pending in the purchase report, with their value', async () => {
  const bought = await buy({ type: 'bulkHugggs', quantity: 150, deliveryMethod: 'links' })
  const before = await findRow(bought.id)
  addsUp(before)
  expect(before).toMatchObject({ pending: 150, pendingValue: 150 * COST, created: 0, processing: 'creating' })
  await app.settle()
  const after = await findRow(bought.id)
  addsUp(after)
  expect(after).toMatchObject({ pending: 0, pendingValue: 0, created: 150, processing: null })
})

test('in the purchase report gifts sent by email are sent, never stashed, and the newest purchases come first', async () => {
  app.wall.advanceSeconds(1)
  const receivers = [{ email: 'one@example.test' }, { email: 'two@example.test' }]
  const bought = await buy({ deliveryMethod: 'email', receivers })
  expect((await findRow(bought.id)).stashed).toBe(0)
  await app.settle()
  const row = await findRow(bought.id)
  addsUp(row)
  expect(tallies(row)).toEqual({ sent: 2 })
  expect((await report(users.acmeAdmin)).body.data[0].id).toBe(bought.id)
})

test('the purchase report needs view-statistics for others’ purchases, and never shows other teams’', async () => {
  const viewed = await report(users.acmeAdmin, 'viewer@acme.test')
  expect([viewed.status, viewed.body.data.length]).toEqual([200, 3])
  expect((await report(users.acmeAdmin, 'participant@acme.test')).status).toBe(403)
  const own = await report(users.acmeParticipant, 'participant@acme.test')
  expect([own.status, own.body.data]).toEqual([200, []])
  const foreign = await report(users.acmeAdmin, 'admin@globex.test')
  const missing = await report('00000000-0000-4000-8000-00000000ffff', 'admin@globex.test')
  expect([foreign.status, foreign.body]).toEqual([404, sameAnswer(missing.body)])
  expect((await report(users.acmeAdmin, 'subteam@acme.test')).status).toBe(404)
})

test('a code that was given out counts as fetched, and its value among the redeemed, permanently', async () => {
  await app.posy.db
    .updateTable('product')
    .set({ voucher_type: 'tillo', issuer_reference: 'daisy-gb' })
    .where('id', '=', products.daisyGiftCard10)
    .execute()
  const day = app.posy.clock.now().add({ hours: 240 }).toString().slice(0, 10)
  const bought = await buy({ reference: products.daisyGiftCard10, quantity: 2, deliveryMethod: 'links', expiry: day })
  for (const step of ['open', 'claim', 'reveal'])
    await post(`/public/gifts/${bought.embedded.hugggs[0].shortcode}/${step}`)
  await app.advance('P20D')
  const row = await findRow(bought.id)
  addsUp(row)
  expect(tallies(row)).toEqual({ fetched: 1, expired: 1 })
  expect(row).toMatchObject({ redeemedValue: row.sale_total / 2, fetchedValue: 0, expiredValue: row.sale_total / 2 })
})

test('the purchase report of the latest has besides them what waits for its sender or was bought since, each as the whole report tells it', async () => {
  const read = async (query = ''): Promise<TransactionReportRow[]> =>
    (await app.request('GET', `/api/v2/report/transactions/user/${users.acmeAdmin}${query}`, { as: 'admin@acme.test' }))
      .body.data
  const send = (email: string) => buy({ deliveryMethod: 'email', receivers: [{ email }] })
  const waits = await buy({ quantity: 2, deliveryMethod: 'links' })
  app.wall.advanceSeconds(1)
  const sent = await send('sent@example.test')
  app.wall.advanceSeconds(1)
  const newest = await send('newest@example.test')
  await app.settle()
  const whole = await read()
  const few = await read('?latest=1')
  expect(few).toEqual(whole.filter(({ id }) => few.some((row) => row.id === id)))
  const ids = few.map(({ id }) => id)
  expect(ids[0]).toBe(newest.id)
  expect(ids).toContain(waits.id)
  expect(ids).not.toContain(sent.id)
  const since = await read(`?latest=1&since=${encodeURIComponent(sent.created_at)}`)
  expect(since.map(({ id }) => id)).toContain(sent.id)

  const { maxHugggExpiryDate } = whole.find(({ id }) => id === sent.id)!
  const days = Math.floor((Date.parse(maxHugggExpiryDate!) - app.posy.clock.now().epochMilliseconds) / 86_400_000)
  await app.advance(`P${days - 10}D`)
  expect((await read('?latest=1')).map(({ id }) => id)).toContain(sent.id)
})
