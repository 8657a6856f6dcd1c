import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { askForReversal, reverseExpiry } from '#server/domains/hugggs/expiry/index.ts'
import { loadBalances, receivablePence } from '#server/domains/ledger/index.ts'
import { runDue } from '#server/platform/due.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { FINANCE, OWNER } from '#server/testing/operators.ts'
import { issueRecharges, takeBackAndCharge } from './charge-again.ts'

/** Gifts that expired, were credited, and are charged again because their expiry is taken back. */
let app: TestApp
const as = 'admin@acme.test'
const { products, teams, wallets } = demo
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

const buy = async (payment: object, quantity: number) => {
  const soon = app.posy.clock.now().toZonedDateTimeISO('Europe/London').add({ days: 8 }).toPlainDate().toString()
  const purchase = { type: 'bulkHugggs', reference: products.daisyFlatWhite, deliveryMethod: 'links', quantity }
  const answer = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
    as,
    body: { purchase: { ...purchase, expiry: soon }, payment },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data
}
const byWallet = { method: 'walletCommitment', reference: wallets.acmeMain }
const available = async (id: string = wallets.acmeMain) => (await loadBalances(app.posy.db, [id])).get(id)!.available
const owed = () => receivablePence(app.posy.db, teams.acme, 'GBX')
const papers = async (id: string) => {
  const { files } = (await app.request('GET', `/api/v2/transactions/${id}/receipt`, { as })).body.data
  return files as { fileName: string; url: string }[]
}
async function readText({ url }: { url: string }): Promise<string> {
  const response = await app.api.request(new URL(url).pathname)
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()))
  return (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ')
}
const loadVat = async (from: string, until: string) =>
  (await app.request('GET', `/v3/teams/${teams.acme}/vat-summary?from=${from}&until=${until}`, { as })).body.data
const today = () => app.posy.clock.now().toZonedDateTimeISO('Europe/London').toPlainDate().toString()
const lastBatch = async () =>
  (await app.posy.db.selectFrom('expiry_batch').select('id').orderBy('at', 'desc').limit(1).executeTakeFirstOrThrow())
    .id

/** By two operators. */
async function takeBack(batchId: string) {
  for (const email of [FINANCE, OWNER]) {
    const { id } = await app.posy.db
      .selectFrom('operator')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const wish = { batchId, operator: email, reason: 'The clock was wrong' }
    await askForReversal(app.posy, wish, { kind: 'operator', id })
  }
  return reverseExpiry(app.posy, batchId, takeBackAndCharge)
}
/** Minutes later, before their dates, which are past, make them expire again. */
async function issueNow() {
  await issueRecharges(app.posy, new Date(app.posy.clock.now().epochMilliseconds + 180_000))
  await app.settle()
}
const states = async (transactionId: string) =>
  (await app.posy.db.selectFrom('huggg').select('status_id').where('transaction_id', '=', transactionId).execute()).map(
    ({ status_id }) => status_id,
  )

test('reversing an expiry charges again what it credited, by one invoice of that day, and a second expiry credits it again', async () => {
  const bought = await buy(byWallet, 3)
  const before = await available()
  await app.advance('P20D')
  await app.settle()
  expect([await states(bought.id), await available()]).toEqual([[5, 5, 5], before + 1170])
  expect((await papers(bought.id)).map(({ fileName }) => fileName.slice(0, 3))).toEqual(['RCT', 'CRN'])

  await app.advance('P20D')
  const day = today()
  const batchId = await lastBatch()
  expect(await takeBack(batchId)).toEqual({ reversed: 3, refused: [] })
  expect(await available()).toBe(before)
  // Until its paper is made, it is named as not yet invoiced.
  expect((await loadVat(day, day)).notYetInvoiced).toMatchObject({ count: 3, gross: 1170, vat: 195 })
  await issueNow()
  const [receipt, credit, again, ...more] = await papers(bought.id)
  expect(more).toEqual([])
  const text = await readText(again!)
  for (const words of [
    'Invoice SIN-000001',
    `Credit note ${credit!.fileName.slice(0, 10)}`,
    `Original receipt ${receipt!.fileName.slice(0, 10)}`,
    'The expiry of 3 gifts was taken back',
    '£11.70 was taken from the wallet Acme main. There is nothing left to pay.',
    'Total £11.70',
  ])
    expect(text).toContain(words)
  const { lines, notYetInvoiced } = await loadVat(day, day)
  expect(notYetInvoiced).toMatchObject({ count: 0, vat: 0 })
  expect(lines.filter(({ kind }: { kind: string }) => kind === 'supplementary-invoice')).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ date: day, number: 'SIN-000001', vat: 195 })]),
  )
  const mails = (await app.request('GET', `/sandbox/messages?to=${as}`)).body.data
  expect(mails.map(({ subject }: { subject: string }) => subject)).toContain('Invoice SIN-000001: £11.70 charged again')

  // Run again, as after a kill: nothing twice. Their dates are past, so they expire again, and are credited again.
  expect(await takeBack(batchId)).toEqual({ reversed: 0, refused: [] })
  await runDue(app.posy)
  await app.settle()
  expect([await states(bought.id), await available()]).toEqual([[5, 5, 5], before + 1170])
  expect((await papers(bought.id)).map(({ fileName }) => fileName.slice(0, 3))).toEqual(['RCT', 'CRN', 'SIN', 'CRN'])
  await app.advance('P40D')
  expect(await reconcile(app.posy)).toEqual([])
})

test('reversing the expiry of a gift bought by invoice owes it on that invoice again, and the account statement names the document', async () => {
  const [owedBefore, from] = [await owed(), today()]
  const bought = await buy({ method: 'invoice' }, 2)
  const paper = (await app.request('GET', `/api/v2/transactions/${bought.id}/receipt`, { as })).body.data
  const invoice = async () => (await app.request('GET', `/v3/invoices/${paper.id}`, { as })).body.data
  await app.advance('P20D')
  await app.settle()
  expect([(await invoice()).outstanding, (await invoice()).status, await owed()]).toEqual([0, 'paid', owedBefore])
  expect(await takeBack(await lastBatch())).toEqual({ reversed: 2, refused: [] })
  await issueNow()
  const { total, credited, outstanding, status, files, number } = await invoice()
  expect({ total, credited, outstanding, status }).toEqual({
    ...{ total: 1560, credited: 780, outstanding: 780, status: 'unpaid' },
  })
  expect(await owed()).toBe(owedBefore + 780)
  const text = await readText(files.invoices[1])
  expect(text).toContain(`Please pay £7.80 with what is owed for ${number}, quoting that number.`)
  const path = `/v3/teams/${teams.acme}/account-statement?currency=GBX&from=${from}&until=${today()}`
  const { lines } = (await app.request('GET', path, { as })).body.data
  expect(lines).toMatchObject([
    { kind: 'invoice', number, amount: 780 },
    { kind: 'credit', amount: -780 },
    { kind: 'invoice', number: 'SIN-000002', amount: 780, description: expect.stringContaining('2 ') },
  ])
})

test('an invoice that cannot be issued, for want of the receipt that it names, holds up no other, and is issued once it can be', async () => {
  const bought = [await buy(byWallet, 1), await buy(byWallet, 1), await buy(byWallet, 1)].map(({ id }) => id).sort()
  await app.advance('P20D')
  await app.settle()
  expect(await takeBack(await lastBatch())).toEqual({ reversed: 3, refused: [] })
  const { id: receipt } = await app.posy.db
    .selectFrom('document')
    .select('id')
    .where('transaction_id', '=', bought[0]!)
    .where('kind', '=', 'receipt')
    .executeTakeFirstOrThrow()
  // As no command of ours does: a document is permanent.
  const file = (transactionId: string) =>
    app.posy.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await tx.updateTable('document').set({ transaction_id: transactionId }).where('id', '=', receipt).execute()
    })
  // To ask for the papers of one without a receipt issues it.
  const kinds = (ids: string[]) =>
    Promise.all(ids.map(async (id) => (await papers(id)).map(({ fileName }) => fileName.slice(0, 3))))
  await file(randomUUID())
  const refused = await issueNow().catch((error: unknown) => error)
  expect(refused).toMatchObject({ errors: [{ message: expect.stringContaining(bought[0]!) }] })
  expect(await kinds(bought.slice(1))).toEqual([
    ['RCT', 'CRN', 'SIN'],
    ['RCT', 'CRN', 'SIN'],
  ])
  await file(bought[0]!)
  await issueNow()
  expect(await kinds(bought.slice(0, 1))).toEqual([['RCT', 'CRN', 'SIN']])
  await app.advance('P40D')
})

test('charging a refunded gift again is refused, and everything stays as it is, where the refund has been spent since', async () => {
  const wallet = wallets.acmeEvents
  const bought = await buy({ method: 'walletCommitment', reference: wallet }, 1)
  await app.advance('P20D')
  await app.settle()
  const batchId = await lastBatch()
  const quantity = Math.floor((await available(wallet)) / 390)
  await buy({ method: 'walletCommitment', reference: wallet }, quantity)
  const left = await available(wallet)
  expect(await takeBack(batchId)).toMatchObject({ reversed: 0, refused: [{ why: 'the money has been spent since' }] })
  expect([await states(bought.id), await available(wallet)]).toEqual([[5], left])
  expect((await papers(bought.id)).map(({ fileName }) => fileName.slice(0, 3))).toEqual(['RCT', 'CRN'])
})

test('an expiry reversed while its credit note is being issued is charged again or was never credited, never neither', async () => {
  for (let round = 0; round < 6; round++) {
    const bought = await buy(byWallet, 1)
    const before = await available()
    await app.advance('P20D')
    await Promise.all([takeBack(await lastBatch()), app.settle()])
    await issueNow()
    expect([(await states(bought.id))[0] === 5, await available()]).toEqual([false, before])
    const kinds = (await papers(bought.id)).map(({ fileName }) => fileName.slice(0, 3))
    expect([['RCT'], ['RCT', 'CRN', 'SIN']]).toContainEqual(kinds)
    // Its date is past: it expires again.
    await app.advance('P1D')
    await app.settle()
  }
  await app.advance('P40D')
  expect(await reconcile(app.posy)).toEqual([])
})

test('a batch of expiries is taken back in the console by two, once, and not by one or by support', async () => {
  // What was taken back before, and is past its last day, expires again first.
  await app.advance('P1D')
  await app.settle()
  const bought = await buy(byWallet, 2)
  const before = await available()
  await app.advance('P20D')
  await app.settle()
  const post = (email: string, id: string) =>
    app.request('POST', `/v3/operator/expiry-batches/${id}/reverse`, {
      as: `operator:${email}`,
      body: { reason: 'The clock was wrong' },
    })
  const list = async (query = '') =>
    (await app.request('GET', `/v3/operator/expiry-batches${query}`, { as: 'operator:support@posy.test' })).body
  const [batch] = (await list('?limit=1')).data
  expect(batch).toMatchObject({ gifts: 2, reversed: 0, reversal: null })
  expect((await post('support@posy.test', batch.id)).status).toBe(403)
  expect((await post(FINANCE, randomUUID())).status).toBe(404)
  expect((await post(FINANCE, batch.id)).body.data).toEqual({ waits: true, reversed: 0, refused: [] })
  expect((await post(FINANCE, batch.id)).status).toBe(403)
  expect(await states(bought.id)).toEqual([5, 5])
  const twins = await Promise.all([post(OWNER, batch.id), post(OWNER, batch.id)])
  expect(twins.map(({ status }) => status)).toEqual([200, 200])
  expect(await available()).toBe(before)
  expect((await list('?limit=1')).data[0]).toMatchObject({
    reversed: 2,
    reversal: { askedBy: FINANCE, confirmedBy: OWNER, reason: 'The clock was wrong' },
  })
  await issueNow()
  const paged: object[] = []
  for (let next: string | null = ''; next !== null; ) {
    const page = await list(`?limit=1${next && `&next=${next}`}`)
    paged.push(...page.data)
    next = page.next
  }
  expect(paged).toEqual((await list('?limit=1000')).data)
})
