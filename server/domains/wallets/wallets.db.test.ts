import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { bankReceive } from '#server/domains/bank/index.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import { transact, type Work } from '#server/platform/posy.ts'
import { operatorActor, type Principal } from '#server/platform/principal.ts'
import type { Problem } from '#server/platform/problem/problem.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { createWallet } from './create-wallet.ts'
import { defaultWallet } from './queries.ts'
import { type BankPayment, receiveBankPayment } from './receive-bank-payment.ts'
import { transferFunds } from './transfer-funds.ts'

const { wallets, teams } = demo
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const run = <T>(command: (work: Work) => Promise<T>) => transact(app.posy, { actor: operatorActor }, command)
const book = (payment: BankPayment) => run((work) => receiveBankPayment(work, payment))
const available = async (id: string) => (await loadBalances(app.posy.db, [id])).get(id)!.available
const payment = (bankLine: string, amountPence = 700): BankPayment => ({
  bankLine,
  reference: 'hg demo 0404',
  amountPence,
  currency: 'GBX',
  receivedAt: new Date('2026-03-01T09:00:00Z'),
})

test('a bank line is booked once, however often and however concurrently it comes', async () => {
  const before = await available(wallets.acmeSouth)
  const receipts = await Promise.all(Array.from({ length: 8 }, () => book(payment('line-1'))))
  expect(new Set(receipts.map((receipt) => receipt.id)).size).toBe(1)
  expect(await book(payment('line-1'))).toEqual(receipts[0])
  expect(await available(wallets.acmeSouth)).toBe(before + 700)
})

test('the booking of bank lines refuses a line that comes again with other data, and a reference no one has', async () => {
  await book(payment('line-2'))
  const before = await available(wallets.acmeSouth)
  const later = new Date('2026-03-02T09:00:00Z')
  for (const change of [{ amountPence: 701 }, { reference: 'HGDEMO0401' }, { receivedAt: later }, { currency: 'EUX' }])
    await expect(book({ ...payment('line-2'), ...change })).rejects.toMatchObject({ code: 'conflict' })
  await expect(book({ ...payment('line-3'), reference: 'HG00000000' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(book({ ...payment('line-3'), currency: 'EUX' })).rejects.toMatchObject({ code: 'invalid_fields' })
  await expect(book(payment('line-3', 0))).rejects.toMatchObject({ code: 'invalid_fields' })
  expect(await available(wallets.acmeSouth)).toBe(before)
})

test('a bank payment settles the oldest advice of its amount, one payment one advice', async () => {
  const advise = (amount: number) =>
    app.request('POST', `/api/v2/wallets/${wallets.acmeSouth}/remittance-advice`, {
      as: 'admin@acme.test',
      body: { amount },
    })
  const [first, second, other] = [await advise(4_200), await advise(4_200), await advise(4_201)]
  await book(payment('line-4', 4_200))
  const rows = await app.posy.db.selectFrom('remittance_advice').select(['id', 'status']).orderBy('id').execute()
  expect(rows).toEqual([
    { id: first!.body.data.id, status: 'received' },
    { id: second!.body.data.id, status: 'pending' },
    { id: other!.body.data.id, status: 'pending' },
  ])
})

test('a plan’s wallet limit holds, also for two at once, and the refusal names limit and plan', async () => {
  const count = async () =>
    (await app.posy.db.selectFrom('wallet').select('id').where('team_id', '=', teams.globex).execute()).length
  const plan = await app.posy.db
    .updateTable('plan')
    .set({ wallets_limit: (await count()) + 1 })
    .where('id', '=', (eb) => eb.selectFrom('team').select('plan_id').where('id', '=', teams.globex))
    .returning('name')
    .executeTakeFirstOrThrow()
  const open = () => run((work) => createWallet(work, { teamId: teams.globex, name: 'More', currency: 'GBX' }))
  const results = await Promise.allSettled([open(), open(), open()])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(open()).rejects.toMatchObject({
    code: 'plan_limit_reached',
    message: expect.stringContaining(plan.name),
  })
  await expect(open()).rejects.toMatchObject({ message: expect.stringContaining('2 wallets') })
})

test('a team pays from its default wallet, or from its first in another currency', async () => {
  const euros = await run((work) => createWallet(work, { teamId: teams.acmeNorth, name: 'Euros', currency: 'EUX' }))
  const { db } = app.posy
  expect(await defaultWallet(db, teams.acmeNorth)).toMatchObject({ id: wallets.acmeNorth, isDefault: true })
  expect(await defaultWallet(db, teams.acmeNorth, 'EUX')).toMatchObject({ id: euros.id, isDefault: false })
  await expect(defaultWallet(db, teams.globex, 'EUX')).rejects.toMatchObject({ code: 'not_found' })
  await run((work) =>
    createWallet(work, { teamId: teams.acmeNorth, name: 'New main', currency: 'GBX', isDefault: true }),
  )
  expect(await defaultWallet(db, teams.acmeNorth)).toMatchObject({ name: 'New main' })
})

test('transfers racing in every direction neither lose nor make a penny, and never overdraw', async () => {
  const ids = [wallets.acmeMain, wallets.acmeEvents, wallets.acmeNorth, wallets.acmeSouth]
  const caller = { teamIds: [teams.acme, teams.acmeNorth, teams.acmeSouth], ownOnly: false } as unknown as Principal
  const total = async () => (await Promise.all(ids.map(available))).reduce((sum, amount) => sum + amount, 0)
  const before = await total()
  const moves = Array.from({ length: 80 }, (_, index) => {
    const from = ids[index % 4]!
    const to = ids[(index + 1 + (index % 3)) % 4]!
    return { fromWalletId: from, toWalletId: to, amountPence: 3_000 + index * 97 }
  }).filter(({ fromWalletId, toWalletId }) => fromWalletId !== toWalletId)
  // A payment told to try again in a moment does, as a caller would: on a slow machine the last in a queue wait too long.
  const move = async (wanted: (typeof moves)[number], triesLeft = 5): Promise<unknown> => {
    try {
      return await run((work) => transferFunds(work, caller, wanted))
    } catch (error) {
      if (triesLeft > 1 && (error as Problem).code === 'unavailable') return move(wanted, triesLeft - 1)
      throw error
    }
  }
  const results = await Promise.allSettled(moves.map((wanted) => move(wanted)))
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect([...new Set(refusals)]).toEqual(['insufficient_funds'])
  expect(results.length - refusals.length).toBeGreaterThan(10)
  expect(await total()).toBe(before)
  for (const id of ids) expect(await available(id)).toBeGreaterThanOrEqual(0)
})

test('the operator’s command for bank payments says what it booked, and the same when it is run again another day', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const before = await available(wallets.acmeSouth)
  const line = { reference: 'HGDEMO0404', amountPence: 900, line: 'line-5' }
  expect(await bankReceive(app.posy, line)).toBe(0)
  app.wall.advanceSeconds(86_400)
  expect(await bankReceive(app.posy, line)).toBe(0)
  expect(write.mock.calls[1]).toEqual(write.mock.calls[0])
  expect(write.mock.calls[0]![0]).toContain('900 pence (GBX)')
  write.mockRestore()
  expect(await available(wallets.acmeSouth)).toBe(before + 900)
  await expect(bankReceive(app.posy, { ...line, date: '2025-01-01' })).rejects.toMatchObject({ code: 'conflict' })
  await expect(bankReceive(app.posy, { ...line, line: 'line-6', date: '31/01/2026' })).rejects.toThrow(RangeError)
})
