import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { payInvoice } from '#server/domains/purchases/invoices/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { type Finding, reconcile, reconcileIn } from './reconcile.ts'

let app: TestApp
const as = 'admin@acme.test'

beforeAll(async () => {
  app = await startTestApp()
  for (const payment of [{ method: 'walletCommitment', reference: demo.wallets.acmeMain }, { method: 'invoice' }]) {
    const bought = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
      as,
      body: { purchase: { type: 'huggg', reference: demo.products.daisyFlatWhite, quantity: 3 }, payment },
    })
    await app.request('POST', `/api/v2/hugggs/${bought.body.data.embedded.hugggs[0].id}/cancel`, { as })
    await app.settle()
    const { files } = (await app.request('GET', `/api/v2/transactions/${bought.body.data.id}/receipt`, { as })).body
      .data
    const number: string = files[0].fileName.slice(0, 10)
    if (payment.method === 'invoice')
      await transact(app.posy, { actor: operatorActor }, (work) =>
        payInvoice(work, { number, amountPence: 780, bankLine: 'a line' }),
      )
  }
})
afterAll(() => app.close())

class RollBack extends Error {}

/** The last thing that happened is months later: every other month is over. */
const monthsLater = sql`later as (
  update ledger_transfer set occurred_at = occurred_at + interval '3 months' where number = (select max(number) from ledger_transfer))`

/** What is found after a change that the database's own rules would refuse; afterwards it never happened. */
async function findingsAfter(corruption: RawBuilder<unknown>): Promise<Finding[]> {
  let findings: Finding[] = []
  const attempt = app.posy.db.transaction().execute(async (tx: Tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await corruption.execute(tx)
    findings = await reconcileIn(tx)
    throw new RollBack()
  })
  await expect(attempt).rejects.toThrow(RollBack)
  return findings
}

test('purchases, credits and a paid invoice reconcile with their documents', async () => {
  expect(await reconcile(app.posy)).toEqual([])
})

test.each([
  [
    'a receipt of another total',
    sql`update document set total = total + 1, net = net + 1 where kind = 'receipt'`,
    'purchase-document',
  ],
  [
    'a receipt of other VAT',
    sql`update document set vat = vat + 1, net = net - 1 where kind = 'receipt'`,
    'purchase-document',
  ],
  [
    'a receipt where an invoice belongs',
    sql`update transaction set payment_method = 'walletCommitment' where payment_method = 'invoice'`,
    'purchase-document',
  ],
  ['a document that vanished', sql`delete from document where number = 'CRN-000001'`, 'document-series'],
  ['a number no one gave', sql`update document_series set last = last + 1 where series = 'receipt'`, 'document-series'],
  [
    'a gift credited twice',
    sql`update credited_gift set document_id = (select id from document where number = 'CRN-000001')`,
    'credit-note',
  ],
  ['a payment of another amount', sql`update invoice_payment set amount = amount - 1`, 'invoice-payment'],
  ['a payment its purchase does not know', sql`update transaction set invoice_paid_at = null`, 'invoice-paid'],
  [
    'a purchase that counts as paid too early',
    sql`update document set total = total + 1, net = net + 1 where kind = 'invoice'`,
    'invoice-paid',
  ],
  ['a payment that vanished', sql`delete from invoice_payment`, 'unexplained-transfer'],
  [
    'VAT of a month that its papers do not tell',
    sql`with ${monthsLater} update document set vat = vat + 1, net = net - 1 where kind = 'receipt'`,
    'vat-month',
  ],
  [
    'VAT that went back and is on no paper days after its month',
    sql`with ${monthsLater} delete from credited_gift`,
    'vat-without-paper',
  ],
])('the check of documents finds %s', async (_, corruption, check) => {
  expect((await findingsAfter(corruption)).map((finding) => finding.check)).toContain(check)
})
