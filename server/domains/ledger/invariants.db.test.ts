import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import type { Db } from '#server/platform/database/database.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { type Books, buildWallet, engines, inTransaction, moving } from '#server/testing/books.ts'
import { walletAccountKinds } from './accounts.ts'
import { postTransfers, reverseTransfer } from './post-transfer.ts'
import { loadBalances, receivablePence } from './queries.ts'
import { recomputeLedger } from './recompute.ts'
import { explainBalance, loadStatement } from './statement.ts'

/** Accounts 0–8 are three wallets' three accounts each, 9 is a receivable, 10 the bank. */
const WALLETS = 3
const RECEIVABLE = 9
const BANK = 10

interface Move {
  from: number
  to: number
  pence: number
}
type Step = { post: Move[] } | { reverse: number }

const account = fc.integer({ min: 0, max: BANK })
const move = fc
  .record({ from: account, to: account, pence: fc.integer({ min: 1, max: 90 }) })
  .filter(({ from, to }) => from !== to)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ post: fc.array(move, { minLength: 1, maxLength: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ reverse: fc.nat() }) },
)

/** The ledger in a few lines: what the database must agree with after every step. */
class Model {
  balances = new Array<number>(BANK + 1).fill(0)
  posted: { move: Move; id: string; reversed: boolean }[] = []

  /** The balances after some moves, or null if a wallet's account would go negative on the way. */
  after(moves: readonly Move[]): number[] | null {
    const next = [...this.balances]
    for (const { from, to, pence } of moves) {
      next[from]! -= pence
      next[to]! += pence
      if (from < RECEIVABLE && next[from]! < 0) return null
    }
    return next
  }
}

describe.each(Object.entries(engines))('on %s', (_, open) => {
  let books: Books
  let db: Db
  beforeAll(async () => {
    books = await open()
    db = books.db
  })
  afterAll(() => books.close())

  test('whatever is posted and reversed, every balance is the sum of its entries and no wallet goes negative', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
        const owners = [await buildWallet(db), await buildWallet(db), await buildWallet(db)]
        const refs = [
          ...owners.flatMap(({ walletId }) => walletAccountKinds.map((kind) => ({ wallet: walletId, kind }))),
          { team: owners[0]!.teamId, kind: 'receivable' as const },
          { platform: 'bank-clearing' as const },
        ]
        const transferDraft = ({ from, to, pence }: Move) => moving(refs[from]!, refs[to]!, pence)
        const model = new Model()

        const post = async (moves: Move[]) => {
          const next = model.after(moves)
          const posting = inTransaction(db, (tx) => postTransfers(tx, moves.map(transferDraft)))
          if (!next) return expectRefusal(posting, 'insufficient_funds')
          const ids = await posting
          model.balances = next
          model.posted.push(...moves.map((each, index) => ({ move: each, id: ids[index]!, reversed: false })))
        }
        const reverse = async (choice: number) => {
          const original = model.posted[choice % model.posted.length]
          if (!original) return
          const { from, to, pence } = original.move
          const next = model.after([{ from: to, to: from, pence }])
          const reversal = { transferId: original.id, kind: 'correction', key: newId(), at: new Date() } as const
          const reversing = inTransaction(db, (tx) => reverseTransfer(tx, reversal))
          if (original.reversed) return expectRefusal(reversing, next ? 'wrong_state' : undefined)
          if (!next) return expectRefusal(reversing, 'insufficient_funds')
          await reversing
          model.balances = next
          original.reversed = true
        }

        for (const each of steps) await ('post' in each ? post(each.post) : reverse(each.reverse))
        await expectSame(model, owners)
      }),
      { numRuns: 25 },
    )
    expect(await recomputeLedger(db)).toEqual([])
  })

  async function expectRefusal(work: Promise<unknown>, code: string | undefined): Promise<void> {
    const error = await work.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Problem)
    if (code) expect(error).toMatchObject({ code })
  }

  async function expectSame(model: Model, owners: { walletId: string; teamId: string }[]) {
    const balances = await loadBalances(
      db,
      owners.map((owner) => owner.walletId),
    )
    const inOrder = owners.flatMap(({ walletId }) => walletAccountKinds.map((kind) => balances.get(walletId)![kind]))
    expect(inOrder).toEqual(model.balances.slice(0, WALLETS * 3))
    expect(await receivablePence(db, owners[0]!.teamId, 'GBX')).toBe(0 - model.balances[RECEIVABLE]!)
    for (const { walletId } of owners) {
      const { lines } = await loadStatement(db, { walletId, limit: 100 })
      expect((await explainBalance(db, walletId)).balances).toEqual(balances.get(walletId))
      expect(lines[0]?.balances ?? { available: 0, committed: 0, locked: 0 }).toEqual(balances.get(walletId))
      for (const kind of walletAccountKinds) {
        expect(lines.reduce((sum, line) => sum + line.effect[kind], 0)).toBe(balances.get(walletId)![kind])
      }
    }
  }
})
