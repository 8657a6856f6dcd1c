import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { bankCommands } from '#server/app/bank-commands.ts'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { reverseTransferByHand } from '#server/app/reverse-transfer.ts'
import { loadBalances, postTransfer } from '#server/domains/ledger/index.ts'
import { platformBalance } from '#server/domains/ledger/queries.ts'
import { bookBankPayment } from '#server/domains/wallets/index.ts'
import { transact, type Work } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { asOperator, FINANCE, OWNER, signedBy } from '#server/testing/operators.ts'
import {
  allocateLine,
  makePayoutFile,
  previewStatement,
  refusePayout,
  releasePayout,
  requestPayout,
  setLineAside,
  undoLine,
  unsealPayment,
  waitingLines,
} from './index.ts'
import { importStatement } from './lines/import-statement.ts'
import { refuseWaitingLine } from './lines/receive-by-hand.ts'
import { payoutFile } from './payouts/payout-file.ts'

const { wallets, products } = demo
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  // Whatever was tried above, the books tell one story.
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

const ACCOUNT = '20-00-00 12345678'
const csv = (...rows: [day: string, amount: string, memo: string, account?: string][]) =>
  [
    'Number,Date,Account,Amount,Subcategory,Memo',
    ...rows.map(([day, amount, memo, account = ACCOUNT]) => ` ,${day},${account},${amount},FT,"${memo}"`),
  ].join('\n')
const statementFile = (text: string) => ({
  name: 'statement.csv',
  bytes: Buffer.from(text),
  layout: 'auto' as const,
  account: '20000012345678',
})
/** What a file's account holds after it, where it continues what was proven. */
async function importAndReadClosing(file: ReturnType<typeof statementFile>): Promise<number> {
  const last = await app.posy.db
    .selectFrom('bank_balance')
    .select('balance')
    .where('account', '=', file.account)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const { lines } = await previewStatement(app.posy, file)
  return lines.reduce((sum, { isNew, amountPence }) => sum + (isNew ? amountPence : 0), last?.balance ?? 100_000)
}
/** Imports a file that another operator has confirmed. */
const takeFile = async (file: ReturnType<typeof statementFile>) =>
  importStatement(
    app.posy,
    { ...file, closingPence: await importAndReadClosing(file) },
    { actor: operatorActor, operator: 'ann' },
    { confirm: async () => ({ operator: 'ben', isAlone: false }) },
  )
const take = (text: string) => takeFile(statementFile(text))
async function bring(text: string) {
  const done = await take(text)
  await app.settle()
  return done
}
const lineWith = (words: string) =>
  app.posy.db.selectFrom('bank_line').selectAll().where('text', 'like', `%${words}%`).executeTakeFirstOrThrow()
const run = <T>(command: (work: Work) => Promise<T>) => transact(app.posy, { actor: operatorActor }, command)
const available = async (id: string) => (await loadBalances(app.posy.db, [id])).get(id)!.available
const unmatched = () => platformBalance(app.posy.db, 'unmatched-receipts', 'GBX')
const signed = { operator: 'ann', reason: 'The customer said so' }

/** A purchase by invoice; its number and what is owed. */
async function invoice(): Promise<{ number: string; total: number; id: string }> {
  const as = 'admin@acme.test'
  const bought = await app.request('POST', '/api/v2/transactions', {
    as,
    body: {
      purchase: { type: 'huggg', reference: products.daisyFlatWhite, quantity: 2 },
      payment: { method: 'invoice' },
    },
  })
  await app.settle()
  await app.request('GET', `/api/v2/transactions/${bought.body.data.id}/receipt`, { as })
  const { id, number, total } = await app.posy.db
    .selectFrom('document')
    .selectAll()
    .where('transaction_id', '=', bought.body.data.id)
    .executeTakeFirstOrThrow()
  return { id, number, total }
}
const loadInvoice = async (id: string) =>
  (await app.request('GET', `/v3/invoices/${id}`, { as: 'admin@acme.test' })).body.data

test('a bank statement is booked once, however often, at once and overlapping it is imported', async () => {
  const before = await available(wallets.acmeSouth)
  const text = csv(
    ['27/02/2026', '12.00', 'ACME   hg demo-0404 BGC'],
    ['27/02/2026', '12.00', 'ACME   hg demo-0404 BGC'],
    ['26/02/2026', '3.00', 'REF:HGDEMO0404.'],
  )
  expect(await previewStatement(app.posy, statementFile(text))).toMatchObject({
    newLines: 3,
    problems: [],
    lines: [{ names: ['HGDEMO0404'] }, {}, {}],
  })
  expect(await available(wallets.acmeSouth)).toBe(before)
  const imports = await Promise.all(Array.from({ length: 6 }, () => take(text)))
  expect(imports.map(({ newLines }) => newLines).sort()).toEqual([0, 0, 0, 0, 0, 3])
  await Promise.all([app.settle(), app.settle()])
  expect(await available(wallets.acmeSouth)).toBe(before + 2700)
  const longer = `${text}\n${csv(['28/02/2026', '1.00', 'ACME HGDEMO0404']).split('\n')[1]}`
  expect(await bring(longer)).toMatchObject({ newLines: 1, lines: 4 })
  expect(await available(wallets.acmeSouth)).toBe(before + 2800)
  expect(await previewStatement(app.posy, statementFile(longer))).toMatchObject({ newLines: 0 })
})

test('a statement of another account, another layout of the same days and a file with one wrong line change nothing', async () => {
  const count = async () => (await app.posy.db.selectFrom('bank_line').select('id').execute()).length
  const before = await count()
  const lloyds =
    'Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance\n'
  for (const [text, message] of [
    [csv(['27/02/2026', '1.00', 'HGDEMO0404', '99-00-00 12345678']), 'not of 20000012345678'],
    [`${lloyds}27/02/2026,FPI,'20-00-00,12345678,ACME HGDEMO0404,,12.00,1.00`, 'another layout'],
    [csv(['27/02/2026', '77.00', 'HGDEMO0404'], ['27/02/2026', '=1', 'HGDEMO0404']), 'no amount'],
  ] as const)
    await expect(take(text)).rejects.toMatchObject({
      code: 'invalid_fields',
      message: expect.stringContaining(message),
    })
  expect(await count()).toBe(before)
})

const camtDocument = (...entries: string[]) =>
  `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>GB00BANK50000012345678</IBAN></Id></Acct>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
const camtEntry = (day: string, amount: string, rest: string, reference = '') =>
  `<Ntry><Amt Ccy="GBP">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef>${rest}</Ntry>`
const saying = (text: string) => `<AddtlNtryInf>${text}</AddtlNtryInf>`
async function bringCamt(...entries: string[]) {
  const file = { ...statementFile(camtDocument(...entries)), account: '50000012345678' }
  const preview = await previewStatement(app.posy, file)
  const done = await takeFile(file)
  await app.settle()
  return { ...done, held: preview.lines.map(({ held }) => held ?? null) }
}

describe('one payment is booked once, whatever the bank calls it', () => {
  test('an entry of two payers that cannot be split waits, when it comes and after its allocation is undone', async () => {
    const before = await available(wallets.acmeSouth)
    const details = (...paths: string[]) =>
      `<NtryDtls>${[
        ['10.00', 'HGDEMO0404 of payers'],
        ['20.00', 'BETA LTD ORDER 77'],
      ]
        .map(
          ([amount, words], index) =>
            `<TxDtls><AmtDtls><${paths[index]}><Amt Ccy="GBP">${amount}</Amt></${paths[index]}></AmtDtls><RmtInf><Ustrd>${words}</Ustrd></RmtInf></TxDtls>`,
        )
        .join('')}</NtryDtls>`
    // One amount is where no bank puts it.
    const untold = camtEntry('2026-02-02', '30.00', details('TxAmt', 'CntrValAmt'), 'E1')
    expect(await bringCamt(untold)).toMatchObject({ newLines: 1, held: [expect.stringContaining('2 payments')] })
    const line = await lineWith('of payers')
    expect(line).toMatchObject({ state: 'parked', amount: 3000, note: expect.stringContaining('2 payments') })
    await run((work) => setLineAside(work, { lineId: line.id, ...signed }))
    await run((work) => undoLine(work, { lineId: line.id, ...signed }))
    await app.settle()
    expect(await lineWith('of payers')).toMatchObject({ state: 'parked', held: line.held })
    await expect(app.posy.db.updateTable('bank_line').set({ held: null }).execute()).rejects.toThrow('stays as it came')
    // The bank tells the amounts later: the parts are not booked beside the whole.
    const told = camtEntry('2026-02-02', '30.00', details('TxAmt', 'InstdAmt'), 'E1')
    expect(await bringCamt(told)).toMatchObject({
      newLines: 2,
      held: Array(2).fill(expect.stringContaining('2026-02-02')),
    })
    expect(await available(wallets.acmeSouth)).toBe(before)
    for (const state of await app.posy.db
      .selectFrom('bank_line')
      .select('id')
      .where('account', '=', '50000012345678')
      .execute())
      await run((work) => setLineAside(work, { lineId: state.id, ...signed }))
  })

  test('an entry stored in one piece before parts were read is not stored again in its parts', async () => {
    const parts = (path: (amount: string) => string) =>
      `<NtryDtls>${['4.00', '5.00'].map((amount) => `<TxDtls>${path(`<Amt Ccy="GBP">${amount}</Amt>`)}<AddtlTxInf>HGDEMO0404 pieces</AddtlTxInf></TxDtls>`).join('')}</NtryDtls>`
    await bringCamt(
      camtEntry(
        '2026-02-03',
        '9.00',
        parts(() => ''),
      ),
    )
    expect(
      await bringCamt(
        camtEntry(
          '2026-02-03',
          '9.00',
          parts((amount) => amount),
        ),
      ),
    ).toMatchObject({ newLines: 0 })
  })

  test('a line that repeats a known line in other words waits, in the preview too; the same money is not there twice', async () => {
    const before = await available(wallets.acmeSouth)
    await bring(csv(['09/02/2026', '77.00', 'ACME LTD HGDEMO0404 today']))
    const again = csv(
      ['09/02/2026', '77.00', 'ACME LTD      HGDEMO0404    FP 09/02/26 1012 20000012345678'],
      ['09/02/2026', '77.00', 'BETA LTD HGDEMO0401 another customer of that day'],
    )
    const { lines } = await previewStatement(app.posy, statementFile(again))
    expect(lines.map(({ held }) => held)).toEqual([expect.stringContaining('HGDEMO0404 today'), undefined])
    await bring(again)
    expect(await available(wallets.acmeSouth)).toBe(before + 7700)
    expect(await lineWith('FP 09/02/26 1012')).toMatchObject({
      state: 'parked',
      note: expect.stringContaining('in other words'),
    })
    expect(await lineWith('another customer')).toMatchObject({ state: 'booked' })
    // A file that still says the known line, and one more like it, has two payments.
    const both = csv(
      ['09/02/2026', '77.00', 'ACME LTD HGDEMO0404 today'],
      ['09/02/2026', '77.00', 'ACME LTD      HGDEMO0404    FP 09/02/26 1012 20000012345678'],
      ['09/02/2026', '77.00', 'BETA LTD HGDEMO0401 another customer of that day'],
      ['09/02/2026', '77.00', 'ACME LTD HGDEMO0404 second'],
    )
    await bring(both)
    expect(await lineWith('HGDEMO0404 second')).toMatchObject({ state: 'booked', held: null })
    expect(await available(wallets.acmeSouth)).toBe(before + 15_400)
  })

  test('the bank’s own reference outranks day and text; one reference with two amounts waits', async () => {
    const before = await available(wallets.acmeSouth)
    await bringCamt(camtEntry('2026-02-04', '6.00', saying('HGDEMO0404 ref'), 'R1'))
    const moved = camtEntry('2026-02-05', '6.00', saying('FP 1012 HGDEMO0404'), 'R1')
    const second = camtEntry('2026-02-05', '6.00', saying('FP 1012 HGDEMO0404'), 'R2')
    expect(await bringCamt(moved, second)).toMatchObject({ newLines: 1, held: [null, null] })
    expect(await available(wallets.acmeSouth)).toBe(before + 1200)
    expect(await bringCamt(camtEntry('2026-02-05', '6.50', saying('HGDEMO0404 dearer'), 'R2'))).toMatchObject({
      newLines: 1,
      held: [expect.stringContaining('in other words')],
    })
    expect(await available(wallets.acmeSouth)).toBe(before + 1200)
  })
})

describe('money that comes in', () => {
  const lloyds = (...rows: [day: string, amount: string, balance: string, memo: string][]) =>
    [
      'Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance',
      ...rows.map(([day, amount, balance, memo]) => `${day},FPI,70-00-00,12345678,${memo},,${amount},${balance}`),
    ].join('\n')
  const account = '70000012345678'
  const alone = async (text: string, more = {}) => {
    const done = await importStatement(
      app.posy,
      { ...statementFile(text), account, ...more },
      { actor: operatorActor, operator: 'ann' },
    )
    await app.settle()
    return done
  }
  const refused = (message: string, code = 'invalid_fields') => ({ code, message: expect.stringContaining(message) })

  test('statements continue the proven balance of their account, over missing days and in either order, and one person alone starts none', async () => {
    const before = await available(wallets.acmeSouth)
    const first = lloyds(['01/02/2026', '5.00', '105.00', 'HGDEMO0404 first'])
    await expect(alone(first)).rejects.toMatchObject(refused('first file of the account', 'wrong_state'))
    await expect(alone(first, { begins: true })).rejects.toMatchObject({ code: 'wrong_state' })
    await takeFile({ ...statementFile(first), account })
    // The newest first, as Lloyds writes it; a day that says 105.00 too is a day that brought nothing.
    const next = lloyds(
      ['06/02/2026', '3.00', '112.00', 'HGDEMO0404 third'],
      ['05/02/2026', '4.00', '109.00', 'HGDEMO0404 second'],
    )
    expect(await alone(next)).toMatchObject({ newLines: 2 })
    expect(await alone(`${next}\n${first.split('\n')[1]}`)).toMatchObject({ newLines: 0 })
    expect(await available(wallets.acmeSouth)).toBe(before + 1200)
    for (const forged of [
      lloyds(['07/02/2026', '50.00', '50.00', 'HGDEMO0404 forged']),
      lloyds(['07/02/2026', '50.00', '112.00', 'HGDEMO0404 forged']),
    ])
      await expect(alone(forged)).rejects.toMatchObject(refused('does not continue'))
    await expect(
      alone(lloyds(['07/02/2026', '1.00', '113.00', 'a'], ['08/02/2026', '1.00', '115.00', 'b'])),
    ).rejects.toMatchObject(refused('do not follow from its lines'))
    expect(await available(wallets.acmeSouth)).toBe(before + 1200)
    // Started again by two, it continues from there.
    const again = { ...statementFile(lloyds(['07/02/2026', '1.00', '70.00', 'HGDEMO0404 once more'])), account }
    await expect(alone(again.bytes.toString(), { begins: true })).rejects.toMatchObject({ code: 'wrong_state' })
    await takeFile({ ...again, begins: true } as typeof again)
    expect(await alone(lloyds(['08/02/2026', '2.00', '72.00', 'HGDEMO0404 on']))).toMatchObject({ newLines: 1 })
    expect(await available(wallets.acmeSouth)).toBe(before + 1500)
  })

  test('a line that a balance proves to be known is no new money; both lines wait for a person', async () => {
    await alone(lloyds(['09/02/2026', '7.70', '79.70', 'ACME HGDEMO0404 pending']))
    const reworded = lloyds(
      ['09/02/2026', '7.70', '79.70', 'ACME   FP 2024 HGDEMO0404'],
      ['10/02/2026', '1.00', '80.70', 'HGDEMO0404 after'],
    )
    expect(await alone(reworded)).toMatchObject({ newLines: 2 })
    const held = await lineWith('FP 2024 HGDEMO0404')
    expect(held.state).toBe('parked')
    await run((work) => setLineAside(work, { lineId: held.id, ...signed }))
  })

  test('money for one target above the limit waits for another operator, however many files and lines it is spread over', async () => {
    await app.advance('PT24H')
    const most = app.posy.config.secondOperatorAbovePence / 100
    const held = async () => {
      const { balance } = await app.posy.db
        .selectFrom('bank_balance')
        .select('balance')
        .where('account', '=', account)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      return balance / 100
    }
    const line = async (day: string, pounds: number, memo: string) =>
      lloyds([day, pounds.toFixed(2), ((await held()) + pounds).toFixed(2), memo])
    await alone(await line('11/02/2026', most, 'HGDEMO0404 just as much'))
    const over = refused('Another operator must confirm', 'wrong_state')
    await expect(alone(await line('12/02/2026', 0.01, 'HGDEMO0404 one more'))).rejects.toMatchObject(over)
    await alone(await line('12/02/2026', 1, 'HGDEMO0402 another wallet'))
    await expect(alone(await line('13/02/2026', most + 0.01, 'A STRANGER above'))).rejects.toMatchObject(over)
    await app.advance('PT24H')
    await alone(await line('14/02/2026', 0.01, 'HGDEMO0404 another day'))
    const back = await lineWith('HGDEMO0404 just as much')
    await run((work) => undoLine(work, { lineId: back.id, ...signed }))
    await run((work) => setLineAside(work, { lineId: back.id, ...signed }))
  })
})

test('a line that someone booked by hand is recognised, and no line is booked twice', async () => {
  await run((work) =>
    bookBankPayment(work, {
      bankLine: 'by-hand-1',
      reference: 'HGDEMO0404',
      amountPence: 4321,
      receivedAt: new Date('2026-02-20T00:00:00Z'),
    }),
  )
  const before = await available(wallets.acmeSouth)
  await bring(csv(['20/02/2026', '43.21', 'ACME HGDEMO0404 hand'], ['21/02/2026', '43.21', 'ACME HGDEMO0404 hand']))
  expect(await available(wallets.acmeSouth)).toBe(before + 4321)
})

test('payments for an invoice are booked in parts, beyond it, and when nothing is left to pay', async () => {
  const { id, number, total } = await invoice()
  const loose = number.replace('INV-', 'invoice no. ')
  const before = await available(wallets.acmeMain)
  await bring(csv(['10/02/2026', '1.00', `ACME ${loose} part`]))
  expect(await loadInvoice(id)).toMatchObject({ status: 'part-paid', outstanding: total - 100 })
  await bring(csv(['11/02/2026', ((total + 400) / 100).toFixed(2), `ACME ${number.toLowerCase()} rest`]))
  expect(await loadInvoice(id)).toMatchObject({ status: 'paid', outstanding: 0 })
  // What is too much is the customer's own: it is in the wallet of the purchase.
  expect(await available(wallets.acmeMain)).toBe(before + 500)
  await bring(csv(['12/02/2026', '2.00', `ACME ${number} again`]))
  expect(await lineWith('again')).toMatchObject({ state: 'parked', note: `Nothing is left to pay for ${number}.` })

  const rest = await lineWith('rest')
  await run((work) => undoLine(work, { lineId: rest.id, ...signed }))
  expect(await loadInvoice(id)).toMatchObject({ status: 'part-paid', outstanding: total - 100 })
  expect(await available(wallets.acmeMain)).toBe(before)
  await run((work) => allocateLine(work, { lineId: rest.id, reference: number, ...signed }))
  expect(await loadInvoice(id)).toMatchObject({ status: 'paid', outstanding: 0 })
  const again = await lineWith('again')
  await run((work) => setLineAside(work, { lineId: again.id, ...signed }))
})

describe('a line that waits for a person', () => {
  test('names nothing, several targets, or another currency; it is parked; an operator is told whose a reference is, and allocates it once', async () => {
    const before = await unmatched()
    await bring(
      csv(
        ['13/02/2026', '20.00', 'A STRANGER one'],
        ['13/02/2026', '30.00', 'HGDEMO0404 or HGDEMO0401 two'],
        ['13/02/2026', '-9.00', 'BANK CHARGES three'],
      ),
    )
    expect(await unmatched()).toBe(before + 5000)
    const [one, two, three] = [await lineWith('STRANGER one'), await lineWith('two'), await lineWith('three')]
    expect([one.state, two.state, three.state]).toEqual(['parked', 'parked', 'outgoing'])
    expect(two.note).toContain('several')
    expect((await waitingLines(app.posy.db, { limit: 50 })).map(({ id }) => id)).toEqual(
      expect.arrayContaining([one.id, two.id, three.id]),
    )

    const namedBy = async (id: string, reference: string) => {
      const line = `/v3/operator/bank/lines/${id}?reference=${encodeURIComponent(reference)}`
      return (await app.request('GET', line, { as: 'operator:finance@posy.test' })).body.data.named
    }
    expect(await namedBy(one.id, 'hg demo 0401')).toEqual([
      { kind: 'wallet', label: 'HGDEMO0401', owner: expect.stringMatching(/, Acme$/) },
    ])
    expect(await namedBy(one.id, 'HGNOSUCH01')).toEqual([])
    expect(await namedBy(two.id, 'HGDEMO0404 HGDEMO0401')).toHaveLength(2)
    expect(await namedBy(three.id, 'HGDEMO0401')).toEqual([])

    // Someone announced that amount: it is said, and nothing is booked by that.
    const look = async (path: string, role = 'finance') =>
      (await app.request('GET', `/v3/operator/${path}`, { as: `operator:${role}@posy.test` })).body.data
    const advised = await app.request('POST', `/api/v2/wallets/${wallets.acmeSouth}/remittance-advice`, {
      ...{ as: 'admin@acme.test', body: { amount: 2000 } },
    })
    expect(advised.status, JSON.stringify(advised.body)).toBe(201)
    expect((await look(`bank/lines/${one.id}`)).announced).toMatchObject([
      { team: 'South', amountPence: 2000, reference: 'HGDEMO0404', by: 'Alice Archer' },
    ])
    expect((await look(`bank/lines/${two.id}`)).announced).toEqual([])
    const awaited = () => look(`customers/${demo.teams.acme}/awaited-payments`, 'support')
    expect(await awaited()).toMatchObject([{ reference: 'HGDEMO0404', amountPence: 2000, lineWaits: true }])
    expect(await look(`customers/${demo.teams.globex}/awaited-payments`, 'support')).toEqual([])
    const texts = async (q: string, show = 'waiting') =>
      (await look(`bank/lines?show=${show}&q=${encodeURIComponent(q)}`)).map(({ text }: { text: string }) =>
        text.replace(/ FT$/, ''),
      )
    for (const q of ['20', '20.00', '£20', 'a stranger ONE']) expect(await texts(q), q).toContain('A STRANGER one')
    for (const q of ['hgdemo 0404', 'HG-DEMO0404', '30.00'])
      expect(await texts(q), q).toContain('HGDEMO0404 or HGDEMO0401 two')
    expect(await texts('hgdemo 0404')).not.toContain('A STRANGER one')
    for (const q of ['%', '20.01', 'none']) expect(await texts(q), q).toEqual([])
    expect(await texts('20.00', 'settled')).not.toContain('A STRANGER one')

    const south = await available(wallets.acmeSouth)
    const allocate = (reference: string, operator: string) =>
      run((work) => allocateLine(work, { lineId: one.id, reference, ...signed, operator }))
    const results = await Promise.allSettled([
      allocate('HGDEMO0404', 'ann'),
      allocate('HGDEMO0401', 'ben'),
      allocate('hg demo 0404', 'cat'),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'wrong_state', message: expect.stringContaining('is booked to') })
    expect(await unmatched()).toBe(before + 3000)
    for (const reference of ['HGNOSUCH01', 'HGDEMO0404 HGDEMO0401', ''])
      await expect(run((work) => allocateLine(work, { lineId: two.id, reference, ...signed }))).rejects.toMatchObject({
        code: 'invalid_fields',
      })

    // Taken back and given to whom it belongs: nothing is lost on the way, and the way is written down.
    await run((work) => undoLine(work, { lineId: one.id, ...signed }))
    expect(await unmatched()).toBe(before + 5000)
    await expect(run((work) => undoLine(work, { lineId: one.id, ...signed }))).rejects.toMatchObject({
      code: 'wrong_state',
    })
    await run((work) => allocateLine(work, { lineId: one.id, reference: 'HGDEMO0404', ...signed }))
    expect([(await look(`bank/lines/${one.id}`)).announced, await awaited()]).toEqual([[], []])
    expect(await available(wallets.acmeSouth)).toBe(south + 2000)
    await run((work) => setLineAside(work, { lineId: two.id, ...signed }))
    await run((work) => undoLine(work, { lineId: two.id, ...signed }))
    await run((work) => setLineAside(work, { lineId: three.id, ...signed }))
    expect(await unmatched()).toBe(before + 3000)
    const acts = await app.posy.db
      .selectFrom('bank_act')
      .select(['act', 'operator'])
      .where('line_id', '=', one.id)
      .orderBy('id')
      .execute()
    expect(acts.map(({ act }) => act)).toEqual(['parked', 'allocated', 'undone', 'allocated'])
  })

  test('in euros stays in euros', async () => {
    const camt = (
      amount: string,
      text: string,
    ) => `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>IE29AIBK93115212345678</IBAN></Id></Acct>
      <Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-02-13</Dt></BookgDt><AddtlNtryInf>${text}</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>`
    await takeFile({ ...statementFile(camt('8.00', 'HGDEMO0404 euros')), account: 'IE29AIBK93115212345678' })
    await app.settle()
    const line = await lineWith('euros')
    expect(line).toMatchObject({ state: 'parked', currency: 'EUX' })
    expect(await platformBalance(app.posy.db, 'unmatched-receipts', 'EUX')).toBe(800)
    await expect(
      run((work) => allocateLine(work, { lineId: line.id, reference: 'HGDEMO0404', ...signed })),
    ).rejects.toMatchObject({ code: 'invalid_fields' })
  })

  test('stays booked where its money was spent', async () => {
    await bring(csv(['14/02/2026', '15.00', 'HGDEMO0402 spent']))
    const line = await lineWith('spent')
    const all = await available(line.target_id!)
    const other = await run((work) =>
      postTransfer(work.tx, {
        kind: 'wallet-transfer',
        key: newId(),
        reference: { kind: 'wallet_transfer', id: newId() },
        currency: 'GBX',
        at: work.at,
        entries: [
          { account: { wallet: line.target_id!, kind: 'available' }, amountPence: -all },
          { account: { wallet: wallets.acmeMain, kind: 'available' }, amountPence: all },
        ],
      }),
    )
    await expect(run((work) => undoLine(work, { lineId: line.id, ...signed }))).rejects.toMatchObject({
      code: 'insufficient_funds',
    })
    expect(await lineWith('spent')).toMatchObject({ state: 'booked' })
    // No record stands on that transfer, which reconcile names: an operator takes it back, once.
    expect((await reconcile(app.posy)).map(({ check, subject }) => [check, subject])).toEqual([
      ['unexplained-transfer', other],
    ])
    const back = () => run((work) => reverseTransferByHand(work, { transferId: other, ...signed }))
    const tried = await Promise.allSettled([back(), back()])
    expect(tried.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await available(line.target_id!)).toBe(all)
    await expect(
      run((work) => reverseTransferByHand(work, { transferId: line.transfer_id!, ...signed })),
    ).rejects.toMatchObject({
      code: 'wrong_state',
      help: expect.stringContaining('posy bank undo'),
    })
    await expect(run((work) => reverseTransferByHand(work, { transferId: newId(), ...signed }))).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('payouts', () => {
  const payee = { name: 'Acme Ltd', sortCode: '20-11-22', accountNumber: '12345678' }
  const ask = (amountPence = 1000, operator = FINANCE) =>
    asOperator(app, operator, (work) =>
      requestPayout(work, { walletReference: 'HGDEMO0401', amountPence, payee, operator, reason: 'Contract ended' }),
    )
  const release = async (payoutId: string, operator: string, seen?: string) => {
    const payout = await app.posy.db
      .selectFrom('payout')
      .selectAll()
      .where('id', '=', payoutId)
      .executeTakeFirstOrThrow()
    const wish = {
      payoutId,
      operator,
      reason: 'Checked by phone',
      seen: seen ?? unsealPayment(app.posy, payout).version,
    }
    return asOperator(app, operator, (work) => releasePayout(work, wish))
  }

  test('are asked for by one operator and released by another, once', async () => {
    const before = await available(wallets.acmeMain)
    const { id, reference } = await ask()
    expect(await available(wallets.acmeMain)).toBe(before)
    for (const same of [FINANCE, ' Finance@POSY.test '])
      await expect(release(id, same)).rejects.toMatchObject({ code: 'forbidden' })
    const tried = await Promise.allSettled([release(id, OWNER), release(id, OWNER), release(id, OWNER)])
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(release(id, OWNER)).rejects.toMatchObject({ code: 'wrong_state' })
    await expect(run((work) => refusePayout(work, { payoutId: id, ...signed }))).rejects.toMatchObject({
      code: 'wrong_state',
    })
    expect(await available(wallets.acmeMain)).toBe(before - 1000)

    const files = await Promise.allSettled([
      run((work) => makePayoutFile(work, { operator: 'ben' })),
      run((work) => makePayoutFile(work, { operator: 'ben' })),
    ])
    const [made] = files.flatMap((file) => (file.status === 'fulfilled' ? [file.value] : []))
    expect(files.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(made!.text).toContain(`"201122","12345678","Acme Ltd",10.00,"${reference}"`)
    expect(await payoutFile(app.posy, made!.id)).toEqual(made)

    await bring(csv(['01/03/2026', '-10.00', `ACME LTD ${reference} BBP`]))
    expect(
      await app.posy.db.selectFrom('payout').select('state').where('id', '=', id).executeTakeFirstOrThrow(),
    ).toEqual({ state: 'paid' })
    await bring(csv(['02/03/2026', '10.00', `RETURNED ${reference}`]))
    expect(
      await app.posy.db.selectFrom('payout').select('state').where('id', '=', id).executeTakeFirstOrThrow(),
    ).toEqual({ state: 'returned' })
    expect(await available(wallets.acmeMain)).toBe(before)
  })

  test('show the second operator payee, sort code and account as they go into the file, and are released as they were seen', async () => {
    const mule = { name: 'M Thief', sortCode: '99-99-99', accountNumber: '66665678' }
    const asked = await asOperator(app, FINANCE, (work) =>
      requestPayout(work, {
        walletReference: 'HGDEMO0401',
        amountPence: 200,
        payee: mule,
        ...signed,
        operator: FINANCE,
      }),
    )
    const listed = async () =>
      (await app.request('GET', '/v3/operator/payouts', { as: `operator:${OWNER}` })).body.data.find(
        ({ id }: { id: string }) => id === asked.id,
      )
    const seen = await listed()
    expect(seen.payment).toMatchObject({
      payee: 'M Thief',
      sortCode: '999999',
      accountNumber: '66665678',
      isOwnName: false,
    })
    const { output } = await posy('payout list', [])
    expect(output).toMatch(/to M Thief, 999999 66665678 \(version [0-9a-f]{16}\), from HGDEMO0401 of Acme/)
    await expect(release(asked.id, OWNER, '0'.repeat(16))).rejects.toMatchObject({ code: 'wrong_state', status: 409 })
    await release(asked.id, OWNER, seen.payment.version)
    const { text } = await run((work) => makePayoutFile(work, { operator: OWNER }))
    expect(text).toContain(`"999999","66665678","M Thief",2.00,"${asked.reference}"`)
    await bring(
      csv(['01/03/2026', '-2.00', `M THIEF ${asked.reference}`], ['02/03/2026', '2.00', `BACK ${asked.reference}`]),
    )
    expect((await listed()).payment).toBeNull()
  })

  test('need, at the command line, a second operator who exists, may confirm and enters a code of their own', async () => {
    const wallet = {
      wallet: 'HGDEMO0401',
      'amount-pence': '150',
      payee: 'Acme',
      'sort-code': '201122',
      'account-number': '12345678',
    }
    await expect(
      posy('payout request', [], { ...wallet, ...signed, operator: 'no-one-at-all' }),
    ).resolves.toMatchObject({
      code: 1,
    })
    const { output } = await posy('payout request', [], { ...wallet, ...signedBy(app, FINANCE) })
    const id = output.split(' ')[0]!
    const seen = /\(version ([0-9a-f]{16})\)/.exec(
      (await posy('payout list', [])).output.split('\n').find((line) => line.startsWith(id))!,
    )![1]!
    const release = (values: Record<string, string>) => posy('payout release', [id], { seen, ...values })
    for (const name of ['no-one-at-all', OWNER, FINANCE])
      expect((await release({ ...signed, operator: name })).output).toContain('shows who they are')
    await expect(release({ ...signed, operator: OWNER, code: '000000' })).rejects.toThrow('--code')
    // As in the console, it is among the failures that Overview shows.
    const failed = await app.posy.db.selectFrom('operator_sign_in_failure').select('step').execute()
    expect(failed).toEqual([{ step: 'code' }])
    expect((await release(signedBy(app, 'support@posy.test'))).output).toContain('shows who they are')
    expect((await release(signedBy(app, FINANCE))).output).toContain('Another operator must confirm this')
    const owner = signedBy(app, OWNER)
    expect((await release(owner)).output).toContain('is released')
    // A code that was used opens nothing again.
    await expect(release(owner)).rejects.toThrow('--code')
  })

  test('are released by the one who asked only after a day, which is marked, and never beyond the wallet', async () => {
    const { id } = await ask(900)
    await app.advance('PT25H')
    // Where there are others, a day makes no difference.
    await expect(release(id, FINANCE)).rejects.toMatchObject({ code: 'forbidden' })
    await app.posy.db.updateTable('operator').set({ deactivated_at: new Date() }).where('role', '=', 'owner').execute()
    const late = await ask(900)
    await app.advance('PT23H')
    await expect(release(late.id, FINANCE)).rejects.toMatchObject({ code: 'forbidden' })
    await app.advance('PT2H')
    expect(await release(late.id, FINANCE)).toMatchObject({ state: 'released', released_alone: true })
    await expect(ask(100_000_000)).rejects.toMatchObject({ code: 'insufficient_funds' })
    await app.posy.db.updateTable('operator').set({ deactivated_at: null }).execute()
    const all = await available(wallets.acmeMain)
    const [one, two] = [await ask(all), await ask(all)]
    const tried = await Promise.allSettled([release(one.id, OWNER), release(two.id, OWNER)])
    expect(tried.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await available(wallets.acmeMain)).toBe(0)
  })

  test('name every field that is wrong, and refuse a formula as a name', async () => {
    const wrong = { name: '=HYPERLINK(1)', sortCode: '12345', accountNumber: 'x' }
    await expect(
      run((work) => requestPayout(work, { walletReference: 'HGDEMO0401', amountPence: 0, payee: wrong, ...signed })),
    ).rejects.toMatchObject({
      details: ['payee', 'sortCode', 'accountNumber', 'amountPence'].map((path) => expect.objectContaining({ path })),
    })
  })
})

async function posy(command: string, words: string[], values: Record<string, string | boolean> = {}) {
  const lines: string[] = []
  const code = await bankCommands[command]!(app.posy, { words, values, print: (line) => lines.push(line) })
  return { code, output: lines.join('\n') }
}

test('the operator’s bank commands say what would happen, what happened and what waits, and book nothing twice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'posy-bank-'))
  const path = join(folder, 'statement.csv')
  writeFileSync(path, csv(['01/03/2026', '66.00', '=HYPERLINK(1) command']))
  expect((await posy('bank import', [path])).output).toContain('--closing is needed')
  const closing = (
    (await importAndReadClosing(statementFile(csv(['01/03/2026', '66.00', '=HYPERLINK(1) command'])))) / 100
  ).toFixed(2)
  expect((await posy('bank import', [path], { 'dry-run': true, closing })).output).toMatch(
    /£66\.00 {2}\? {2}=HYP[\s\S]*1 new lines of 1\. Dry run/,
  )
  expect((await posy('bank import', [path], { closing: '1' })).output).toContain('add --begin-again')
  const asked = await posy('bank import', [path], { closing, ...signedBy(app, FINANCE) })
  const [, file, seen] = /posy bank confirm (\S+) --seen (\S+)/.exec(asked.output)!
  expect((await posy('bank statements', [])).output).toContain('HYPERLINK(1) command')
  const confirm = (values: Record<string, string>) => posy('bank confirm', [file!], { seen: seen!, ...values })
  for (const wrong of [signed, signedBy(app, FINANCE), signedBy(app, 'support@posy.test')])
    expect((await confirm(wrong)).code).toBe(1)
  expect((await confirm({ ...signedBy(app, OWNER), seen: '0'.repeat(64) })).output).toContain('not the file')
  expect((await confirm(signedBy(app, OWNER))).output).toContain('1 new lines of 1')
  const { id } = await lineWith('command')
  expect((await posy('bank unmatched', [])).output).toContain(id)
  await expect(refuseWaitingLine(app.posy.db, 6600)).rejects.toMatchObject({ code: 'conflict' })
  await expect(posy('bank allocate', [id], { reference: 'HGDEMO0404' })).rejects.toThrow('--operator')
  expect((await posy('bank allocate', [id], { reference: 'HGDEMO0404', ...signed })).output).toContain(
    'booked to HGDEMO0404',
  )
  expect(await posy('bank allocate', [id], { reference: 'HGDEMO0404', ...signed })).toMatchObject({ code: 1 })
  await refuseWaitingLine(app.posy.db, 6600)
  writeFileSync(path, 'x')
  expect((await posy('bank import', [path])).code).toBe(1)
  writeFileSync(path, Buffer.alloc(11 * 1024 * 1024))
  await expect(posy('bank import', [path])).rejects.toThrow('10 MB')
  rmSync(folder, { recursive: true })
})

describe('in the console', () => {
  const finance = 'operator:finance@posy.test'
  const owner = 'operator:owner@posy.test'
  const reason = 'Daily statement'
  const post = (path: string, body: unknown, as = finance) => app.request('POST', `/v3/operator/${path}`, { as, body })
  beforeAll(() => app.posy.db.updateTable('operator').set({ deactivated_at: null }).execute())

  test('a statement is previewed, imported once, and its waiting line allocated with a reason', async () => {
    const file = () =>
      new File(
        [csv(['02/03/2026', '7.00', 'HGDEMO0404 console'], ['02/03/2026', '8.00', 'No one console'])],
        'bank.csv',
      )
    const staged = await post('bank/statements', { file: file(), account: '20-00-00 12345678', reason })
    expect(staged.status, JSON.stringify(staged.body)).toBe(200)
    const { id } = staged.body.data
    const preview = (await app.request('GET', `/v3/operator/bank/statements/${id}`, { as: finance })).body.data
    expect(preview).toMatchObject({ problems: [], newLines: 2, fresh: [{ names: ['HGDEMO0404'] }, { names: [] }] })
    expect(preview).toMatchObject({ untold: ['20000012345678'], asked: null })
    expect((await post(`bank/statements/${id}/import`, { reason })).status).toBe(422)
    const last = await app.posy.db
      .selectFrom('bank_balance')
      .select('balance')
      .where('account', '=', '20000012345678')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const closingPence = last.balance + 1500
    const ask = (more = {}) => post(`bank/statements/${id}/import`, { closingPence, reason, ...more })
    const wrong = await ask({ closingPence: closingPence + 1 })
    expect([wrong.status, wrong.body.details[0].path]).toEqual([422, 'closingPence'])
    const asked = await Promise.all([ask(), ask()])
    expect(asked.map(({ status }) => status).sort()).toEqual([200, 409])
    const files = (await app.request('GET', '/v3/operator/bank/statements', { as: finance })).body.data
    expect(files).toMatchObject([{ id, why: [expect.stringContaining('was typed')] }])
    const confirm = (as: string, seen = preview.sha256) => post(`bank/statements/${id}/confirm`, { seen, reason }, as)
    expect((await confirm(finance)).status).toBe(403)
    expect((await confirm(owner, '0'.repeat(64))).status).toBe(409)
    const twice = await Promise.all([confirm(owner), confirm(owner)])
    expect(twice.filter(({ body }) => body.data?.newLines === 2)).toHaveLength(1)
    await app.settle()
    expect((await post(`bank/statements/${id}/import`, { reason })).status).toBe(404)
    const { data: waiting } = (await app.request('GET', '/v3/operator/bank/lines', { as: finance })).body
    const line = waiting.find(({ text }: { text: string }) => text.includes('No one'))
    expect(
      (await post(`bank/lines/${line.id}/allocate`, { reference: 'HGDEMO0404', reason }, 'operator:support@posy.test'))
        .status,
    ).toBe(403)
    const allocated = await post(`bank/lines/${line.id}/allocate`, { reference: 'hg demo 0404', reason })
    expect(allocated.body.data).toMatchObject({ state: 'booked', target: { label: 'HGDEMO0404' } })
    expect((await post(`bank/lines/${line.id}/allocate`, { reference: 'HGDEMO0401', reason }, owner)).status).toBe(409)
    const acts = await app.posy.db
      .selectFrom('operator_act')
      .select(['act', 'reason'])
      .where('subject_id', '=', line.id)
      .execute()
    expect(acts).toEqual([{ act: 'allocateBankLine', reason }])
    const seen = (await app.request('GET', `/v3/operator/bank/lines/${line.id}`, { as: owner })).body.data
    expect(seen.acts).toMatchObject([
      { act: 'parked', operator: 'posy' },
      { act: 'allocated', operator: 'finance@posy.test', reason },
    ])
  })

  test('a statement of quiet days is taken, and nothing in it is new', async () => {
    const file = new File([csv()], 'quiet.csv')
    const { id } = (await post('bank/statements', { file, account: '20-00-00 12345678', reason })).body.data
    const preview = await app.request('GET', `/v3/operator/bank/statements/${id}`, { as: finance })
    expect(preview.body.data).toMatchObject({ problems: [], newLines: 0, needs: [] })
    const imported = await post(`bank/statements/${id}/import`, { reason })
    expect([imported.status, imported.body.data]).toEqual([200, { lines: 0, newLines: 0, waits: false }])
  })

  test('a payout is released by another operator, never by the one who asked, and its file is what was made', async () => {
    const wish = {
      walletReference: 'HGDEMO0404',
      amountPence: 100,
      payee: 'Acme South',
      sortCode: '200000',
      accountNumber: '12345678',
      reason,
    }
    const asked = (await post('payouts', wish)).body.data
    const listed = (await app.request('GET', '/v3/operator/payouts', { as: owner })).body.data
    const seen = listed.find(({ id }: { id: string }) => id === asked.id).payment.version
    expect((await post(`payouts/${asked.id}/release`, { seen, reason })).status).toBe(403)
    expect((await post(`payouts/${asked.id}/release`, { seen, reason }, owner)).body.data).toMatchObject({
      state: 'released',
    })
    expect((await post(`payouts/${asked.id}/release`, { seen, reason }, owner)).status).toBe(409)
    const made = (await post('payout-files', { reason }, owner)).body.data
    const file = (await app.request('GET', `/v3/operator/payout-files/${made.id}`, { as: finance })).body.data
    expect(createHash('sha256').update(file.text).digest('hex')).toBe(made.sha256)
    expect(file.text).toContain(asked.reference)
  })
})
