import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { acceptAsNew, someNewUser } from '#server/testing/invites.ts'
import { readPdfText } from '#server/testing/pdf.ts'
import { unzip } from '#server/testing/unzip.ts'

const as = 'admin@acme.test'
const root = '/v3/automated-budgets'
let app: TestApp
let budget: string
let wallet: string

const ok = async (method: string, path: string, body?: unknown, who = as) => {
  const answer = await app.request(method, path, { as: who, body })
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body.data
}
const invoices = (who = as) => ok('GET', `${root}/${budget}/invoices`, undefined, who)
const readOpen = async (who = as) => {
  const { body } = await app.request('GET', `${root}/${budget}/invoices`, { as: who })
  return body.open
}
const buy = (purchase: object) =>
  ok(
    'POST',
    '/api/v2/transactions?embed[]=hugggs',
    {
      purchase: {
        type: 'bulkHugggs',
        reference: demo.products.daisyFlatWhite,
        receivers: [{ email: 'dee@friends.test' }],
        reasonCode: 'Thank you',
        ...purchase,
      },
      payment: { method: 'walletCommitment', reference: wallet },
    },
    'ann@acme.test',
  )
const cancel = (hugggId: string) => ok('POST', `/api/v2/hugggs/${hugggId}/cancel`)
const numbers = async (kind: string) =>
  (
    await app.posy.db
      .selectFrom('document')
      .select('number')
      .where('kind', '=', kind as 'period-invoice')
      .orderBy('number')
      .execute()
  ).map((row) => row.number)

beforeAll(async () => {
  app = await startTestApp({ now: '2026-01-12T09:00:00Z' })
  const { id } = await ok('POST', root, {
    name: 'Thanks fund',
    budgetAmount: 10_000,
    frequency: 'month',
    unspentParticipantBalanceAction: 'rollover',
    maximumHugggExpiryDays: 365,
  })
  budget = id
  await ok('POST', `${root}/${id}/participants`, { participants: ['ann@acme.test'] })
  await ok('POST', `${root}/${id}/start`, {})
  await app.settle()
  const [{ inviteId }] = await ok('GET', `${root}/${id}/participants`)
  await acceptAsNew(app, inviteId, { newUser: { ...someNewUser, password: 'posy-demo-2026' } })
  await app.settle()
  ;[{ walletId: wallet }] = await ok('GET', `${root}/${id}/participants`)
})
afterAll(async () => {
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

describe('the invoice of a month', () => {
  test('collects what was bought and what came back, with a report line by line; nothing of it is documented twice', async () => {
    const first = await buy({})
    await buy({ receivers: [{ email: 'eve@friends.test' }, { email: 'fay@friends.test' }] })
    await buy({ reference: demo.products.daisyGiftCard10 })
    await cancel(first.embedded.hugggs[0].id)
    await app.advance('P1M')
    const [january, ...more] = await invoices()
    expect(more).toEqual([])
    // 3 × £3.90 and £10.60, of which one £3.90 came back.
    expect(january).toMatchObject({
      number: 'PIN-000001',
      period: '2026-01',
      from: '2026-01-12',
      until: '2026-01-31',
      published: false,
      notes: null,
      automationId: budget,
      teamId: demo.teams.acme,
      total: 2230,
      credited: 390,
      outstanding: 0,
      status: 'paid',
    })
    for (const kind of ['invoices', 'creditNotes', 'periodReports'])
      expect([january.objectKeys[kind].length, january.files[kind].length]).toEqual([1, 1])
    const invoice = await readPdfText(app, january.files.invoices[0])
    for (const words of [
      'Invoice PIN-000001',
      'Acme Trading Limited',
      'Thanks fund',
      'January 2026',
      '12 January 2026',
      '31 January 2026',
      // Three flat whites at £3.00 and 20 % in one line; the gift card outside the scope of VAT; four fees.
      'Flat white Daisy Coffee · single-purpose voucher 3 £3.00 20% £9.00',
      'Outside scope £10.00 £0.00',
      'Net £20.25',
      'VAT £2.05',
      'Total £22.30',
      'nothing left to pay',
    ])
      expect(invoice).toContain(words)
    const credit = await readPdfText(app, january.files.creditNotes[0])
    // Credited before the month was over, its invoice had no number yet.
    for (const words of ['Credit note PCN-000001', 'Credits the invoice of January 2026, which follows', 'Total £3.90'])
      expect(credit).toContain(words)
    const report = await readPdfText(app, january.files.periodReports[0])
    for (const words of [
      'Period report PRP-000001',
      '12 January 2026 · bought · Thank you',
      '12 January 2026 · cancelled · Thank you',
      'Total £18.40',
      'Invoiced £22.30, credited £3.90: £18.40 in all.',
      'allowances of £100.00',
    ])
      expect(report).toContain(words)
    expect(report).not.toContain('Tax point')
    const receipt = await ok('GET', `/api/v2/transactions/${first.id}/receipt`, undefined, 'ann@acme.test')
    expect(receipt.files).toHaveLength(1)
    expect(await readPdfText(app, receipt.files[0])).toContain('This is not a VAT invoice')
  })

  test('holds refunds that came later for gifts of an earlier month, and names that month', async () => {
    const bought = await buy({})
    await app.advance('P1M')
    await cancel(bought.embedded.hugggs[0].id)
    await app.advance('P1M')
    const [march, february] = await invoices()
    expect([february.period, february.total, february.credited]).toEqual(['2026-02', 390, 0])
    expect([march.period, march.number, march.total, march.credited]).toEqual(['2026-03', null, 0, 390])
    expect([march.from, march.until]).toEqual(['2026-03-01', '2026-03-31'])
    expect(await readPdfText(app, march.files.creditNotes[0])).toContain(february.number)
    expect(await readPdfText(app, february.files.periodReports[0])).toContain(
      'Invoiced £3.90, credited £0.00: £3.90 in all.',
    )
  })

  test('comes once its month is over; until then each return has a credit note within 14 days, emailed', async () => {
    const bought = await buy({ receivers: ['gus', 'hal', 'ida'].map((name) => ({ email: `${name}@friends.test` })) })
    const [first, second, third] = bought.embedded.hugggs
    await cancel(first.id)
    const before = await readOpen()
    expect(before).toMatchObject({ bought: 1170, returned: 390, giftsReturned: 1 })
    expect(before.nextPapers).toBe('2026-04-20T23:02:00.000Z')
    expect(await readOpen('viewer@acme.test')).toBeNull()
    const [waiting] = await ok('GET', `/v3/wallets/${wallet}/statement`)
    expect([waiting.kind, waiting.documents]).toEqual(['cancellation', []])
    expect(waiting.counterpart.detail).toBe('Credit note to the budget’s payer on 21 April 2026')
    await app.advance('P9D')
    const [underWay] = await invoices()
    expect(underWay).toMatchObject({ period: '2026-04', number: null, underWay: true, total: 0, credited: 390 })
    expect(underWay.files.creditNotes).toHaveLength(1)
    expect([underWay.files.invoices, underWay.files.periodReports]).toEqual([[], []])
    const [creditNote] = underWay.creditNotes
    expect(creditNote).toMatchObject({ taxPoint: '2026-04-20', total: 390, vat: 65 })
    const after = { bought: 1170, returned: 0, giftsReturned: 0, lastCreditNote: creditNote.dateCreated }
    expect(await readOpen()).toMatchObject(after)
    const mails = await app.posy.db
      .selectFrom('outgoing_message')
      .select('detail')
      .where('template', '=', 'document-issued')
      .where(sql<string>`detail->>'number'`, '=', creditNote.number)
      .execute()
    expect(mails.length).toBeGreaterThan(0)
    expect(await reconcile(app.posy)).toEqual([])

    await cancel(second.id)
    await app.advance('P11D')
    const [april, march] = await invoices()
    expect([april.id, march.period]).toEqual([underWay.id, '2026-03'])
    expect(april).toMatchObject({ underWay: false, total: 1170, credited: 780, until: '2026-04-30' })
    const [, rest] = april.creditNotes
    const returned = (await ok('GET', `/v3/wallets/${wallet}/statement`)).filter(
      ({ kind }: { kind: string }) => kind === 'cancellation',
    )
    expect(returned.slice(0, 2).map(({ documents }: { documents: { number: string }[] }) => documents)).toMatchObject([
      [{ kind: 'period-credit-note', number: rest.number, budgetId: budget }],
      [{ kind: 'period-credit-note', number: creditNote.number, budgetId: budget }],
    ])
    expect(returned[0].counterpart.detail).toBeNull()
    expect(april.creditNotes).toEqual([creditNote, expect.objectContaining({ taxPoint: '2026-04-30', total: 390 })])
    expect(await readPdfText(app, april.files.creditNotes[1])).toContain(`${april.number} (tax point 30 April 2026)`)
    const report = await readPdfText(app, april.files.periodReports[0])
    const sums = 'Invoiced £11.70, credited £7.80: £3.90 in all.'
    for (const words of [creditNote.number, rest.number, sums]) expect(report).toContain(words)

    await cancel(third.id)
    expect((await invoices())[0].creditNotes).toHaveLength(2)
  })

  test('comes for each month after months of downtime, and never twice', async () => {
    await app.posy.clock.moveTo(app.posy.clock.now().add({ hours: 24 * 72 }))
    for (let time = 0; time < 2; time++) {
      const source = app.posy.due.find(({ name }) => name === 'budgets.invoices')!
      const now = new Date(app.posy.clock.now().epochMilliseconds)
      await Promise.all([source.run(now), source.run(now), source.run(now)])
    }
    const periods = (await invoices()).map(({ period }: { period: string }) => period)
    expect(periods).toEqual(['2026-06', '2026-05', '2026-04', '2026-03', '2026-02', '2026-01'])
    await app.settle()
  })
})

describe('publishing', () => {
  test('shows an invoice to those who see the budget without managing billing; notes are kept', async () => {
    expect(await invoices('viewer@acme.test')).toEqual([])
    const [, latest] = await invoices()
    const byViewer = () => app.request('GET', `/v3/invoices/${latest.id}`, { as: 'viewer@acme.test' })
    expect((await byViewer()).status).toBe(404)
    const change = (body: object, who = as) =>
      app.request('PATCH', `${root}/${budget}/invoices/${latest.id}`, { as: who, body })
    expect((await change({ published: true }, 'viewer@acme.test')).status).toBe(403)
    const { body } = await change({ published: true, notes: 'Agreed with Kim' })
    expect(body.data).toMatchObject({ id: latest.id, published: true, notes: 'Agreed with Kim' })
    expect((await invoices('viewer@acme.test')).map(({ id }: { id: string }) => id)).toEqual([latest.id])
    expect((await byViewer()).status).toBe(200)
    expect((await change({ published: false })).body.data.notes).toBe('Agreed with Kim')
    expect(await invoices('viewer@acme.test')).toEqual([])
    expect((await change({})).status).toBe(422)
  })

  test('a period’s papers hold a month that is not published for who manages billing alone; everyone’s list has its sums', async () => {
    const path = `/v3/teams/${demo.teams.acme}/papers-exports`
    const months: { from: string; until: string; number: string | null }[] = await invoices()
    const { from, until, number } = months.find((month) => month.number)!
    const files = async (who: string) => {
      const { id } = await ok('POST', path, { from, until }, who)
      await app.settle()
      const { fileUrl } = await ok('GET', `${path}/${id}`, undefined, who)
      const answer = await app.api.request(new URL(fileUrl).pathname)
      const archive = unzip(Buffer.from(await answer.arrayBuffer()))
      const rows = archive.get('index.csv')!.split('\r\n')
      const names = [...archive.keys()].filter((name) => name.startsWith('documents/period-'))
      return { row: rows.find((row) => row.includes(number!)), names }
    }
    const [billing, viewer] = [await files(as), await files('viewer@acme.test')]
    expect(billing.names).toContain(`documents/period-invoice/${number}.pdf`)
    expect(billing.names.some((name) => name.startsWith('documents/period-report/'))).toBe(true)
    expect(viewer.names).toEqual([])
    expect(viewer.row).toBe(billing.row!.replace(/,[^,]*,[^,]*$/, ',"not published",'))
  })

  test('works by the invoice’s own address as well; another team’s, or another budget’s, is not found', async () => {
    const [latest] = await invoices()
    const direct = `/v3/invoices/${latest.id}`
    expect((await ok('PATCH', direct, { notes: 'Seen' })).notes).toBe('Seen')
    expect(await ok('GET', direct)).toMatchObject({ id: latest.id, automationId: budget, transactionId: null })
    for (const method of ['GET', 'PATCH'])
      expect(
        (
          await app.request(method, direct, {
            as: 'admin@globex.test',
            ...(method === 'PATCH' && { body: { notes: 'x' } }),
          })
        ).status,
      ).toBe(404)
    const other = await ok('POST', root, { name: 'Other', budgetAmount: 1, frequency: 'month' })
    const path = `${root}/${other.id}/invoices/${latest.id}`
    expect((await app.request('PATCH', path, { as, body: { published: true } })).status).toBe(404)
  })
})

test('stopping a budget invoices the rest at once; later refunds are credited with the month', async () => {
  const bought = await buy({})
  await app.advance('PT1M')
  await ok('POST', `${root}/${budget}/stop`)
  await app.settle()
  await app.advance('PT5M')
  const [last, before] = await invoices()
  expect([last.period, last.total, before.period]).toEqual(['2026-07', 390, '2026-06'])
  await cancel(bought.embedded.hugggs[0].id)
  await app.advance('P2M')
  const [credited, ...rest] = await invoices()
  expect([credited.period, credited.number, credited.credited, rest[0].id]).toEqual(['2026-07', null, 390, last.id])
  for (const kind of ['period-invoice', 'period-credit-note', 'period-report']) {
    const issued = (await numbers(kind)).map((number) => Number(number.slice(4)))
    expect(issued).toEqual(issued.map((_, index) => index + 1))
  }
})
