import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { bankReceive } from '#server/domains/bank/index.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import { bankReceiveForInvoice } from '#server/domains/purchases/invoices/index.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { chargeCard } from '#server/testing/cards.ts'
import { FINANCE, OWNER, signedBy, waitingCount } from '#server/testing/operators.ts'
import { actCommands } from './act-commands.ts'
import { reconcile } from './reconcile.ts'

/** What one operator tried alone, on the way of money in and out. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

const reason = 'month end'
const post = (path: string, body: object, as = FINANCE) =>
  app.request('POST', `/v3/operator/${path}`, { as: `operator:${as}`, body: { reason, ...body } })
const get = async (path: string, as = OWNER) =>
  (await app.request('GET', `/v3/operator/${path}`, { as: `operator:${as}` })).body.data
const available = async (id: string = demo.wallets.acmeMain) =>
  (await loadBalances(app.posy.db, [id])).get(id)!.available

describe('money that leaves', () => {
  test('a payout to a mule is not released blindly: the second operator sees whom it pays, and releases that alone', async () => {
    const before = await available()
    const wish = { walletReference: 'HGDEMO0401', amountPence: 1000, sortCode: '20-00-00', accountNumber: '55779911' }
    const [mule, honest] = [
      (await post('payouts', { ...wish, payee: 'Mule Ltd' })).body.data,
      (await post('payouts', { ...wish, payee: 'Acme Ltd' })).body.data,
    ]
    const listed = await get('payouts')
    const findPayment = (id: string) => listed.find((payout: { id: string }) => payout.id === id).payment
    expect(findPayment(mule.id)).toMatchObject({
      payee: 'Mule Ltd',
      sortCode: '200000',
      accountNumber: '55779911',
      isOwnName: false,
    })
    expect(findPayment(honest.id)).toMatchObject({ payee: 'Acme Ltd', isOwnName: true })
    // What was looked at is named, and another payout's payee is not what this one pays.
    expect((await post(`payouts/${mule.id}/release`, {}, OWNER)).status).toBe(422)
    const swapped = await post(`payouts/${mule.id}/release`, { seen: findPayment(honest.id).version }, OWNER)
    expect([swapped.status, swapped.body.code]).toEqual([409, 'wrong_state'])
    expect(await available()).toBe(before)
    expect((await post(`payouts/${mule.id}/refuse`, {}, OWNER)).status).toBe(200)
    expect((await get('payouts')).find((payout: { id: string }) => payout.id === mule.id).payment).toBeNull()
  })
})

describe('money that comes in', () => {
  const lloyds = (pounds: string, balance: string) =>
    `Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance
25/02/2026,FPI,20-00-00,12345678,ACME HGDEMO0401,,${pounds},${balance}`
  const bring = async (text: string, more = {}) => {
    const file = new File([text], 'bank.csv')
    const staged = await post('bank/statements', { file, account: '20-00-00 12345678' })
    const id: string = staged.body.data.id
    const answer = await post(`bank/statements/${id}/import`, more)
    await app.settle()
    return { id, answer }
  }

  test('a hand-written statement of a million pounds is not booked by one person, whatever balances it states', async () => {
    const before = await available()
    const asked = await bring(lloyds('1000000.00', '1000000.00'))
    expect(asked.answer.body.data).toMatchObject({ newLines: 1, waits: true })
    const seen = (await get(`bank/statements/${asked.id}`)).sha256
    const confirm = (as: string) => post(`bank/statements/${asked.id}/confirm`, { seen }, as)
    expect((await confirm(FINANCE)).status).toBe(403)
    expect(await available()).toBe(before)
    expect((await post(`bank/statements/${asked.id}/refuse`, {}, OWNER)).status).toBe(200)
    expect((await confirm(OWNER)).status).toBe(404)

    // Once the account is proven, a forged line has to continue it, and is above what one person may bring.
    const real = await bring(lloyds('10.00', '510.00'))
    const { sha256 } = await get(`bank/statements/${real.id}`)
    expect((await post(`bank/statements/${real.id}/confirm`, { seen: sha256 }, OWNER)).status).toBe(200)
    await app.settle()
    expect(await available()).toBe(before + 1000)
    expect((await bring(lloyds('1000000.00', '1000000.00'))).answer.status).toBe(422)
    expect((await bring(lloyds('1000000.00', '1000000.00'), { begins: true })).answer.body.data.waits).toBe(true)
    expect((await bring(lloyds('1000000.00', '1000510.00'))).answer.body.data.waits).toBe(true)
    expect(await available()).toBe(before + 1000)
    const waiting = await get('bank/statements')
    expect(waiting.flatMap(({ why }: { why: string[] }) => why).join()).toMatch(/held.*came in today for HGDEMO0401/s)
  })

  test('a large parked line is allocated by two operators, once, to the target they saw; smaller lines count together', async () => {
    // Two operators prove what the bank holds; whose it is, one of them says.
    const text = `Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance
26/02/2026,FPI,20-00-00,12345678,A STRANGER large,,20000.00,20510.00
26/02/2026,FPI,20-00-00,12345678,A STRANGER half,,6000.00,26510.00
26/02/2026,FPI,20-00-00,12345678,A STRANGER rest,,6000.00,32510.00`
    const { id: file } = await bring(text)
    const { sha256 } = await get(`bank/statements/${file}`)
    expect((await post(`bank/statements/${file}/confirm`, { seen: sha256 }, OWNER)).status).toBe(200)
    await app.settle()
    const lines: { id: string; text: string }[] = await get('bank/lines')
    const findId = (word: string) => lines.find((line) => line.text.includes(`STRANGER ${word}`))!.id
    const allocate = (word: string, reference = 'HGDEMO0401', as = FINANCE) =>
      post(`bank/lines/${findId(word)}/allocate`, { reference }, as)
    const before = await available()

    expect((await allocate('large')).body.data).toMatchObject({ state: 'parked', target: null, waits: true })
    expect((await allocate('large', 'HGDEMO0404', OWNER)).body.code).toBe('wrong_state')
    expect((await allocate('half')).body.data).toMatchObject({ state: 'booked', waits: false })
    expect((await allocate('rest', 'HGDEMO0401', OWNER)).body.data).toMatchObject({ state: 'parked', waits: true })
    expect(await available()).toBe(before + 600_000)

    const [large, rest] = await get('waiting-acts')
    expect(await waitingCount(app, 'actsToConfirm')).toBe(2)
    expect(await waitingCount(app, 'statementsToConfirm')).toBe(2)
    expect(large).toMatchObject({ kind: 'bank-line', amountPence: 2_000_000, askedBy: FINANCE, reason })
    expect(large.says).toBe('Book the bank line of 2026-02-26 over £20,000.00 to HGDEMO0401')
    const confirm = (seen: string, as = OWNER) => post(`waiting-acts/${large.id}/confirm`, { seen }, as)
    expect((await confirm(large.version, FINANCE)).status).toBe(403)
    expect((await confirm(large.version, 'support@posy.test')).status).toBe(403)
    expect((await confirm(rest.version)).body.code).toBe('wrong_state')
    expect((await confirm(large.version)).status).toBe(200)
    expect((await confirm(large.version)).body.code).toBe('wrong_state')
    expect(await available()).toBe(before + 2_600_000)

    expect((await post(`waiting-acts/${rest.id}/refuse`, {}, OWNER)).status).toBe(200)
    expect((await post(`waiting-acts/${rest.id}/confirm`, { seen: rest.version })).body.code).toBe('wrong_state')
    expect(await get('waiting-acts')).toEqual([])
    expect(await available()).toBe(before + 2_600_000)
  })

  const confirmAll = async () => {
    const waiting: { id: string; version: string; askedBy: string }[] = await get('waiting-acts')
    const statuses: [number, number, number][] = []
    for (const { id, version } of waiting) {
      const confirm = async (as: string) => (await post(`waiting-acts/${id}/confirm`, { seen: version }, as)).status
      statuses.push([await confirm(FINANCE), await confirm(OWNER), await confirm(OWNER)])
    }
    return statuses
  }
  const ONCE_BY_TWO = [403, 200, 409]

  test('raising credit by a large amount takes two operators, in one step or in many; lowering it takes one', async () => {
    const { acme } = demo.teams
    const credit = async () => (await get(`customers/${acme}`)).credit.limitPence
    const from = await credit()
    const raise = async (pence: number) =>
      (await post(`customers/${acme}/credit`, { creditLimitPence: from + pence })).body.data
    expect(await raise(100_000_000)).toEqual({ beforePence: from, waits: true })
    expect(await credit()).toBe(from)
    expect(await confirmAll()).toEqual([ONCE_BY_TWO])
    expect(await credit()).toBe(from + 100_000_000)
    expect((await raise(0)).waits).toBe(false)
    expect((await raise(600_000)).waits).toBe(false)
    expect((await raise(1_200_000)).waits).toBe(true)
    // What was seen is what is done: the limit is another meanwhile.
    expect((await raise(0)).waits).toBe(false)
    const [stale] = await get('waiting-acts')
    const late = await post(`waiting-acts/${stale.id}/confirm`, { seen: stale.version }, OWNER)
    expect([late.status, await credit()]).toEqual([409, from])
    expect((await post(`waiting-acts/${stale.id}/refuse`, {})).status).toBe(200)
  })

  test('correcting a merchant by a large amount takes two operators, whichever way and in however many parts', async () => {
    const correct = async (amountPence: number) =>
      (await post(`merchants/${demo.brands.daisyCoffee}/corrections`, { amountPence })).body.data
    const owed = async () => {
      const { balances } = await get(`merchants/${demo.brands.daisyCoffee}`)
      return balances.reduce((sum: number, { openPence }: { openPence: number }) => sum + openPence, 0)
    }
    const before = await owed()
    expect(await correct(100_000_000)).toEqual({ success: true, waits: true })
    expect(await owed()).toBe(before)
    expect(await confirmAll()).toEqual([ONCE_BY_TWO])
    expect(await owed()).toBe(before + 100_000_000)
    expect((await correct(-600_000)).waits).toBe(false)
    expect((await correct(-600_000)).waits).toBe(true)
    expect((await post(`waiting-acts/${(await get('waiting-acts'))[0].id}/refuse`, {})).status).toBe(200)
    expect(await owed()).toBe(before + 100_000_000 - 600_000)
  })

  test('a large card refund takes two operators', async () => {
    const amount = 1_500_000
    const { id } = (await chargeCard(app, { amount })).body.data
    const body = { payment: { reference: id }, purchase: { reference: demo.wallets.acmeMain, amount } }
    const url = `/api/v2/wallets/${demo.wallets.acmeMain}/top-up`
    expect((await app.request('POST', url, { as: 'admin@acme.test', body })).status).toBe(201)
    await app.settle()
    const before = await available()
    const refund = async (amountPence: number, refundedPence: number) =>
      (await post(`charges/${id}/refund`, { amountPence, refundedPence })).body.data
    expect((await refund(600_000, 0)).waits).toBe(false)
    expect(await refund(600_000, 600_000)).toEqual({ refundId: null, waits: true })
    expect(await available()).toBe(before - 600_000)
    expect(await confirmAll()).toEqual([ONCE_BY_TWO])
    await app.settle()
    expect(await available()).toBe(before - 1_200_000)
  })

  test('a large payment booked at the command line takes two operators, each with a code', async () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const booking = { reference: 'HGDEMO0404', amountPence: 100_000_000, line: 'by hand' }
    const before = await available(demo.wallets.acmeSouth)
    await expect(bankReceive(app.posy, booking)).rejects.toMatchObject({ code: 'forbidden' })
    const actor = { kind: 'operator' as const, id: await findId(FINANCE) }
    expect(await bankReceive(app.posy, booking, { actor, operator: FINANCE, reason })).toBe(0)
    expect(await available(demo.wallets.acmeSouth)).toBe(before)
    const lines: string[] = []
    const posy = (command: string, words: string[], values: Record<string, string> = {}) =>
      actCommands[command]!(app.posy, { words, values, print: (line) => lines.push(line) })
    expect(await posy('acts waiting', [])).toBe(0)
    const [, id, seen] = /^(\S+) {2}Book £1,000,000\.00.*to HGDEMO0404.*version (\w+)/.exec(lines.join('\n'))!
    const confirm = (as: string) => posy('acts confirm', [id!], { seen: seen!, ...signedBy(app, as) })
    expect(await confirm(FINANCE)).toBe(1)
    expect(await posy('acts confirm', [id!], { seen: seen!, operator: OWNER, reason })).toBe(1)
    expect(await confirm(OWNER)).toBe(0)
    expect(await confirm(OWNER)).toBe(1)
    write.mockRestore()
    expect(await available(demo.wallets.acmeSouth)).toBe(before + 100_000_000)
  })

  describe('by hand and by file', () => {
    beforeAll(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true))
    afterAll(() => void vi.restoreAllMocks())

    const byFinance = async () => ({
      actor: { kind: 'operator' as const, id: await findId(FINANCE) },
      operator: FINANCE,
      reason,
    })
    const booking = (reference: string, amountPence: number, line: string) => ({
      ...{ reference, amountPence, line, date: '2026-02-27' },
    })
    let balance = 32_510
    const bringLine = async (pounds: number, words: string) => {
      const line = `27/02/2026,FPI,20-00-00,12345678,${words},,${pounds}.00,${balance + pounds}.00`
      const brought = await bring(`${lloyds('', '').split('\n')[0]}\n${line}`)
      if (!brought.answer.body.data.waits) balance += pounds
      return brought
    }
    const confirmFile = async (id: string, pounds: number) => {
      const { sha256 } = await get(`bank/statements/${id}`)
      expect((await post(`bank/statements/${id}/confirm`, { seen: sha256 }, OWNER)).status).toBe(200)
      balance += pounds
      await app.settle()
    }
    const waitingAct = async () => (await get('waiting-acts'))[0]

    test('one operator’s payments count once for a day, whether a file brings them or a hand books them', async () => {
      const before = await available(demo.wallets.globexMain)
      expect(await bankReceive(app.posy, booking('HGDEMO0405', 610_000, 'hand 1'))).toBe(0)
      // The bank's own line of it is the same money.
      expect((await bringLine(6100, 'GLOBEX HGDEMO0405')).answer.body.data).toMatchObject({ newLines: 1, waits: false })
      expect(await available(demo.wallets.globexMain)).toBe(before + 610_000)
      // Another is more than one operator may bring, by a file as by hand.
      const asked = await bringLine(5000, 'GLOBEX HGDEMO0405')
      expect(asked.answer.body.data.waits).toBe(true)
      expect((await post(`bank/statements/${asked.id}/refuse`, {}, OWNER)).status).toBe(200)
      await expect(bankReceive(app.posy, booking('HGDEMO0405', 500_000, 'hand 2'))).rejects.toMatchObject({
        code: 'forbidden',
      })
      // So is what a file brought first.
      expect((await bringLine(6200, 'NORTH HGDEMO0403')).answer.body.data.waits).toBe(false)
      await expect(bankReceive(app.posy, booking('HGDEMO0403', 500_000, 'hand 3'))).rejects.toMatchObject({
        code: 'forbidden',
      })
      expect(await available(demo.wallets.globexMain)).toBe(before + 610_000)
    })

    test('paying an invoice by hand above the limit takes two operators', async () => {
      const payment = { method: 'invoice' }
      const purchase = { type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, deliveryMethod: 'links' }
      const bought = await app.request('POST', '/api/v2/transactions', {
        as: 'admin@acme.test',
        body: { purchase, payment },
      })
      const paper = await app.request('GET', `/api/v2/transactions/${bought.body.data.id}/receipt`, {
        as: 'admin@acme.test',
      })
      const { id, files } = paper.body.data
      const number = files[0].fileName.slice(0, 10)
      const outstanding = async () =>
        (await app.request('GET', `/v3/invoices/${id}`, { as: 'admin@acme.test' })).body.data.outstanding
      const owed = await outstanding()
      const paid = booking(number, 2_000_000, 'hand 4')
      await expect(bankReceiveForInvoice(app.posy, paid)).rejects.toMatchObject({ code: 'forbidden' })
      expect(await bankReceiveForInvoice(app.posy, paid, await byFinance())).toBe(0)
      expect(await outstanding()).toBe(owed)
      expect(await waitingAct()).toMatchObject({ kind: 'invoice-receipt', amountPence: 2_000_000, askedBy: FINANCE })
      expect(await confirmAll()).toEqual([ONCE_BY_TWO])
      expect(await outstanding()).toBe(0)
    })

    test('a payment that the bank’s own line brought meanwhile is not booked again', async () => {
      const before = await available(demo.wallets.acmeEvents)
      const by = await byFinance()
      expect(await bankReceive(app.posy, booking('HGDEMO0402', 2_000_000, 'hand 5'), by)).toBe(0)
      const { id } = await bringLine(20_000, 'EVENTS HGDEMO0402')
      await confirmFile(id, 20_000)
      expect(await available(demo.wallets.acmeEvents)).toBe(before + 2_000_000)
      const act = await waitingAct()
      const confirmed = await post(`waiting-acts/${act.id}/confirm`, { seen: act.version }, OWNER)
      expect([confirmed.status, confirmed.body.message]).toEqual([
        409,
        expect.stringMatching(/^The bank’s own line of it came meanwhile: .*, 2026-02-27\. It is booked\.$/),
      ])
      expect(await available(demo.wallets.acmeEvents)).toBe(before + 2_000_000)
      expect((await post(`waiting-acts/${act.id}/refuse`, {}, OWNER)).status).toBe(200)
    })

    test('an act that no one confirms in two weeks lapses, and can be requested again', async () => {
      const raise = async () =>
        (await post(`customers/${demo.teams.globex}/credit`, { creditLimitPence: 900_000_000 })).body
      expect((await raise()).data.waits).toBe(true)
      const { id, version } = await waitingAct()
      await app.advance('P14D')
      expect(await waitingAct()).toMatchObject({ id })
      await app.advance('PT1M')
      expect(await get('waiting-acts')).toEqual([])
      const late = await post(`waiting-acts/${id}/confirm`, { seen: version }, OWNER)
      expect([late.status, late.body.message]).toEqual([409, expect.stringMatching(/^This has lapsed/)])
      expect((await raise()).data.waits).toBe(true)
      expect((await waitingAct()).id).not.toBe(id)
      expect(await confirmAll()).toEqual([ONCE_BY_TWO])
    })
  })
})

const findId = async (email: string): Promise<string> =>
  (await app.posy.db.selectFrom('operator').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
