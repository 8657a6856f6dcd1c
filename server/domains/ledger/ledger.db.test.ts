import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Books, buildWallet, engines, inTransaction, moving, walletAccounts } from '#server/testing/books.ts'
import { accountId, platformAccountKinds } from './accounts.ts'
import { postTransfer, postTransfers, reverseTransfer } from './post-transfer.ts'
import { loadBalances, lockBalances, platformBalance, receivablePence } from './queries.ts'
import { recomputeLedger } from './recompute.ts'
import { balancesBefore, explainBalance, loadStatement } from './statement.ts'
import { type TransferDraft, transferKinds } from './transfer.ts'

const march = (day: number) => new Date(Date.UTC(2026, 2, day))

describe.each(Object.entries(engines))('the ledger on %s', (_, open) => {
  let books: Books
  let db: Db
  beforeAll(async () => {
    books = await open()
    db = books.db
  })
  afterAll(async () => {
    expect(await recomputeLedger(db)).toEqual([])
    await books.close()
  })

  const post = (draft: TransferDraft) => inTransaction(db, (tx) => postTransfer(tx, draft))
  const balances = async (walletId: string) => (await loadBalances(db, [walletId])).get(walletId)

  test('knows the same kinds and platform accounts in the code and in the database', async () => {
    const kinds = await sql<{
      kind: string
    }>`select unnest(enum_range(null::ledger_transfer_kind))::text as kind`.execute(db)
    expect(kinds.rows.map((row) => row.kind)).toEqual([...transferKinds])
    const accounts = await sql<{ id: string }>`select id from ledger_account where platform`.execute(db)
    const derived = ['GBX', 'EUX'].flatMap((currency) =>
      platformAccountKinds.map((platform) => accountId({ platform }, currency)),
    )
    expect(accounts.rows.map((row) => row.id).sort()).toEqual(derived.sort())
  })

  test('moves a purchase from a wallet to its commitments, our fee and the VAT', async () => {
    const { walletId } = await buildWallet(db, 1000)
    const { available, committed } = walletAccounts(walletId)
    const [fees, vat] = [await platformBalance(db, 'fees', 'GBX'), await platformBalance(db, 'vat', 'GBX')]
    const entries = [
      { account: available, amountPence: -560 },
      { account: committed, amountPence: 500 },
      { account: { platform: 'fees' }, amountPence: 50 },
      { account: { platform: 'vat' }, amountPence: 10 },
    ] as const
    await post({ ...moving(available, committed, 1), kind: 'purchase', entries })
    expect(await balances(walletId)).toEqual({ available: 440, committed: 500, locked: 0 })
    expect(await platformBalance(db, 'fees', 'GBX')).toBe(fees + 50)
    expect(await platformBalance(db, 'vat', 'GBX')).toBe(vat + 10)
  })

  test('refuses to spend what is not there, and moves nothing', async () => {
    const { walletId } = await buildWallet(db, 1000)
    const { available, committed } = walletAccounts(walletId)
    await expect(post(moving(available, committed, 1001))).rejects.toMatchObject({
      code: 'insufficient_funds',
      status: 402,
    })
    expect(await balances(walletId)).toEqual({ available: 1000, committed: 0, locked: 0 })
  })

  test('refuses to mix currencies', async () => {
    const { available } = walletAccounts((await buildWallet(db, 1000)).walletId)
    const other = walletAccounts((await buildWallet(db, 1000, 'EUX')).walletId)
    await expect(post(moving(available, other.available, 5))).rejects.toMatchObject({ code: 'conflict' })
    await expect(post(moving({ platform: 'bank-clearing' }, available, 5, { currency: 'EUX' }))).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('posts a repeated transfer once, and refuses its key for any other', async () => {
    const { walletId } = await buildWallet(db, 1000)
    const { available, committed, locked } = walletAccounts(walletId)
    const draft = moving(available, committed, 300)
    const first = await post(draft)
    expect(await post({ ...draft, at: march(9) })).toBe(first)
    expect(await inTransaction(db, (tx) => postTransfers(tx, [draft]))).toEqual([first])
    const others: TransferDraft[] = [
      { ...draft, kind: 'refund' },
      { ...draft, reference: { kind: 'test', id: '2' } },
      { ...draft, reverses: first },
      { ...draft, entries: moving(available, committed, 299).entries },
      { ...draft, entries: moving(available, locked, 300).entries },
    ]
    for (const other of others) await expect(post(other)).rejects.toMatchObject({ code: 'conflict', status: 409 })
    expect(await balances(walletId)).toEqual({ available: 700, committed: 300, locked: 0 })
  })

  test('posts many transfers in one statement, in their order, leaving out those it has', async () => {
    const { walletId } = await buildWallet(db, 100)
    const { available, committed, locked } = walletAccounts(walletId)
    const drafts = [moving(available, committed, 100), moving(committed, locked, 60), moving(committed, available, 40)]
    const known = await post(drafts[0]!)
    const ids = await inTransaction(db, (tx) => postTransfers(tx, drafts))
    expect(ids[0]).toBe(known)
    expect(await balances(walletId)).toEqual({ available: 40, committed: 0, locked: 60 })
    const { lines } = await loadStatement(db, { walletId, limit: 3 })
    expect(lines.map((line) => line.transferId)).toEqual(ids.toReversed())
    const overspent = [moving(available, committed, 41), moving(committed, available, 41)]
    await expect(inTransaction(db, (tx) => postTransfers(tx, overspent))).rejects.toMatchObject({
      code: 'insufficient_funds',
    })
    expect(await inTransaction(db, (tx) => postTransfers(tx, []))).toEqual([])
  })

  test('funds many wallets by one transfer', async () => {
    const source = walletAccounts((await buildWallet(db, 1000)).walletId)
    const owners: { walletId: string }[] = []
    for (let each = 0; each < 60; each++) owners.push(await buildWallet(db))
    const entries = owners.map(({ walletId }) => ({ account: walletAccounts(walletId).available, amountPence: 10 }))
    const draft = moving(source.available, source.locked, 1, { kind: 'budget-run' })
    const run = { ...draft, entries: [{ account: source.available, amountPence: -600 }, ...entries] }
    expect(await post(run)).toBe(await post(run))
    const funded = await loadBalances(
      db,
      owners.map((owner) => owner.walletId),
    )
    expect([...funded.values()].every((wallet) => wallet.available === 10)).toBe(true)
  })

  test('reverses a transfer exactly once', async () => {
    const { walletId } = await buildWallet(db, 1000)
    const { available, committed } = walletAccounts(walletId)
    const transferId = await post(moving(available, committed, 300, { reference: { kind: 'huggg', id: '7' } }))
    const reverse = (key: string, id = transferId) =>
      inTransaction(db, (tx) => reverseTransfer(tx, { transferId: id, kind: 'redemption-undo', key, at: march(5) }))
    const key = newId()
    const undone = await reverse(key)
    expect(await reverse(key)).toBe(undone)
    await expect(reverse(newId())).rejects.toMatchObject({ code: 'wrong_state', status: 409 })
    await expect(reverse(newId(), newId())).rejects.toMatchObject({ code: 'not_found', status: 404 })
    expect(await balances(walletId)).toEqual({ available: 1000, committed: 0, locked: 0 })
    const [line] = (await loadStatement(db, { walletId, limit: 1 })).lines
    expect(line).toMatchObject({
      transferId: undone,
      reversesTransferId: transferId,
      reference: { kind: 'huggg', id: '7' },
    })
  })

  test('counts what a team owes as positive, and 0 for a team that never had an invoice', async () => {
    const { walletId, teamId } = await buildWallet(db)
    await post(
      moving({ team: teamId, kind: 'receivable' }, walletAccounts(walletId).committed, 250, { kind: 'purchase' }),
    )
    expect(await receivablePence(db, teamId, 'GBX')).toBe(250)
    expect(await receivablePence(db, teamId, 'EUX')).toBe(0)
    await post(
      moving({ platform: 'bank-clearing' }, { team: teamId, kind: 'receivable' }, 250, { kind: 'invoice-payment' }),
    )
    expect(await receivablePence(db, teamId, 'GBX')).toBe(0)
  })

  test('locks balances for a transfer that depends on them', async () => {
    const one = walletAccounts((await buildWallet(db, 70)).walletId)
    const two = walletAccounts((await buildWallet(db, 30)).walletId)
    await inTransaction(db, async (tx) => {
      expect(await lockBalances(tx, [two.available, one.available, one.locked], 'GBX')).toEqual([30, 70, 0])
      await expect(lockBalances(tx, [walletAccounts(newId()).available], 'GBX')).rejects.toThrow('no customer account')
    })
  })

  test('pages through a statement whose running balances continue each other', async () => {
    const { walletId } = await buildWallet(db, 1000)
    const { available, committed, locked } = walletAccounts(walletId)
    for (let day = 3; day <= 9; day++) {
      await post(moving(available, day % 2 ? committed : locked, day, { at: march(day) }))
    }
    const first = await loadStatement(db, { walletId, limit: 5 })
    const second = await loadStatement(db, { walletId, limit: 5, cursor: first.next! })
    const lines = [...first.lines, ...second.lines]
    expect(lines).toHaveLength(8)
    expect(second.next).toBeNull()
    lines.forEach(({ effect, balances: after }, index) => {
      const before = lines[index + 1]?.balances ?? { available: 0, committed: 0, locked: 0 }
      for (const kind of ['available', 'committed', 'locked'] as const)
        expect(after[kind]).toBe(before[kind] + effect[kind])
    })
    expect(lines[0]).toMatchObject({
      kind: 'wallet-transfer',
      reference: { kind: 'test', id: '1' },
      at: march(9),
      effect: { available: -9, committed: 9, locked: 0 },
      balances: await balances(walletId),
    })
    const some = await loadStatement(db, { walletId, from: march(4), to: march(7), limit: 10 })
    expect(some.lines.map((line) => line.at)).toEqual([march(6), march(5), march(4)])
    await expect(loadStatement(db, { walletId, cursor: 'x', limit: 1 })).rejects.toMatchObject({ code: 'bad_request' })
    expect(await loadStatement(db, { walletId: newId(), limit: 1 })).toEqual({
      lines: [],
      next: null,
      previous: null,
    })
    expect(first.previous).toBeNull()
    expect(await loadStatement(db, { walletId, limit: 5, cursor: second.previous!, back: true })).toEqual(first)
  })

  test('explains a balance by kinds of transfer that add up to it', async () => {
    const { walletId } = await buildWallet(db, 1000)
    const { available, committed } = walletAccounts(walletId)
    await post(moving(available, committed, 300, { kind: 'purchase', at: march(3) }))
    await post(moving(available, committed, 200, { kind: 'purchase', at: march(4) }))
    await post(moving(committed, { platform: 'supplier-payable' }, 300, { kind: 'redemption', at: march(5) }))
    // Nothing of them went to fees, VAT or an invoice.
    const charges = { fees: 0, vat: 0, invoiced: 0 }
    expect(await explainBalance(db, walletId)).toEqual({
      lines: [
        { kind: 'bank-top-up', transfers: 1, effect: { available: 1000, committed: 0, locked: 0 }, charges },
        { kind: 'purchase', transfers: 2, effect: { available: -500, committed: 500, locked: 0 }, charges },
        { kind: 'redemption', transfers: 1, effect: { available: 0, committed: -300, locked: 0 }, charges },
      ],
      balances: await balances(walletId),
    })
    expect((await explainBalance(db, walletId, { at: march(3) })).balances).toEqual({
      available: 700,
      committed: 300,
      locked: 0,
    })
    expect(await explainBalance(db, walletId, { from: march(4) })).toEqual({
      lines: [
        { kind: 'purchase', transfers: 1, effect: { available: -200, committed: 200, locked: 0 }, charges },
        { kind: 'redemption', transfers: 1, effect: { available: 0, committed: -300, locked: 0 }, charges },
      ],
      balances: { available: -200, committed: -100, locked: 0 },
    })
  })

  describe('a period of a wallet in which much has moved since', () => {
    const HOUR = 3_600_000
    const HOURS = 8000
    let walletId: string
    /** In the order in which they were recorded, each some hours after or before its neighbours. */
    const moved: { at: Date; pence: number; kind: 'redemption' | 'purchase' }[] = []
    beforeAll(async () => {
      walletId = (await buildWallet(db, 100_000)).walletId
      const { available, committed } = walletAccounts(walletId)
      for (let hour = 8; hour < HOURS; hour += 8)
        moved.push({
          at: new Date(march(3).getTime() + (hour + ((hour * 7) % 23)) * HOUR),
          pence: 1 + (hour % 13),
          kind: hour % 3 ? 'purchase' : 'redemption',
        })
      await inTransaction(db, (tx) =>
        postTransfers(
          tx,
          moved.map(({ at, pence, kind }) =>
            kind === 'purchase'
              ? moving(available, committed, pence, { kind, at })
              : moving(available, { platform: 'supplier-payable' }, pence, { kind, at }),
          ),
        ),
      )
      await sql`analyze ledger_entry, ledger_transfer`.execute(db)
    })

    const at = (share: number) => new Date(march(3).getTime() + share * HOURS * HOUR)
    const sum = (holds: (movement: (typeof moved)[number]) => boolean) =>
      moved.filter(holds).reduce((total, { pence }) => total + pence, 0)

    test.each([
      [0, 1],
      [0.2, 0.25],
      [0.5, 0.53],
      [0.77, 0.9],
      [0.98, 1.2],
    ])('is what its movements sum to, also where some were recorded out of order: %d to %d', async (begin, end) => {
      const [from, to] = [at(begin), at(end)]
      const inside = (each: { at: Date }) => each.at >= from && each.at < to
      const { lines, balances: change } = await explainBalance(db, walletId, { from, before: to })
      expect(lines.map(({ kind, transfers }) => [kind, transfers])).toEqual(
        (['purchase', 'redemption'] as const).map((kind) => [
          kind,
          moved.filter((each) => inside(each) && each.kind === kind).length,
        ]),
      )
      expect(change.available).toBe(-sum(inside))
      const before = await balancesBefore(db, walletId, from)
      expect(before.available).toBe(100_000 - sum((each) => each.at < from))
      expect(before.committed).toBe(sum((each) => each.at < from && each.kind === 'purchase'))
      const page = await loadStatement(db, { walletId, from, to, limit: 20 })
      const newest = moved.filter(inside).slice(-20).reverse()
      expect(page.lines.map((line) => [line.at, line.effect.available])).toEqual(
        newest.map((each) => [each.at, -each.pence]),
      )
    })

    test('is read from its own entries alone', async () => {
      const soFar = async (tx: Db) => {
        const { rows } = await sql<{ read: number }>`select (idx_tup_fetch + seq_tup_read)::int as read
          from pg_stat_xact_user_tables where relname = 'ledger_transfer'`.execute(tx)
        return rows[0]!.read
      }
      const read = (work: (tx: Db) => Promise<unknown>) =>
        inTransaction(db, async (tx) => {
          await sql`set local enable_seqscan = off`.execute(tx)
          const before = await soFar(tx)
          await work(tx)
          return (await soFar(tx)) - before
        })
      const [from, to] = [at(0.2), at(0.25)]
      const own = moved.filter((each) => each.at >= from && each.at < to).length
      for (const work of [
        (tx: Db) => explainBalance(tx, walletId, { from, before: to }),
        (tx: Db) => balancesBefore(tx, walletId, from),
        (tx: Db) => loadStatement(tx, { walletId, from, to, limit: 20 }),
      ])
        expect(await read(work)).toBeLessThan(5 * own)
      expect(moved.length).toBeGreaterThan(15 * own)
    })
  })
})
