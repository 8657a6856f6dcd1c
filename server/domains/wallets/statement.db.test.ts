import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { demo } from '#server/app/demo/ids.ts'
import type { WalletAccountKind } from '#server/domains/ledger/accounts.ts'
import { loadBalances, openTeamReceivable, postTransfer } from '#server/domains/ledger/index.ts'
import { transact, type Work } from '#server/platform/posy.ts'
import { operatorActor, type Principal } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { createWallet } from './create-wallet.ts'
import { receiveBankPayment } from './receive-bank-payment.ts'
import { loadBalanceExplanation, type StatementMovement, statementPage, statementPeriod } from './statement.ts'
import { transferFunds } from './transfer-funds.ts'
import type { WalletRecord } from './wallet.ts'

const { teams } = demo
const caller = { teamIds: [teams.acme, teams.acmeNorth], ownOnly: false } as unknown as Principal
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await app.posy.db.updateTable('plan').set({ wallets_limit: 10_000 }).execute()
})
afterAll(() => app.close())

type Step = { kind: 'bank' | 'commit' | 'release' | 'lock' | 'out' | 'in'; amount: number }
const step = fc.record<Step>({
  kind: fc.constantFrom('bank', 'commit', 'release', 'lock', 'out', 'in'),
  amount: fc.integer({ min: 1, max: 5_000 }),
})

/** One movement, a second after the last; one that the wallet cannot pay for moves nothing. */
async function take({ kind, amount }: Step, wallet: WalletRecord, other: WalletRecord): Promise<void> {
  app.wall.advanceSeconds(1)
  const moves: Record<Step['kind'], (work: Work) => Promise<unknown>> = {
    bank: (work) => receiveBankPayment(work, { bankLine: newId(), reference: wallet.reference, amountPence: amount }),
    out: (work) => transferFunds(work, caller, { fromWalletId: wallet.id, toWalletId: other.id, amountPence: amount }),
    in: (work) => transferFunds(work, caller, { fromWalletId: other.id, toWalletId: wallet.id, amountPence: amount }),
    commit: (work) => shift(work, wallet, 'purchase', 'available', 'committed', amount),
    release: (work) => shift(work, wallet, 'cancellation', 'committed', 'available', amount),
    lock: (work) => shift(work, wallet, 'budget-lock', 'available', 'locked', amount),
  }
  try {
    await transact(app.posy, { actor: operatorActor }, moves[kind])
  } catch (error) {
    expect(error).toMatchObject({ code: 'insufficient_funds' })
  }
}

const shift = (
  { tx, at }: Work,
  { id: wallet }: WalletRecord,
  kind: 'purchase' | 'cancellation' | 'budget-lock',
  from: WalletAccountKind,
  to: WalletAccountKind,
  amount: number,
) =>
  postTransfer(tx, {
    kind,
    key: newId(),
    reference: { kind: 'test', id: newId() },
    currency: 'GBX',
    at,
    entries: [
      { account: { wallet, kind: from }, amountPence: -amount },
      { account: { wallet, kind: to }, amountPence: amount },
    ],
  })

async function wholeStatement(wallet: WalletRecord, limit: number): Promise<StatementMovement[]> {
  const lines: StatementMovement[] = []
  for (let next: string | null | undefined; next !== null; ) {
    const page = await statementPage(app.posy.db, wallet, { limit, next })
    lines.push(...page.data)
    next = page.next
  }
  return lines
}

const sum = (effect: StatementMovement['effect']) => effect.available + effect.committed + effect.locked

test('whatever happens to a wallet, its statement adds up line by line and every balance is explained exactly', async () => {
  const { db } = app.posy
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 1, max: 7 }),
      async (steps, limit) => {
        const open = (teamId: string) =>
          transact(app.posy, { actor: operatorActor }, (work) =>
            createWallet(work, { teamId, name: 'Any', currency: 'GBX' }),
          )
        const [wallet, other] = [await open(teams.acme), await open(teams.acmeNorth)]
        await take({ kind: 'bank', amount: 3_000 }, other, wallet)
        for (const each of steps) await take(each, wallet, other)

        const lines = await wholeStatement(wallet, limit)
        const now = (await loadBalances(db, [wallet.id])).get(wallet.id)!
        expect(lines[0]?.balance ?? 0).toBe(now.available + now.committed + now.locked)
        expect(lines[0]?.available ?? 0).toBe(now.available)
        lines.forEach((line, index) => {
          const before = lines[index + 1] ?? { balance: 0, available: 0 }
          expect(line.balance).toBe(before.balance + sum(line.effect))
          expect(line.available).toBe(before.available + line.effect.available)
        })
        for (const line of [lines[0], lines[Math.floor(lines.length / 2)], lines.at(-1)]) {
          if (!line) continue
          const explained = await loadBalanceExplanation(db, wallet, new Date(line.at))
          expect(explained).toMatchObject({
            balance: line.balance,
            available: line.available,
            live: line.balance - line.available,
          })
          expect(explained.kinds.reduce((total, kind) => total + kind.balance, 0)).toBe(line.balance)
          expect(explained.kinds.reduce((total, kind) => total + kind.movements, 0)).toBe(
            lines.length - lines.indexOf(line),
          )
          const changed = await loadBalanceExplanation(db, wallet, new Date(lines[0]!.at), new Date(line.at))
          expect(changed.balance).toBe(lines[0]!.balance - (line.balance - sum(line.effect)))
        }
      },
    ),
    { numRuns: 25 },
  )
})

test('a statement between two moments holds what happened from the first until before the second', async () => {
  const wallet = await transact(app.posy, { actor: operatorActor }, (work) =>
    createWallet(work, { teamId: teams.acme, name: 'Dated', currency: 'GBX' }),
  )
  for (const amount of [1, 2, 3, 4]) await take({ kind: 'bank', amount }, wallet, wallet)
  const all = await wholeStatement(wallet, 10)
  const { data } = await statementPage(app.posy.db, wallet, { from: all[2]!.at, to: all[0]!.at, limit: 10 })
  expect(data).toEqual([all[1], all[2]])
  await expect(statementPage(app.posy.db, wallet, { limit: 10, next: 'nonsense' })).rejects.toMatchObject({
    code: 'bad_request',
  })
})

test('fees and VAT of a refund that is passed on to another wallet stand in one statement, and each row adds up', async () => {
  const wallets: WalletRecord[] = []
  for (const name of ['Participant’s', 'Budget’s'])
    wallets.push(
      await transact(app.posy, { actor: operatorActor }, (work) =>
        createWallet(work, { teamId: teams.acme, name, currency: 'GBX' }),
      ),
    )
  const [own, budget] = wallets as [WalletRecord, WalletRecord]
  await take({ kind: 'bank', amount: 1_000 }, own, budget)
  const post = (kind: 'purchase' | 'cancellation', sign: 1 | -1, to: WalletRecord) =>
    transact(app.posy, { actor: operatorActor }, ({ tx, at }) =>
      postTransfer(tx, {
        kind,
        key: newId(),
        reference: { kind: 'test', id: newId() },
        currency: 'GBX',
        at,
        entries: [
          { account: { wallet: to.id, kind: 'available' }, amountPence: -390 * sign },
          { account: { wallet: own.id, kind: 'committed' }, amountPence: 300 * sign },
          { account: { platform: 'fees' }, amountPence: 25 * sign },
          { account: { platform: 'vat' }, amountPence: 65 * sign },
        ],
      }),
    )
  await post('purchase', 1, own)
  await post('cancellation', -1, budget)
  const [gaveBack, bought] = await wholeStatement(own, 50)
  const [received] = await wholeStatement(budget, 50)
  const read = ({ effect, charged }: StatementMovement) => [
    effect.available,
    effect.committed,
    charged.fees,
    charged.vat,
  ]
  expect(read(bought!)).toEqual([-390, 300, 25, 65])
  expect(read(gaveBack!)).toEqual([0, -300, -25, -65])
  expect(read(received!)).toEqual([390, 0, 0, 0])
})

test('a period’s opening balance and all its movements are its closing balance, in each column, to the penny', async () => {
  const { db } = app.posy
  const wallet = await transact(app.posy, { actor: operatorActor }, (work) =>
    createWallet(work, { teamId: teams.acme, name: 'Periods', currency: 'GBX' }),
  )
  await transact(app.posy, { actor: operatorActor }, ({ tx }) =>
    openTeamReceivable(tx, { teamId: teams.acme, currency: 'GBX' }),
  )
  const bought = ([available, committed, fees, vat, receivable]: [number, number, number, number, number]) => {
    app.wall.advanceSeconds(60)
    return transact(app.posy, { actor: operatorActor }, ({ tx, at }) =>
      postTransfer(tx, {
        kind: available + receivable < 0 ? 'purchase' : 'cancellation',
        key: newId(),
        reference: { kind: 'transaction', id: newId() },
        currency: 'GBX',
        at,
        entries: [
          { account: { wallet: wallet.id, kind: 'available' as const }, amountPence: available },
          { account: { wallet: wallet.id, kind: 'committed' as const }, amountPence: committed },
          { account: { platform: 'fees' as const }, amountPence: fees },
          { account: { platform: 'vat' as const }, amountPence: vat },
          { account: { team: teams.acme, kind: 'receivable' as const }, amountPence: receivable },
        ],
      }),
    )
  }
  await take({ kind: 'bank', amount: 5_000 }, wallet, wallet)
  await bought([-390, 300, 25, 65, 0])
  await bought([0, 4050, 75, 15, -4140])
  await bought([131, -1350, -25, -5, 1249])
  await bought([390, -300, -25, -65, 0])
  const lines = await wholeStatement(wallet, 50)
  const add = (rows: readonly StatementMovement[], read: (line: StatementMovement) => number) =>
    rows.reduce((total, line) => total + read(line), 0)
  for (let first = 0; first <= lines.length; first++)
    for (let last = first; last <= lines.length; last++) {
      // Newest first: what is older than the period, and what is in it.
      const [inside, older] = [lines.slice(first, last), lines.slice(last)]
      const from = lines[last - 1]?.at ?? '2100-01-01T00:00:00Z'
      const to = first === 0 ? undefined : lines[first - 1]!.at
      if (inside.length === 0) continue
      const period = await statementPeriod(db, wallet.id, { from: older.length ? from : undefined, to })
      const live = ({ effect }: StatementMovement) => effect.committed + effect.locked
      const [opening, moved] = [older, inside].map((rows) => ({
        available: add(rows, ({ effect }) => effect.available),
        live: add(rows, live),
      })) as [{ available: number; live: number }, { available: number; live: number }]
      expect(period).toEqual({
        opening: { ...opening, balance: opening.available + opening.live },
        totals: {
          ...moved,
          fees: add(inside, ({ charged }) => charged.fees),
          vat: add(inside, ({ charged }) => charged.vat),
          invoiced: add(inside, ({ invoiced }) => invoiced),
          movements: inside.length,
        },
        closing: {
          available: opening.available + moved.available,
          live: opening.live + moved.live,
          balance: lines[first]!.balance,
        },
      })
    }
  for (const { kind, effect, charged, invoiced } of lines)
    if (kind !== 'bank-top-up') expect(sum(effect) + charged.fees + charged.vat).toBe(invoiced)
  const { rows } = await sql<{ kind: string; pence: number }>`
    select account.kind, sum(entry.amount)::bigint as pence from ledger_entry as entry
    join ledger_account as account on account.id = entry.account_id
    where account.wallet_id = ${wallet.id} group by account.kind`.execute(db)
  const ledger = Object.fromEntries(rows.map(({ kind, pence }) => [kind, pence]))
  const { closing } = await statementPeriod(db, wallet.id, {})
  expect([closing.available, closing.live]).toEqual([ledger.available, ledger.committed])
  expect(lines.map(({ description }) => description)).toEqual([
    'Gift cancelled, money returned',
    'Gift cancelled, off its invoice and returned',
    'Gifts bought by invoice',
    'Gifts bought',
    'Bank payment received',
  ])
})
