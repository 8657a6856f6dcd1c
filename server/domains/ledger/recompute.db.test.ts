import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Books, buildWallet, engines, inTransaction, moving, walletAccounts } from '#server/testing/books.ts'
import { postTransfer, reverseTransfer } from './post-transfer.ts'
import { recomputeLedger } from './recompute.ts'

const purchase = sql`(select id from ledger_transfer where kind = 'purchase')`
const reversal = sql`(select id from ledger_transfer where kind = 'cancellation')`
const committed = sql`(select id from ledger_account where kind = 'committed')`
const available = sql`(select id from ledger_account where kind = 'available')`
const bank = sql`(select id from ledger_account where kind = 'bank-clearing' and currency = 'GBX')`

/** Damage that only someone who switched the triggers off can do, and the checks that must tell of it. */
const damages: [string, RawBuilder<unknown>, string[]][] = [
  [
    'an amount changed',
    sql`update ledger_entry set amount = 301 where transfer_id = ${purchase} and amount > 0`,
    ['unbalanced-transfer', 'balance-differs', 'running-balance-broken', 'reversal-differs'],
  ],
  [
    'both amounts changed alike',
    sql`update ledger_entry set amount = amount * 2 where transfer_id = ${purchase}`,
    ['balance-differs', 'running-balance-broken', 'reversal-differs'],
  ],
  [
    'a last entry deleted',
    sql`delete from ledger_entry where transfer_id = ${reversal} and ordinal = 2`,
    ['unbalanced-transfer', 'balance-differs', 'reversal-differs'],
  ],
  [
    'a first entry deleted',
    sql`delete from ledger_entry where transfer_id = ${reversal} and ordinal = 1`,
    ['unbalanced-transfer', 'missing-entry', 'balance-differs', 'reversal-differs'],
  ],
  [
    'all entries of a transfer deleted',
    sql`delete from ledger_entry where transfer_id = ${reversal}`,
    ['transfer-without-entries', 'balance-differs', 'reversal-differs'],
  ],
  ['a transfer deleted', sql`delete from ledger_transfer where id = ${reversal}`, ['unknown-transfer']],
  ['an account deleted', sql`delete from ledger_account where id = ${bank}`, ['unknown-account']],
  [
    'an entry’s currency changed',
    sql`update ledger_entry set currency = 'EUX' where transfer_id = ${purchase}`,
    ['mixed-currency'],
  ],
  [
    'an account’s currency changed',
    sql`update ledger_account set currency = 'EUX' where id = ${committed}`,
    ['mixed-currency'],
  ],
  [
    'a balance changed',
    sql`update ledger_account set balance = balance + 1 where id = ${available}`,
    ['balance-differs'],
  ],
  ['a platform balance set', sql`update ledger_account set balance = 0 where id = ${bank}`, ['balance-differs']],
  [
    'a running balance changed',
    sql`update ledger_entry set balance_after = 1 where transfer_id = ${purchase} and amount > 0`,
    ['running-balance-broken'],
  ],
  [
    'two transfers’ places swapped',
    sql`
    with swapped as (update ledger_transfer set number = -number where id in (${purchase}, ${reversal}))
    update ledger_entry set transfer_number = -transfer_number where transfer_id in (${purchase}, ${reversal})`,
    ['running-balance-broken', 'forbidden-negative'],
  ],
]

describe.each(Object.entries(engines))('on %s, recomputing', (_, open) => {
  let books: Books
  let db: Db
  beforeAll(async () => {
    books = await open()
    db = books.db
    const wallet = walletAccounts((await buildWallet(db, 1000)).walletId)
    await inTransaction(db, async (tx) => {
      const transferId = await postTransfer(tx, moving(wallet.available, wallet.committed, 300, { kind: 'purchase' }))
      await reverseTransfer(tx, { transferId, kind: 'cancellation', key: newId(), at: new Date() })
    })
  })
  afterAll(() => books.close())

  test('finds nothing in good books', async () => {
    expect(await recomputeLedger(db)).toEqual([])
  })

  test.each(damages)('finds %s', async (_, damage, checks) => {
    const undo = new Error('undo')
    const seeded = inTransaction(db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await damage.execute(tx)
      const found = new Set((await recomputeLedger(tx)).map((violation) => violation.check))
      expect([...found].sort()).toEqual(checks.toSorted())
      throw undo
    })
    await expect(seeded).rejects.toBe(undo)
  })

  test('tells what it expected and what it found', async () => {
    const undo = new Error('undo')
    const seeded = inTransaction(db, async (tx) => {
      await sql`alter table ledger_account disable trigger ledger_account_balance`.execute(tx)
      await sql`update ledger_account set balance = 1234 where id = ${available}`.execute(tx)
      const { rows } = await sql<{ id: string }>`select id from ledger_account where id = ${available}`.execute(tx)
      expect(await recomputeLedger(tx)).toEqual([
        { check: 'balance-differs', subject: rows[0]!.id, expected: '1000', found: '1234' },
      ])
      throw undo
    })
    await expect(seeded).rejects.toBe(undo)
  })
})
