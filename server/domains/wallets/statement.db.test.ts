import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StatementLine } from '#contract/wallets/wallets.ts'
import { newId } from '#kit/ids.ts'
import { demo } from '#server/app/demo/ids.ts'
import type { WalletAccountKind } from '#server/domains/ledger/accounts.ts'
import { loadBalances, postTransfer } from '#server/domains/ledger/index.ts'
import { transact, type Work } from '#server/platform/posy.ts'
import { operatorActor, type Principal } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { createWallet } from './create-wallet.ts'
import { receiveBankPayment } from './receive-bank-payment.ts'
import { loadBalanceExplanation, statementPage } from './statement.ts'
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

async function wholeStatement(wallet: WalletRecord, limit: number): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  for (let next: string | null | undefined; next !== null; ) {
    const page = await statementPage(app.posy.db, wallet, { limit, next })
    lines.push(...page.data)
    next = page.next
  }
  return lines
}

const sum = (effect: StatementLine['effect']) => effect.available + effect.committed + effect.locked

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
  const read = ({ effect, charged }: StatementLine) => [effect.available, effect.committed, charged.fees, charged.vat]
  expect(read(bought!)).toEqual([-390, 300, 25, 65])
  expect(read(gaveBack!)).toEqual([0, -300, -25, -65])
  expect(read(received!)).toEqual([390, 0, 0, 0])
})
