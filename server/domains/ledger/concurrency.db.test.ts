import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Books, buildWallet, engines, inTransaction, moving, walletAccounts } from '#server/testing/books.ts'
import { postTransfer, postTransfers, reverseTransfer } from './post-transfer.ts'
import { loadBalances } from './queries.ts'
import { recomputeLedger } from './recompute.ts'
import { loadStatement } from './statement.ts'
import type { TransferDraft } from './transfer.ts'

const CLIENTS = 8

let books: Books
let db: Db
beforeEach(async () => {
  books = await engines.PostgreSQL!()
  db = books.db
})
afterEach(async () => {
  expect(await recomputeLedger(db)).toEqual([])
  await books.close()
})

const post = (draft: TransferDraft) => inTransaction(db, (tx) => postTransfer(tx, draft))
const clients = <T>(work: (client: number) => Promise<T>) =>
  Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)))
const outcomes = async (attempts: Promise<unknown>[]) => {
  const settled = await Promise.allSettled(attempts)
  const refused = settled
    .filter((each) => each.status === 'rejected')
    .map((each) => (each.reason as { code: string }).code)
  return { won: settled.length - refused.length, refused: [...new Set(refused)] }
}

test('transfers crossing between the same accounts neither block each other nor lose an update', async () => {
  const wallets: string[] = []
  for (let each = 0; each < 4; each++) wallets.push((await buildWallet(db, 10_000)).walletId)
  const pick = (index: number) => walletAccounts(wallets[index % 4]!).available
  await clients(async (client) => {
    for (let round = 0; round < 60; round++) {
      const drafts = [moving(pick(client), pick(client + 1), 3), moving(pick(client + 2), pick(client + 3), 5)]
      if (round % 2) await post(moving(pick(client + round), pick(client + round + 1 + (round % 3)), 1))
      else await inTransaction(db, (tx) => postTransfers(tx, client % 2 ? drafts : drafts.toReversed()))
    }
  })
  const balances = [...(await loadBalances(db, wallets)).values()]
  expect(balances.reduce((sum, wallet) => sum + wallet.available, 0)).toBe(40_000)
  for (const walletId of wallets) {
    const { lines } = await loadStatement(db, { walletId, limit: 1000 })
    expect(lines.reduce((sum, line) => sum + line.effect.available, 0)).toBe(lines[0]!.balances.available)
  }
})

test('transfers racing for the last money win exactly as many times as can be paid', async () => {
  const { walletId } = await buildWallet(db, 1000)
  const { available, committed } = walletAccounts(walletId)
  const attempts = Array.from({ length: 40 }, () => post(moving(available, committed, 70, { kind: 'purchase' })))
  expect(await outcomes(attempts)).toEqual({ won: 14, refused: ['insufficient_funds'] })
  expect((await loadBalances(db, [walletId])).get(walletId)).toEqual({ available: 20, committed: 980, locked: 0 })
})

test('equal transfers at once with one key post one transfer, and all get its id', async () => {
  const { walletId } = await buildWallet(db, 1000)
  const { available, committed } = walletAccounts(walletId)
  const draft = moving(available, committed, 300)
  const ids = await clients((client) =>
    client % 2 ? post(draft) : inTransaction(db, (tx) => postTransfers(tx, [draft])).then((posted) => posted[0]!),
  )
  expect(new Set(ids).size).toBe(1)
  expect((await loadBalances(db, [walletId])).get(walletId)!.available).toBe(700)
})

test('one of many simultaneous reversals wins', async () => {
  const { walletId } = await buildWallet(db, 1000)
  const { available, committed } = walletAccounts(walletId)
  await post(moving(available, committed, 500))
  const transferId = await post(moving(available, committed, 300))
  const attempts = Array.from({ length: CLIENTS }, () =>
    inTransaction(db, (tx) => reverseTransfer(tx, { transferId, kind: 'cancellation', key: newId(), at: new Date() })),
  )
  expect(await outcomes(attempts)).toEqual({ won: 1, refused: ['wrong_state'] })
})

test('a statement read during postings never shows a balance that its lines do not explain', async () => {
  const { walletId } = await buildWallet(db, 1000)
  const { available, committed, locked } = walletAccounts(walletId)
  let done = false
  const posting = clients(async (client) => {
    for (let round = 0; round < 25; round++) await post(moving(available, client % 2 ? committed : locked, 1))
  }).finally(() => {
    done = true
  })
  while (!done) {
    const { lines } = await loadStatement(db, { walletId, limit: 1000 })
    expect(lines.reduce((sum, line) => sum + line.effect.available, 0)).toBe(lines[0]!.balances.available)
    expect(lines.reduce((sum, line) => sum + line.effect.locked, 0)).toBe(lines[0]!.balances.locked)
  }
  await posting
})
