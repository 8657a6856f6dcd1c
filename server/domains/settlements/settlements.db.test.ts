import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toDate } from '#kit/time.ts'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { settlementCommands } from '#server/app/settlement-commands.ts'
import { platformBalance } from '#server/domains/ledger/queries.ts'
import { setSecondAddress } from '#server/domains/operators/index.ts'
import { transact, type Work } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { rejectionReason } from '#server/testing/books.ts'
import { buyGifts, loadShortcode } from '#server/testing/hugggs.ts'
import { asOperator, FINANCE, OWNER, signedBy } from '#server/testing/operators.ts'
import { readPdf } from '#server/testing/pdf.ts'
import {
  approveDetails,
  buildPaymentFile,
  correctMerchant,
  discardFile,
  drawStatement,
  merchants,
  proposeDetails,
  readFile,
  recordMerchantPayment,
  releaseFile,
  statements,
} from './index.ts'
import { mailStatement, statementPdf } from './mail-statement.ts'
import { paymentFiles, proposedDetails, statementLines } from './queries.ts'
import { recordReturnedPayment, undoMerchantPayment } from './record-payment.ts'

const TILL = 'client:demo-till'
const BRAND = demo.brands.daisyCoffee
const account = {
  accountName: 'Daisy Coffee Ltd',
  sortCode: '20-00-00',
  accountNumber: '55779911',
  email: 'accounts@daisy.test',
}
const ann = { operator: FINANCE, reason: 'month end' }
const ben = { operator: OWNER, reason: 'checked' }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

const act = <T>(command: (work: Work) => Promise<T>) => transact(app.posy, { actor: operatorActor }, command)
/** As operators do it who have shown who they are. */
const actAs = <T>({ operator }: { operator: string }, command: (work: Work) => Promise<T>) =>
  asOperator(app, operator, command)
const propose = (by = ann, change = {}) =>
  actAs(by, (work) => proposeDetails(work, { brandId: BRAND, account: { ...account, ...change }, ...by }))
const approve = (by = ben) =>
  actAs(by, async (work) => {
    const { id: detailsId } = (await proposedDetails(work.tx, BRAND))!
    return approveDetails(work, { brandId: BRAND, detailsId, ...by })
  })
const draw = (by = ann) =>
  act((work) => drawStatement(work, { brandId: BRAND, currency: 'GBX', until: work.at, ...by }))
const build = (by = ann, format: 'csv' | 'pain.001' = 'csv') =>
  actAs(by, (work) => buildPaymentFile(work, { format, ...by }))
const release = (number: string, by = ben) =>
  actAs(by, async (work) => {
    const [file] = await paymentFiles(work.tx, { number })
    return releaseFile(work, { number, seen: file!.sha256, ...by })
  })
const pay = (reference: string, amountPence: number, bankLine: string) =>
  act((work) => recordMerchantPayment(work, { reference, amountPence, bankLine }))
/** The statements that wait, built, released, and how the bank pays them. */
async function paidFile(): Promise<[string, number, string]> {
  const file = await build()
  await release(file.number)
  return [file.number, file.totalPence, `bulk of ${file.number}`]
}
const owed = () => platformBalance(app.posy.db, 'supplier-payable', 'GBX')

async function redeem(id: string, body: object = {}): Promise<string> {
  const { status, body: answer } = await app.request(
    'POST',
    `/api/v2/hugggs/${await loadShortcode(app.posy.db, id)}/redemptions`,
    {
      as: TILL,
      body: { location_id: demo.stores.daisyCoffeeLeeds, ...body },
    },
  )
  if (status !== 201) throw new Error(JSON.stringify(answer))
  return answer.data.id
}
const undo = (id: string, redemption = 'latest') =>
  app.request('PATCH', `/api/v2/hugggs/${id}/redemptions/${redemption}`, { as: TILL, body: { redeemed: false } })
/** Redeemed gifts, before the moment at which the next statement is drawn. */
async function used(quantity: number, productId: string = demo.products.daisyFlatWhite) {
  const { gifts } = await buyGifts(app.posy, { quantity, productId })
  for (const { id } of gifts) await redeem(id)
  app.wall.advanceSeconds(1)
  return gifts
}

describe('a month of a merchant', () => {
  let drawn: NonNullable<Awaited<ReturnType<typeof draw>>>
  let ids: string[]

  test('what was used is frozen by the statement that holds it, and an undo refused from then on', async () => {
    ids = (await used(2)).map(({ id }) => id)
    const { gifts } = await buyGifts(app.posy, { productId: demo.products.daisyGiftCard10 })
    const card = gifts[0]!
    const first = await redeem(card.id, { amount: 250 })
    const undone = await redeem(card.id, { amount: 100 })
    expect((await undo(card.id, undone)).status).toBe(200)
    app.wall.advanceSeconds(1)
    drawn = (await draw())!
    const lines = await statementLines(app.posy.db, drawn.id)
    expect(lines.map((line) => line.reference)).toContain(first)
    expect(lines.map((line) => line.reference)).not.toContain(undone)
    expect(drawn).toMatchObject({ number: 'MST-000001', lines: 3, totalPence: await owed() })
    for (const id of ids) {
      const late = await undo(id)
      expect([late.status, late.body.code]).toEqual([409, 'wrong_state'])
    }
    const isSettled = async (id: string) =>
      (await app.posy.db.selectFrom('huggg').select('is_settled').where('id', '=', id).executeTakeFirstOrThrow())
        .is_settled
    // What is left of the card can still be used: it is not settled as a whole.
    expect([await isSettled(ids[0]!), await isSettled(card.id)]).toEqual([true, false])
    await redeem(card.id, { amount: 50 })
    expect((await undo(card.id)).status).toBe(200)
    expect((await undo(card.id, first)).status).toBe(409)
    expect(await draw()).toBeNull()
  })

  test('no file is built before a second operator approved the bank details, which are stored sealed', async () => {
    await expect(build()).rejects.toMatchObject({ code: 'wrong_state', help: expect.stringContaining('Daisy Coffee') })
    await expect(propose(ann, { sortCode: '1234', accountNumber: 'x', email: 'no' })).rejects.toMatchObject({
      code: 'invalid_fields',
      details: [{ path: 'sortCode' }, { path: 'accountNumber' }, { path: 'email' }],
    })
    const id = await propose()
    await expect(approve(ann)).rejects.toMatchObject({ code: 'forbidden', status: 403 })
    await expect(build()).rejects.toMatchObject({ code: 'wrong_state' })
    const alone = sql`update merchant_details set state = 'approved', approved_by = proposed_by, approved_at = proposed_at where id = ${id}`
    expect(await rejectionReason(alone.execute(app.posy.db))).toBe('merchant_details_two_operators')
    expect(await approve(ben)).toBe(false)
    const { rows } = await sql<{ text: string }>`select merchant_details::text from merchant_details`.execute(
      app.posy.db,
    )
    expect(JSON.stringify(rows)).not.toMatch(/55779911|200000|daisy\.test/)
    const [row] = await merchants(app.posy.db, toDate(app.posy.clock.now()))
    expect(row).toMatchObject({ name: 'Daisy Coffee', openPence: 0, statedPence: drawn.totalPence, hint: '911' })
  })

  test('one file is released once by someone else, and paid once; money leaves when the bank says so', async () => {
    const file = await build()
    expect(file).toMatchObject({ number: 'MPF-000001', payments: 1, totalPence: drawn.totalPence, waiting: [] })
    await expect(build(ben)).rejects.toMatchObject({ code: 'wrong_state' })
    await expect(readFile(app.posy, { number: file.number, operator: 'ben', actor: operatorActor })).rejects.toThrow(
      'release',
    )
    await expect(release(file.number, ann)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(pay('MST000001', drawn.totalPence, 'early')).rejects.toMatchObject({ code: 'wrong_state' })
    const releases = await Promise.allSettled([release(file.number), release(file.number), release(file.number)])
    expect(releases.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    const { text, sha256 } = await readFile(app.posy, { number: file.number, operator: 'ben', actor: operatorActor })
    expect(createHash('sha256').update(text).digest('hex')).toBe(sha256)
    expect(sha256).toBe(file.sha256)
    const cells = text.trimEnd().split(',')
    expect([cells.length, cells[24], cells[30], cells[32], cells[36]]).toEqual([
      40,
      '200000',
      '55779911',
      'Daisy Coffee Ltd',
      'MST000001',
    ])
    expect(Number(cells[16]) * 100).toBe(drawn.totalPence)
    await expect(act((work) => discardFile(work, { number: file.number, ...ben }))).rejects.toMatchObject({
      code: 'wrong_state',
    })

    await expect(pay('paid MST 1 to Daisy', drawn.totalPence - 1, 'line-1')).rejects.toMatchObject({
      code: 'invalid_fields',
    })
    const booked = await pay('paid MST 1 to Daisy', drawn.totalPence, 'line-1')
    expect(await pay('MST000001', drawn.totalPence, 'line-1')).toEqual(booked)
    await expect(pay('MST000001', drawn.totalPence, 'line-2')).rejects.toMatchObject({ code: 'wrong_state' })
    await expect(pay('hello', 5, 'line-3')).rejects.toMatchObject({ code: 'not_found' })
    expect(await owed()).toBe(0)
    expect((await statements(app.posy.db))[0]).toMatchObject({ state: 'paid', number: 'MST-000001' })
    expect((await undo(ids[0]!)).status).toBe(409)
  })

  test('the merchant is emailed once, with the statement and every line', async () => {
    await app.settle()
    await mailStatement(app.posy, drawn.id)
    const { body } = await app.request('GET', '/sandbox/messages?to=accounts@daisy.test')
    expect(body.data).toHaveLength(1)
    expect(body.data[0].subject).toMatch(/^Statement MST-000001: £/)
    const text = await readPdf(new Uint8Array(await statementPdf(app.posy, drawn.id)))
    expect(text).toMatch(/Merchant statement[\s\S]*Daisy Coffee[\s\S]*2 redeemed at/)
    expect(text).toContain('account ending in 911')
  })
})

describe('mistakes', () => {
  beforeEach(() => app.advance('P1D'))

  test('a correction is a line on the next statement; what is left over is carried to one after it', async () => {
    const [gift] = await used(1)
    const first = (await draw())!
    const [line] = await statementLines(app.posy.db, first.id)
    const correct = (amountPence: number, redemptionId?: string) =>
      act((work) => correctMerchant(work, { brandId: BRAND, amountPence, redemptionId, ...ann, reason: 'Sold twice' }))
    await expect(correct(-line!.amountPence - 1, line!.reference)).rejects.toMatchObject({ code: 'invalid_fields' })
    await correct(-line!.amountPence, line!.reference)
    await expect(correct(-1, line!.reference)).rejects.toMatchObject({ code: 'invalid_fields' })
    await expect(correct(0)).rejects.toMatchObject({ code: 'invalid_fields' })
    expect((await undo(gift!.id)).status).toBe(409)
    app.wall.advanceSeconds(1)
    const second = (await draw())!
    expect(second).toMatchObject({ lines: 1, totalPence: -line!.amountPence })
    expect(await draw()).toBeNull()
    await used(2)
    const third = (await draw())!
    expect((await statementLines(app.posy.db, third.id)).map(({ kind }) => kind)).toEqual([
      'redemption',
      'redemption',
      'carried',
    ])
    expect(third.totalPence).toBe(line!.amountPence)
    expect(await reconcile(app.posy)).toEqual([])
    const file = await build()
    expect(file).toMatchObject({ payments: 2, totalPence: first.totalPence + third.totalPence })
    await release(file.number)
    // The bank took the whole file as one sum.
    const mistaken = await pay(file.number, file.totalPence, 'bulk-0')
    await act((work) => undoMerchantPayment(work, mistaken.transferId))
    expect(await reconcile(app.posy)).toEqual([])
    const booked = await pay(file.number, file.totalPence, 'bulk-1')
    expect(booked.statements.map(({ number }) => number).sort()).toEqual([first.number, third.number])
    expect(await owed()).toBe(0)

    const sentBack = { number: third.number, amountPence: third.totalPence, from: 'bank-clearing' } as const
    await act((work) => recordReturnedPayment(work, sentBack))
    await expect(act((work) => recordReturnedPayment(work, sentBack))).rejects.toMatchObject({ code: 'wrong_state' })
    await expect(act((work) => undoMerchantPayment(work, booked.transferId))).rejects.toThrow('was returned')
    app.wall.advanceSeconds(1)
    expect(await draw()).toMatchObject({ lines: 1, totalPence: third.totalPence })
    await pay(...(await paidFile()))
  })

  test('bank details that change after a file was built stop its release; it is discarded, and another one built', async () => {
    await used(1)
    const statement = (await draw())!
    const file = await build(ann, 'pain.001')
    await propose(ben, { accountNumber: '12345678' })
    await approve(ann)
    await expect(release(file.number)).rejects.toThrow('Bank details changed')
    await act((work) => discardFile(work, { number: file.number, ...ben }))
    await expect(release(file.number)).rejects.toThrow('discarded')
    const again = await build(ann, 'pain.001')
    await release(again.number)
    const { text, fileName } = await readFile(app.posy, { number: again.number, operator: 'ben', actor: operatorActor })
    expect(fileName).toBe(`${again.number}.xml`)
    expect(text).toContain('<Id>12345678</Id>')
    expect(text).not.toContain('55779911')
    await pay(statement.number, statement.totalPence, 'line-9')
  })

  test('an operator who is alone waits a day, which is marked and emailed to the owner’s second address; where others are, never', async () => {
    const olive = { operator: 'owner@posy.test', reason: 'alone' }
    const told = async () =>
      (await app.request('GET', '/sandbox/messages?to=second@olive.test')).body.data.map(
        ({ subject }: { subject: string }) => subject,
      )
    await act((work) =>
      setSecondAddress(work, { email: olive.operator, address: 'Second@olive.test', reason: 'alone with it' }),
    )
    await used(1)
    await draw(olive)
    await propose(olive)
    await app.advance('P1D')
    await expect(approve(olive)).rejects.toMatchObject({ code: 'forbidden' })
    await app.settle()
    expect(await told()).toEqual(['Done by one operator: the second address of owner@posy.test'])

    const finance = () => app.posy.db.updateTable('operator').where('role', '=', 'finance')
    await finance().set({ deactivated_at: new Date() }).execute()
    await propose(olive)
    const file = await build(olive)
    await app.advance('PT23H')
    await expect(approve(olive)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(release(file.number, { operator: ' OWNER@posy.test', reason: 'a disguise' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect((await told()).toSorted()).toEqual([
      'Done by one operator: the second address of owner@posy.test',
      'Waits for a day: new bank details of Daisy Coffee',
      `Waits for a day: the payment file ${file.number}`,
    ])
    await app.advance('PT2H')
    expect(await release(file.number, olive)).toBe(true)
    expect(await approve(olive)).toBe(true)
    await finance().set({ deactivated_at: null }).execute()
    await app.settle()
    expect(await told()).toHaveLength(5)
    const { rows } = await sql<{ detail: { isAlone: boolean } }>`
      select detail from audit_event where action in ('settlement.file-released', 'merchant.details-approved') order by id desc limit 2`.execute(
      app.posy.db,
    )
    expect(rows.map(({ detail }) => detail.isAlone)).toEqual([true, true])
    await pay(file.number, file.totalPence, 'line-10')
  })

  test('the database itself keeps lines, statements and files as they are', async () => {
    const refused = (query: ReturnType<typeof sql>) => rejectionReason(query.execute(app.posy.db))
    expect(await refused(sql`update merchant_statement set total = total + 1`)).toBe('merchant_statement_kept')
    expect(
      await refused(
        sql`update merchant_statement set file_id = null, details_id = null, transfer_id = null, bank_line = null, paid_at = null`,
      ),
    ).toBe('merchant_statement_kept')
    expect(await refused(sql`delete from merchant_statement_line`)).toBe('merchant_statement_line_kept')
    expect(await refused(sql`update merchant_payment_file set released_by = 'eve'`)).toBe('merchant_payment_file_kept')
    expect(await refused(sql`update redemption set is_settled = false`)).toBe('redemption_settled')
    const twice = sql`
      insert into merchant_statement_line (statement_id, ordinal, kind, redemption_id, what, at, taken, amount)
      select statement_id, 99, kind, redemption_id, what, at, taken, amount from merchant_statement_line where kind = 'redemption' limit 1`
    expect(await refused(twice)).toBe('merchant_statement_line_redemption_id_key')
  })
})

test('the settlement commands say what they did, dry runs change nothing, and refusals name the field', async () => {
  await used(2)
  await app.advance('P1D')
  const lines: string[] = []
  const say = (command: string, values: Record<string, string | boolean>, words: string[] = []) => {
    lines.length = 0
    return settlementCommands[command]!(app.posy, {
      values: { ...ann, ...values },
      words,
      print: (line) => lines.push(line),
    })
  }
  const yesterday = app.posy.clock.now().toZonedDateTimeISO('Europe/London').toPlainDate().subtract({ days: 1 })
  const until = yesterday.toString()
  expect(await say('settlement draw', { until: '2126-01-01' })).toBe(1)
  expect(lines).toEqual(['until must be a day that is over.'])
  const before = await statements(app.posy.db)
  expect(await say('settlement draw', { until, 'dry-run': true })).toBe(0)
  expect(lines.join()).toMatch(/Daisy Coffee: £[\d.]+, 2 lines.*Dry run/)
  expect(await statements(app.posy.db)).toEqual(before)
  await say('settlement draw', { until })
  expect(await say('settlement file', {})).toBe(1)
  expect(lines[0]).toContain('shows who they are')
  await say('settlement file', signedBy(app, FINANCE))
  const [number] = lines[0]!.split(' ')
  await say('settlement list', {})
  const place = lines.findIndex((line) => line.startsWith(number!))
  const seen = /SHA-256 ([0-9a-f]{64})/.exec(lines[place]!)![1]!
  expect(lines[place + 1]).toMatch(/£[\d.]+ to Daisy Coffee Ltd, 200000 \d{8}: MST-\d+ of Daisy Coffee/)
  const releaseBy = (values: Record<string, string>) => say('settlement release', { seen, ...values }, [number!])
  expect(await releaseBy(signedBy(app, FINANCE))).toBe(1)
  expect(lines[0]).toBe('Another operator must confirm this.')
  for (const operator of ['no-one-at-all', OWNER]) {
    expect(await releaseBy({ operator }), operator).toBe(1)
    expect(lines[0], operator).toContain('shows who they are')
  }
  expect(await releaseBy({ ...signedBy(app, OWNER), seen: '0'.repeat(64) })).toBe(1)
  expect(lines[0]).toBe('This file is not the one that you looked at.')
  expect(await releaseBy(signedBy(app, OWNER))).toBe(0)
  await say('settlement list', {})
  expect(lines.find((line) => line.startsWith(number!))).toMatch(/released by owner@posy\.test; SHA-256/)
  const { totalPence } = (await statements(app.posy.db))[0]!
  expect(await say('settlement paid', { reference: number!, 'amount-pence': `${totalPence}`, line: 'cli-1' })).toBe(0)
  await say('merchants list', {})
  expect(lines.join()).toMatch(/Daisy Coffee: £0\.00 on no statement/)
  // Anyone who approves bank details types the account that they were told.
  await propose(ann, { accountNumber: '66665678' })
  await say('merchants list', {})
  expect(lines.join()).toContain('Daisy Coffee Ltd, 200000 66665678 by finance@posy.test waits for approval')
  const approveAccount = (accountNumber: string, values: Record<string, string>) =>
    say('merchants approve', { 'sort-code': '20-00-00', 'account-number': accountNumber, ...values }, [BRAND])
  expect(await approveAccount('55779911', signedBy(app, OWNER))).toBe(1)
  expect(lines).toEqual(['This is not the account that was proposed. Nothing was changed.'])
  expect(await approveAccount('66665678', { operator: 'ben' })).toBe(1)
  expect(await approveAccount('66665678', signedBy(app, OWNER))).toBe(0)
})

test('what is drawn and what waits over a random history is what the ledger owes, to the penny', async () => {
  const step = fc.constantFrom('redeem', 'part', 'undo', 'draw', 'correct', 'pay')
  let line = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, fc.nat(9)), { minLength: 8, maxLength: 16 }), async (steps) => {
      const { gifts } = await buyGifts(app.posy, { quantity: 10, productId: demo.products.daisyGiftCard10 })
      for (const [what, pick] of steps) {
        app.wall.advanceSeconds(1)
        const { id } = gifts[pick]!
        if (what === 'redeem') await redeem(id).catch(() => {})
        if (what === 'part') await redeem(id, { amount: 10 + pick }).catch(() => {})
        if (what === 'undo') await undo(id)
        if (what === 'draw') await draw()
        if (what === 'correct')
          await act((work) => correctMerchant(work, { brandId: BRAND, amountPence: pick * 7 - 40, ...ann }))
        if (what === 'pay') {
          const file = await build().catch(() => null)
          if (file) {
            await release(file.number)
            await pay(file.number, file.totalPence, `random-${line++}`)
          }
        }
        const [row] = (await merchants(app.posy.db, toDate(app.posy.clock.now().add({ seconds: 1 })))).filter(
          ({ brandId }) => brandId === BRAND,
        )
        expect((row?.openPence ?? 0) + (row?.statedPence ?? 0)).toBe(await owed())
      }
      expect(await reconcile(app.posy)).toEqual([])
    }),
    { numRuns: 5 },
  )
})
