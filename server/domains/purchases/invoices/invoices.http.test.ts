import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { londonDate, toInstant } from '#kit/time.ts'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { receivablePence } from '#server/domains/ledger/index.ts'
import { receiveBankPayment } from '#server/domains/wallets/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { chargeCard } from '#server/testing/cards.ts'
import { asFile, countPixels, drawPicture } from '#server/testing/pictures.ts'
import { rasterise } from '#server/testing/scan.ts'
import { creditGifts } from '../documents/issue-purchase-documents.ts'
import { remindOverdue } from '../documents/remind-overdue.ts'
import { invoiceMatcher } from './invoice-matcher.ts'
import { payInvoice } from './pay-invoice.ts'

let app: TestApp
const as = 'admin@acme.test'
const { products, wallets, teams } = demo

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const byWallet = { method: 'walletCommitment', reference: wallets.acmeMain }
const buy = async (payment: object, purchase: object = {}) => {
  const answer = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
    as,
    body: {
      purchase: { type: 'bulkHugggs', reference: products.daisyFlatWhite, deliveryMethod: 'links', ...purchase },
      payment,
    },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data
}
const receipt = async (id: string, who = as) => app.request('GET', `/api/v2/transactions/${id}/receipt`, { as: who })
const invoiceNow = async (id: string) => (await app.request('GET', `/v3/invoices/${id}`, { as })).body.data
const cancel = (hugggId: string) => app.request('POST', `/api/v2/hugggs/${hugggId}/cancel`, { as })
const owed = () => receivablePence(app.posy.db, teams.acme, 'GBX')

/** Downloads a file by its link, as anybody who has it may. */
async function downloadText({ url }: { url: string }): Promise<string> {
  const response = await app.api.request(new URL(url).pathname)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()))
  return (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ')
}

describe('the receipt of a purchase', () => {
  test('is one PDF that says what was paid, VAT by rate; asked for again it is the same', async () => {
    const bought = await buy(byWallet, { quantity: 3, purchaseOrderNumber: 'PO-9', reasonCode: 'Thank you' })
    const first = await receipt(bought.id)
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect(first.body.data).toMatchObject({ transactionId: bought.id, teamId: teams.acme, userId: bought.user_id })
    expect(first.body.data.files).toEqual([
      { fileName: expect.stringMatching(/^RCT-\d{6}\.pdf$/), url: expect.any(String) },
    ])
    const text = await downloadText(first.body.data.files[0])
    for (const words of [
      'Acme Trading Limited',
      'Flat white',
      'PO-9',
      'Thank you',
      // 3 × (£3.00 + 25p), and 20 % of it: 3 × (60p + 5p).
      'Net £9.75',
      'VAT £1.95',
      'Total £11.70',
      'Paid in full from the wallet Acme main',
    ])
      expect(text).toContain(words)
    await app.settle()
    const again = (await receipt(bought.id)).body.data
    expect({ ...again, files: [] }).toEqual({ ...first.body.data, files: [] })
  })

  test('says what the purchase is called, but never a name of who got a gift of it', async () => {
    const receivers = [{ email: 'adaline@friends.test', name: 'Ada Lovelace' }]
    for (const [title, isPrinted] of [
      ['Birthdays in March', true],
      ['For ada, at last', false],
      ['adaline', false],
    ] as const) {
      const { id } = await buy(byWallet, { title, deliveryMethod: 'email', receivers })
      const text = await downloadText((await receipt(id)).body.data.files[0])
      expect(text.includes(title), title).toBe(isPrinted)
    }
  })

  test('of a multi-purpose voucher has its face outside the scope of VAT', async () => {
    const bought = await buy(byWallet, { reference: products.daisyGiftCard10, quantity: 2 })
    const text = await downloadText((await receipt(bought.id)).body.data.files[0])
    for (const words of ['Outside scope £20.00 £0.00', '20% £1.00 £0.20', 'Total £21.20']) expect(text).toContain(words)
  })

  test('paid by card says so', async () => {
    const { id } = (await chargeCard(app, { as, amount: 390 })).body.data
    const bought = await buy({ method: 'charge', reference: id })
    expect(await downloadText((await receipt(bought.id)).body.data.files[0])).toContain('Paid in full by card.')
  })

  test('shows the logo of its customer’s brand as it was, beside their name, and no one else’s', async () => {
    const file = asFile(await drawPicture(300, 100, '#4b0082').png().toBuffer(), 'logo.png')
    const logo = (await app.request('POST', '/v3/uploads?kind=logo', { as, body: { file } })).body.data.key
    const save = async (theme: object) =>
      (await app.request('POST', '/v3/themes/model/upsert', { as, body: { name: 'House', isDefault: true, ...theme } }))
        .body.data.id
    const hasLogo = async (id: string, who = as) => {
      const { url } = (await receipt(id, who)).body.data.files[0]
      const pdf = new Uint8Array(await (await app.api.request(new URL(url).pathname)).arrayBuffer())
      return (await countPixels((await rasterise(pdf))[0]!, '#4b0082')) > 1000
    }
    const id = await save({ branding: { logo } })
    const bought = (await buy(byWallet)).id
    await receipt(bought)
    await save({ id, branding: { logo: null } })
    expect([await hasLogo(bought), await hasLogo((await buy(byWallet)).id)]).toEqual([true, false])
    await save({ id, branding: { logo } })
    const foreign = 'admin@globex.test'
    const theirs = await app.request('POST', '/api/v2/transactions', {
      as: foreign,
      body: {
        purchase: { type: 'bulkHugggs', reference: products.daisyFlatWhite, deliveryMethod: 'links' },
        payment: { method: 'walletCommitment', reference: wallets.globexMain },
      },
    })
    expect(await hasLogo(theirs.body.data.id, foreign)).toBe(false)
    await save({ id, isDefault: false })
  })

  test('is followed by a credit note for refunds, each gift on one', async () => {
    const bought = await buy(byWallet, { quantity: 3 })
    const [a, b, c] = bought.embedded.hugggs
    await cancel(a.id)
    await app.settle()
    await cancel(b.id)
    await cancel(c.id)
    await app.settle()
    const { files, objectKeys, papers } = (await receipt(bought.id)).body.data
    expect(papers.map(({ kind, total }: { kind: string; total: number }) => [kind, total])).toEqual([
      ['receipt', 1170],
      ...Array(3).fill(['credit-note', 390]),
    ])
    expect(files.map(({ fileName }: { fileName: string }) => fileName.slice(0, 3))).toEqual([
      'RCT',
      'CRN',
      'CRN',
      'CRN',
    ])
    expect(objectKeys).toHaveLength(4)
    const text = await downloadText(files[1])
    for (const words of [
      files[0].fileName.slice(0, 10),
      'One gift cancelled',
      'Total £3.90',
      'returned to the wallet Acme main',
    ])
      expect(text).toContain(words)
    const credited = await app.posy.db
      .selectFrom('document')
      .select((e) => e.fn.sum<number>('total').as('total'))
      .where('transaction_id', '=', bought.id)
      .where('kind', '=', 'credit-note')
      .executeTakeFirstOrThrow()
    expect(Number(credited.total)).toBe(bought.sale_total)
  })

  test('has each credit note mailed to its buyer, once, however often its refund is told', async () => {
    const bought = await buy(byWallet, { quantity: 3 })
    const cancelled = bought.embedded.hugggs.slice(0, 2).map(({ id }: { id: string }) => id)
    for (const id of cancelled) await cancel(id)
    await app.settle()
    await Promise.all([1, 2, 3].map(() => creditGifts(app.posy, cancelled, 'cancelled')))
    await app.settle()
    const { files } = (await receipt(bought.id)).body.data
    const numbers = files.slice(1).map(({ fileName }: { fileName: string }) => fileName.slice(0, 10))
    expect(numbers).toHaveLength(2)
    const { body } = await app.request('GET', `/sandbox/messages?to=${as}`)
    const mails = (body.data as { subject: string; text: string }[]).filter(({ subject }) =>
      numbers.some((number: string) => subject.includes(number)),
    )
    expect(mails.map(({ subject }) => subject).sort()).toEqual(
      numbers.map((number: string) => `Credit note ${number}: £3.90 credited`).sort(),
    )
    expect(mails[0]!.text).toContain('Money came back from 1 × Flat white. The gift was cancelled. Credit note')
  })

  test('is followed by one credit note for many expired gifts that are refunded', async () => {
    const bought = await buy(byWallet, { quantity: 3, expiry: '2026-03-10' })
    await app.advance('P10D')
    await app.settle()
    const { files } = (await receipt(bought.id)).body.data
    expect(files).toHaveLength(2)
    const text = await downloadText(files[1])
    for (const words of ['3 gifts expired', 'Total £11.70']) expect(text).toContain(words)
  })

  test('is for those who may see the purchase', async () => {
    const bought = await buy(byWallet)
    expect((await receipt(bought.id, 'viewer@acme.test')).status).toBe(200)
    for (const who of ['participant@acme.test', 'subteam@acme.test', 'admin@globex.test'])
      expect((await receipt(bought.id, who)).status).toBe(404)
  })

  test('is issued soon after the purchase in the order of purchases, asked for or not, without gaps', async () => {
    const bought = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        app.request('POST', '/api/v2/transactions', {
          as,
          body: {
            purchase: {
              type: 'huggg',
              reference: products.daisyFlatWhite,
              ...(index % 3 ? {} : { reasonCode: 'No such' }),
            },
            payment: byWallet,
          },
        }),
      ),
    )
    expect(bought.filter(({ status }) => status === 201)).toHaveLength(13)
    await app.advance('PT1M')
    const rows = await app.posy.db
      .selectFrom('document')
      .innerJoin('transaction', 'transaction.id', 'document.transaction_id')
      .select(['number', 'document.kind', 'transaction.awaits_document'])
      .orderBy('number')
      .execute()
    const awaited = await app.posy.db
      .selectFrom('transaction')
      .select('id')
      .where('awaits_document', '=', true)
      .execute()
    expect(awaited).toEqual([])
    for (const kind of ['receipt', 'credit-note'] as const) {
      const numbers = rows.filter((row) => row.kind === kind).map((row) => Number(row.number.slice(4)))
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    }
  })
})

describe('an invoice', () => {
  const pay = (number: string, amountPence: number, bankLine: string) =>
    transact(app.posy, { actor: operatorActor }, (work) => payInvoice(work, { number, amountPence, bankLine }))

  test('says what is to be paid, when and where; credits reduce it; paying it settles the debt', async () => {
    const owedBefore = await owed()
    const bought = await buy(
      { method: 'invoice' },
      {
        quantity: 3,
        purchaseOrderNumber: 'PO-10',
        title: 'Spring thank-yous',
      },
    )
    const { id, files } = (await receipt(bought.id)).body.data
    const text = await downloadText(files[0])
    const number = files[0].fileName.slice(0, 10)
    // People know it by its name and number, not by an id.
    expect(text).not.toContain(bought.id)
    for (const words of [
      'Invoice',
      'PO-10',
      'Spring thank-yous',
      'Please pay £11.70 by',
      'sort code 00-00-00',
      `quoting ${number}`,
    ])
      expect(text).toContain(words)
    expect(await invoiceNow(id)).toMatchObject({ number, total: 1170, outstanding: 1170, status: 'unpaid' })

    const [gift, second] = bought.embedded.hugggs
    await cancel(gift.id)
    await app.settle()
    const credited = await invoiceNow(id)
    expect([credited.outstanding, credited.files.creditNotes.length]).toEqual([780, 1])
    expect(await downloadText(credited.files.creditNotes[0])).toContain(`The amount owed for ${number} is less`)

    await expect(pay(number, 0, 'line-1')).rejects.toMatchObject({ code: 'invalid_fields' })
    await expect(pay('INV-999999', 780, 'line-1')).rejects.toMatchObject({ code: 'not_found' })
    await pay(number, 780, 'line-1')
    await pay(number, 780, 'line-1')
    await expect(pay(number, 779, 'line-1')).rejects.toMatchObject({ code: 'conflict' })
    await expect(pay(number, 780, 'line-2')).rejects.toMatchObject({ code: 'wrong_state' })
    expect(await invoiceNow(id)).toMatchObject({ outstanding: 0, status: 'paid', datePaid: expect.any(String) })
    expect(await owed()).toBe(owedBefore)

    const { available } = await mainWallet()
    await cancel(second.id)
    await app.settle()
    expect([await owed(), (await mainWallet()).available]).toEqual([owedBefore, available + 390])
    const { files: all } = (await receipt(bought.id)).body.data
    expect(await downloadText(all[2])).toContain('returned to the wallet Acme main')
    expect(await reconcile(app.posy)).toEqual([])
  })

  test('is paid in parts; what is too much goes to the wallet; each bank line is booked once, whatever it pays for', async () => {
    const owedBefore = await owed()
    const bought = await buy({ method: 'invoice' }, { quantity: 3 })
    const { id, files } = (await receipt(bought.id)).body.data
    const number: string = files[0].fileName.slice(0, 10)
    const { available } = await mainWallet()
    expect(await pay(number, 400, 'part-1')).toMatchObject({ debtPence: 400, surplusPence: 0 })
    expect(await invoiceNow(id)).toMatchObject({ outstanding: 770, status: 'part-paid', datePaid: null })
    await cancel(bought.embedded.hugggs[0].id)
    expect(await invoiceNow(id)).toMatchObject({ outstanding: 380, status: 'part-paid' })
    const loose = ` inv ${Number(number.slice(4))}`
    const last = await pay(loose, 1000, 'part-2')
    expect(last).toMatchObject({ number, debtPence: 380, surplusPence: 620, surplusWalletId: wallets.acmeMain })
    expect(await pay(number, 1000, 'part-2')).toEqual(last)
    expect(await invoiceNow(id)).toMatchObject({ outstanding: 0, status: 'paid' })
    expect([await owed(), (await mainWallet()).available]).toEqual([owedBefore, available + 620])
    const statement = (
      await app.request('GET', `/v3/wallets/${wallets.acmeMain}/statement?limit=3`, { as: 'admin@acme.test' })
    ).body
    expect(statement.data).toMatchObject([
      {
        description: 'Paid too much on an invoice, added to the wallet',
        effect: { available: 620 },
        counterpart: { kind: 'invoice', id, label: number },
        documents: [{ id, number }],
      },
      { description: 'Gift cancelled, off its invoice', effect: { available: 0 }, invoiced: -390 },
      {
        description: 'Gifts bought by invoice',
        ...{ effect: { available: 0, committed: 900 }, charged: { fees: 75, vat: 195 }, invoiced: 1_170 },
        counterpart: { kind: 'purchase', id: bought.id, label: 'Flat white' },
        documents: [{ id, kind: 'invoice', number }],
      },
    ])
    const topUp = { bankLine: 'part-2', reference: 'HGDEMO0401', amountPence: 1000 }
    const book = (payment: typeof topUp) =>
      transact(app.posy, { actor: operatorActor }, (work) => receiveBankPayment(work, payment))
    await expect(book(topUp)).rejects.toMatchObject({ code: 'conflict' })
    await book({ ...topUp, bankLine: 'top-up' })
    const other = await buy({ method: 'invoice' })
    const unpaid = (await receipt(other.id)).body.data.files[0].fileName.slice(0, 10)
    await expect(pay(unpaid, 390, 'top-up')).rejects.toMatchObject({ code: 'conflict' })
    await app.settle()
    expect(await reconcile(app.posy)).toEqual([])
  })

  test('is reduced by refunds after a part payment as far as it is owed: the rest goes to the wallet, and an invoice with nothing owed is paid', async () => {
    const owedBefore = await owed()
    const bought = await buy({ method: 'invoice' }, { quantity: 3 })
    const { id, files } = (await receipt(bought.id)).body.data
    const number: string = files[0].fileName.slice(0, 10)
    const { available } = await mainWallet()
    const { transferId } = await pay(number, 900, 'strands-1')
    await cancel(bought.embedded.hugggs[0].id)
    const settled = await invoiceNow(id)
    expect(settled).toMatchObject({ outstanding: 0, status: 'paid', datePaid: expect.any(String) })
    expect([await owed(), (await mainWallet()).available]).toEqual([owedBefore, available + 120])
    await app.settle()
    const [note] = (await invoiceNow(id)).files.creditNotes
    expect((await downloadText(note)).replaceAll(/\s+/g, ' ')).toContain(
      `The amount owed for ${number} is less by £2.70; £1.20 was returned to the wallet Acme main.`,
    )
    await expect(pay(number, 1, 'strands-2')).rejects.toMatchObject({ code: 'wrong_state' })

    await transact(app.posy, { actor: operatorActor }, (work) => invoiceMatcher.undo(work, transferId))
    expect(await invoiceNow(id)).toMatchObject({ outstanding: 900, status: 'unpaid', datePaid: null })
    await cancel(bought.embedded.hugggs[1].id)
    await app.settle()
    expect(await reconcile(app.posy)).toEqual([])
    expect(await invoiceNow(id)).toMatchObject({ outstanding: 510, status: 'unpaid' })
    await pay(number, 510, 'strands-3')
    await cancel(bought.embedded.hugggs[2].id)
    expect([await owed(), (await mainWallet()).available]).toEqual([owedBefore, available + 510])
    await app.settle()
    expect(await reconcile(app.posy)).toEqual([])
  })

  test('all of whose gifts are refunded at once, or expire, after a part payment is paid, and each penny is back', async () => {
    const owedBefore = await owed()
    const { available } = await mainWallet()
    for (const [index, ending] of ['cancelled', 'expired'].entries()) {
      const expiry = toInstant(new Date(app.posy.clock.now().epochMilliseconds + 86_400_000))
      const bought = await buy({ method: 'invoice' }, { quantity: 3, expiry: londonDate(expiry).toString() })
      const { id, files } = (await receipt(bought.id)).body.data
      await pay(files[0].fileName.slice(0, 10), 500, `strands-all-${index}`)
      if (ending === 'cancelled')
        expect((await app.request('POST', `/api/v2/transactions/${bought.id}/hugggs/cancel`, { as })).status).toBe(200)
      else await app.advance('P3D')
      expect(await invoiceNow(id)).toMatchObject({ outstanding: 0, status: 'paid' })
      expect([await owed(), (await mainWallet()).available]).toEqual([owedBefore, available + 500 * (index + 1)])
    }
    await app.settle()
    expect(await reconcile(app.posy)).toEqual([])
  })

  test('that is paid while a gift is cancelled leaves no penny in the wrong place', async () => {
    for (let round = 0; round < 8; round++) {
      const owedBefore = await owed()
      const bought = await buy({ method: 'invoice' })
      const { id, files } = (await receipt(bought.id)).body.data
      const number = files[0].fileName.slice(0, 10)
      await Promise.allSettled([pay(number, 390, `race-${round}`), cancel(bought.embedded.hugggs[0].id)])
      const { outstanding, status } = await invoiceNow(id)
      expect([outstanding, status, await owed()]).toEqual([0, 'paid', owedBefore])
      await app.settle()
    }
    expect(await reconcile(app.posy)).toEqual([])
  })

  test('is reduced by what choices leave over, on one credit note for each day; a later cancellation is credited beside it', async () => {
    const bought = await buy({ method: 'invoice' }, { reference: products.choiceOfGift10, quantity: 3 })
    const { id } = (await receipt(bought.id)).body.data
    const [first, second, third] = bought.embedded.hugggs
    const { outstanding } = await invoiceNow(id)
    for (const { shortcode } of [first, second]) {
      await app.request('POST', `/public/gifts/${shortcode}/open`)
      const body = { productId: products.daisyFlatWhite }
      expect((await app.request('POST', `/public/gifts/${shortcode}/choose`, { body })).status).toBe(200)
    }
    expect((await invoiceNow(id)).outstanding).toBe(outstanding - 1280)
    await app.settle()
    expect((await invoiceNow(id)).files.creditNotes).toEqual([])
    await app.advance('P1D')
    const { credited, files } = await invoiceNow(id)
    expect([credited, files.creditNotes.length]).toEqual([1280, 1])
    const text = (await downloadText(files.creditNotes[0])).replaceAll(/\s+/g, ' ')
    for (const words of ['2 recipients chose something for less', 'Outside scope £12.80 £0.00', 'Total £12.80'])
      expect(text).toContain(words)
    await cancel(first.id)
    await cancel(third.id)
    await app.settle()
    const after = await invoiceNow(id)
    expect([after.credited, after.files.creditNotes.length]).toEqual([1280 + 360 + 1000 + 2 * 60, 3])
    expect(after.outstanding).toBe(outstanding - after.credited)
    const told = (await app.request('GET', `/api/v2/transactions/${bought.id}`, { as })).body.data
    const report = (await app.request('GET', `/api/v2/report/transactions/user/${demo.users.acmeAdmin}`, { as })).body
    const row = report.data.find((each: { id: string }) => each.id === bought.id)
    expect([told.refunded_total, row.refundedValue]).toEqual([after.credited, after.credited])
    expect(await reconcile(app.posy)).toEqual([])
  })

  test('is listed for its team, its viewers too, and can have notes from who manages billing; others never see it', async () => {
    const list = (await app.request('GET', `/api/v2/teams/${teams.acme}/invoices?per_page=1`, { as })).body
    expect([list.data.length, list.total > 1, list.current_page]).toEqual([1, true, 1])
    const ofPlan = (await app.request('GET', `/api/v2/teams/${teams.acme}/invoices?kind=plan`, { as })).body
    expect([ofPlan.data, ofPlan.total]).toEqual([[], 0])
    const [{ id }] = list.data
    const noted = await app.request('PATCH', `/v3/invoices/${id}`, { as, body: { notes: 'Q1' } })
    expect([noted.status, (await invoiceNow(id)).notes]).toEqual([200, 'Q1'])
    expect((await app.request('GET', `/v3/invoices/${id}`, { as: 'admin@globex.test' })).status).toBe(404)
    for (const [who, status] of [
      ['participant@acme.test', 403],
      ['subteam@acme.test', 404],
      ['viewer@acme.test', 200],
    ] as const)
      expect((await app.request('GET', `/v3/invoices/${id}`, { as: who })).status, who).toBe(status)
    const viewer = { as: 'viewer@acme.test' }
    expect((await app.request('GET', `/api/v2/teams/${teams.acme}/invoices`, viewer)).status).toBe(200)
    const refused = await app.request('PATCH', `/v3/invoices/${id}`, { ...viewer, body: { notes: 'Q2' } })
    expect([refused.status, (await invoiceNow(id)).notes]).toEqual([403, 'Q1'])
  })
})

describe('the list of invoices', () => {
  interface Listed {
    id: string
    planId: string | null
    dateCreated: string
    dueDate: string
    total: number
    credited: number
    outstanding: number
    bankDetails: object | null
  }
  const read = async (query: string, most = 1000) =>
    (await app.request('GET', `/api/v2/teams/${teams.acme}/invoices?per_page=${most}${query}`, { as })).body

  test('is found by status, kind and days, is summed whatever page is read, and says where to pay what is owed', async () => {
    const returned = await buy({ method: 'invoice' })
    await receipt(returned.id)
    await cancel(returned.embedded.hugggs[0].id)
    await buy({ method: 'invoice' }, { quantity: 2 })
    await app.advance('P1D')
    await receipt((await buy({ method: 'invoice' })).id)
    const all: Listed[] = (await read('')).data
    const day = londonDate(toInstant(new Date(all[0]!.dateCreated))).toString()
    const isOfDay = ({ dateCreated }: Listed) => londonDate(toInstant(new Date(dateCreated))).toString() === day
    const today = londonDate(app.posy.clock.now()).toString()
    const filters: [string, (invoice: Listed) => boolean][] = [
      ['', () => true],
      ['&status=open', ({ outstanding }) => outstanding > 0],
      ['&status=paid', ({ outstanding }) => outstanding === 0],
      ['&status=overdue', ({ outstanding, dueDate }) => outstanding > 0 && dueDate < today],
      ['&kind=gifts', ({ planId }) => planId === null],
      ['&kind=plan', ({ planId }) => planId !== null],
      [`&from=${day}&until=${day}`, isOfDay],
      [`&from=${day}&status=open&kind=gifts`, (invoice) => isOfDay(invoice) && invoice.outstanding > 0],
    ]
    for (const [query, isMeant] of filters) {
      const meant = all.filter(isMeant)
      const sum = (part: 'total' | 'credited' | 'outstanding') => meant.reduce((sums, each) => sums + each[part], 0)
      const totals = { currency: 'GBX', count: meant.length, total: sum('total'), credited: sum('credited') }
      const found = await read(query)
      expect([query, found.data.map(({ id }: Listed) => id)]).toEqual([query, meant.map(({ id }) => id)])
      expect(found.totals).toEqual(meant.length ? [{ ...totals, outstanding: sum('outstanding') }] : [])
      expect((await read(query, 1)).totals).toEqual(found.totals)
    }
    expect([all.filter(isOfDay).length, all.some(({ outstanding }) => outstanding === 0)]).toEqual([1, true])
    for (const { bankDetails, outstanding } of all) expect(bankDetails !== null).toBe(outstanding > 0)
    const refused = await app.request('GET', `/api/v2/teams/${teams.acme}/invoices?from=${day}&until=2025-01-01`, {
      as,
    })
    expect([refused.status, refused.body.details[0].path]).toEqual([422, 'until'])
  })
})

describe('a pro forma invoice', () => {
  const save = async (body: object) => (await app.request('POST', '/api/v2/orders', { as, body })).body.data.id
  const make = (orderId: string) => app.request('POST', '/api/v2/pro-forma-invoices', { as, body: { orderId } })
  const read = (orderId: string, who = as) =>
    app.request('GET', `/api/v2/orders/${orderId}/pro-forma-invoice`, { as: who })

  test('says what an order would cost; the same until the order changes', async () => {
    const orderId = await save({ type: 'bulkHugggs', productId: products.daisyFlatWhite, quantity: 4 })
    expect((await read(orderId)).status).toBe(404)
    const made = await make(orderId)
    expect([made.status, made.body.data]).toEqual([
      201,
      expect.objectContaining({ orderId, teamId: teams.acme, status: 'queued', files: [] }),
    ])
    await app.settle()
    const { status, files } = (await read(orderId)).body.data
    expect(status).toBe('processed')
    const text = await downloadText(files[0])
    for (const words of ['Pro forma invoice', 'not a VAT invoice', 'Total £15.60', 'with the reference HGDEMO0401'])
      expect(text).toContain(words)
    expect((await make(orderId)).body.data.id).toBe(made.body.data.id)
    app.wall.advanceSeconds(5)
    await app.request('PUT', `/api/v2/orders/${orderId}`, { as, body: { entity: { quantity: 5 } } })
    expect((await make(orderId)).body.data.id).not.toBe(made.body.data.id)
    await app.settle()
    expect(await downloadText((await read(orderId)).body.data.files[0])).toContain('Total £19.50')
  })

  test('equals what the purchase then costs', async () => {
    const orderId = await save({
      type: 'huggg',
      productId: products.choiceOfGift10,
      quantity: 2,
      deliveryMethod: 'links',
    })
    await make(orderId)
    const bought = await buy(byWallet, { type: 'order', reference: orderId, deliveryMethod: undefined })
    const { rows } = {
      rows: await app.posy.db.selectFrom('document').selectAll().where('order_id', '=', orderId).execute(),
    }
    expect(rows.map(({ total, vat }) => [total, vat])).toEqual([[bought.sale_total, bought.sale_vat]])
    const again = await make(orderId)
    expect([again.status, again.body.code]).toEqual([409, 'wrong_state'])
    expect((await read(orderId)).status).toBe(200)
  })

  test('needs a product, and belongs to its team', async () => {
    const empty = await make(await save({ type: 'huggg' }))
    expect([empty.status, empty.body.details[0].path]).toEqual([422, 'order.productId'])
    const orderId = await save({ type: 'huggg', productId: products.daisyFlatWhite })
    await make(orderId)
    expect((await read(orderId, 'admin@globex.test')).status).toBe(404)
  })
})

async function mainWallet(): Promise<{ available: number; live: number }> {
  const { body } = await app.request('GET', `/api/v2/teams/${teams.acme}/wallets`, { as })
  return body.data.find((each: { id: string }) => each.id === wallets.acmeMain)
}

test('a link to a paper works until it has expired, and nothing else does', async () => {
  const bought = await buy(byWallet)
  const { url } = (await receipt(bought.id)).body.data.files[0]
  const path = new URL(url).pathname
  expect((await app.request('GET', path)).status).toBe(200)
  expect((await app.request('GET', `${path.slice(0, -4)}AAAA`)).status).toBe(404)
  app.wall.advanceSeconds(3601)
  expect((await app.request('GET', path)).status).toBe(404)
})

const makeInvoice = async (quantity: number) => {
  const bought = await buy({ method: 'invoice' }, { quantity })
  const { id, files } = (await receipt(bought.id)).body.data
  return { id, number: files[0].fileName.slice(0, 10) as string, gifts: bought.embedded.hugggs as { id: string }[] }
}
const bankPays = (number: string, amountPence: number, bankLine = number) =>
  transact(app.posy, { actor: operatorActor }, (work) => payInvoice(work, { number, amountPence, bankLine }))
const overdue = async (who = as) =>
  (await app.request('GET', `/api/v2/teams/${teams.acme}/invoices?overdue=true&per_page=100`, { as: who })).body.data
const reminders = async ({ number }: { number: string }) => {
  await app.settle()
  const { body } = await app.request('GET', `/sandbox/messages?to=${as}`)
  const mails = body.data as { subject: string; text: string }[]
  return mails.filter(({ subject }) => subject.startsWith(`${number} is overdue`)).map(({ subject }) => subject)
}
const ids = async (who?: string) => (await overdue(who)).map(({ id }: { id: string }) => id)

test('an overdue invoice is reminded of as often as the operator has set, stands with the team’s overdue ones, and no more once nothing is owed', async () => {
  const [kept, paid, credited] = [await makeInvoice(2), await makeInvoice(1), await makeInvoice(1)]
  await app.advance('P30D')
  expect([await reminders(kept), (await ids()).includes(kept.id)]).toEqual([[], false])
  await bankPays(paid.number, 390)
  await app.advance('P2D')
  expect(await reminders(kept)).toEqual([`${kept.number} is overdue: £7.80`])
  expect(await reminders(paid)).toEqual([])
  expect(await overdue('viewer@acme.test')).toContainEqual(
    expect.objectContaining({ id: kept.id, outstanding: 780, status: 'unpaid' }),
  )
  expect(await ids()).toEqual(expect.arrayContaining([kept.id, credited.id]))
  expect(await ids()).not.toContain(paid.id)
  expect(
    (await app.request('GET', `/api/v2/teams/${teams.acme}/invoices?overdue=true`, { as: 'admin@globex.test' })).status,
  ).toBe(404)

  await cancel(credited.gifts[0]!.id)
  await cancel(kept.gifts[0]!.id)
  await sql`update invoice_reminder set remind_at = ${new Date(0)} where document_id = ${kept.id}`.execute(app.posy.db)
  const now = new Date(app.posy.clock.now().epochMilliseconds)
  await Promise.all([1, 2, 3].map(() => remindOverdue(app.posy, now)))
  expect(await reminders(kept)).toHaveLength(1)
  await app.advance('P7D')
  expect(await reminders(kept)).toEqual(expect.arrayContaining([`${kept.number} is overdue: £3.90`]))
  expect([(await reminders(kept)).length, (await reminders(credited)).length]).toEqual([2, 1])
  await bankPays(kept.number, 390)
  await app.advance('P30D')
  expect([(await reminders(kept)).length, (await ids()).includes(kept.id)]).toEqual([2, false])
  expect(await reconcile(app.posy)).toEqual([])
})

test('reminders of an invoice are stopped and sent again in the console, where its customer’s papers and bank payments are read to their end', async () => {
  const support = 'operator:support@posy.test'
  const read = async (list: string) =>
    (await app.request('GET', `/v3/operator/customers/${teams.acme}/${list}`, { as: support })).body
  const invoice = await makeInvoice(1)
  const remind = (isOn: boolean, who = 'operator:finance@posy.test', reason = 'they dispute it') =>
    app.request('PUT', `/v3/operator/invoices/${invoice.id}/reminders`, { as: who, body: { isOn, reason } })
  const listed = async () =>
    (await read('documents?limit=1000')).data.find(({ id }: { id: string }) => id === invoice.id)
  expect(await listed()).toMatchObject({
    ...{ kind: 'invoice', number: invoice.number, team: 'Acme', totalPence: 390, paidAt: null },
    ...{ dueOn: expect.stringMatching(/^2/), remindAt: expect.stringMatching(/^2/), purchaseId: expect.any(String) },
  })
  expect([(await remind(false, support)).status, (await remind(false, undefined, '')).status]).toEqual([403, 422])
  expect((await remind(false)).body.data).toEqual({ number: invoice.number, remindAt: null })
  await app.advance('P40D')
  expect([await reminders(invoice), (await ids()).includes(invoice.id)]).toEqual([[], true])
  const paper = async () =>
    (await app.request('GET', `/v3/operator/documents/${invoice.id}`, { as: support })).body.data
  const overdueHere = async () =>
    (await read('documents?overdue=true&limit=1000')).data.map(({ id }: { id: string }) => id)
  expect(await overdueHere()).toContain(invoice.id)
  await bankPays(invoice.number, 100, `${invoice.number} part`)
  expect(await paper()).toMatchObject({
    ...{ paidAt: null, leftPence: 290, isOverdue: true },
    payments: [{ amountPence: 100, bankLineId: null, chargeId: null, isReversed: false }],
    reminders: { nextAt: null, stopped: { by: expect.any(String), reason: 'they dispute it' } },
  })
  // As one that was issued while no one was to be reminded.
  await sql`delete from invoice_reminder where document_id = ${invoice.id}`.execute(app.posy.db)
  const { remindAt } = (await remind(true)).body.data
  expect(await listed()).toMatchObject({ remindAt })
  await app.advance('P5D')
  expect(await reminders(invoice)).toHaveLength(1)

  expect((await paper()).reminders).toEqual({ nextAt: expect.any(String), stopped: null })
  await bankPays(invoice.number, 290)
  expect(await overdueHere()).not.toContain(invoice.id)
  expect(await paper()).toMatchObject({ leftPence: 0, isOverdue: false, reminders: null })
  expect(await listed()).toMatchObject({ paidAt: expect.any(String), remindAt: null })
  expect((await remind(false)).body.code).toBe('wrong_state')
  expect((await read('bank-payments')).data[0]).toMatchObject({
    ...{ amountPence: 290, isReversed: false, target: { kind: 'invoice', name: invoice.number, reference: null } },
  })
  for (const list of ['documents', 'bank-payments']) {
    const all = (await read(`${list}?limit=1000`)).data
    const seen: unknown[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page = await read(`${list}?limit=2${next && `&next=${next}`}`)
      seen.push(...page.data)
      next = page.next
    }
    expect([seen, all.length > 2], list).toEqual([all, true])
  }
  const numbered = (await read(`documents?number=${invoice.number.toLowerCase()}`)).data
  expect(numbered.map(({ id }: { id: string }) => id)).toEqual([invoice.id])
  expect((await read('documents?to=2020-01-01T00:00:00Z')).data).toEqual([])
  const ofOthers = await app.request('GET', `/v3/operator/customers/${teams.globex}/documents`, { as: support })
  expect(ofOthers.body.data.some(({ id }: { id: string }) => id === invoice.id)).toBe(false)
})
