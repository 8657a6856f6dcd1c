import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import {
  type Books,
  buildWallet,
  engines,
  inTransaction,
  moving,
  rejectionReason,
  walletAccounts,
} from '#server/testing/books.ts'
import { accountId } from './accounts.ts'
import { postTransfer } from './post-transfer.ts'
import { recomputeLedger } from './recompute.ts'

/** A transfer written by hand, past all our code: one statement, as the database demands. */
interface RawEntry {
  ordinal: number
  account: string
  currency?: string
  amount: number
  balanceAfter: number | null
}
interface RawTransfer {
  id?: string
  number?: number
  currency?: string
  entries: RawEntry[]
}

const rawTransfer = (db: Db | Tx, { id = newId(), number, currency = 'GBX', entries }: RawTransfer) =>
  sql`
    with posted as (
      insert into ledger_transfer (id, number, kind, reference_kind, reference_id, key, currency, occurred_at)
      values (${id}, ${number === undefined ? sql`default` : number}, 'correction', 'test', '1', ${newId()}, ${currency}, now())
      returning id, number
    )
    insert into ledger_entry (transfer_id, ordinal, transfer_number, account_id, currency, amount, balance_after)
    select posted.id, entry.ordinal, posted.number, entry.account_id, entry.currency, entry.amount, entry.balance_after
    from posted cross join unnest(
      ${entries.map((entry) => entry.ordinal)}::integer[], ${entries.map((entry) => entry.account)}::uuid[],
      ${entries.map((entry) => entry.currency ?? 'GBX')}::text[], ${entries.map((entry) => entry.amount)}::bigint[],
      ${entries.map((entry) => entry.balanceAfter)}::bigint[]) as entry (ordinal, account_id, currency, amount, balance_after)`.execute(
    db,
  )

const bank = accountId({ platform: 'bank-clearing' }, 'GBX')
const euroBank = accountId({ platform: 'bank-clearing' }, 'EUX')

/** Of a wallet that holds 1000. */
const topUp = (account: string, amount: number, rest: Partial<RawTransfer> = {}): RawTransfer => ({
  entries: [
    { ordinal: 1, account: bank, amount: -amount, balanceAfter: null },
    { ordinal: 2, account, amount, balanceAfter: 1000 + amount },
  ],
  ...rest,
})

describe.each(Object.entries(engines))('%s itself', (_, open) => {
  let books: Books
  let db: Db
  let available: string
  beforeAll(async () => {
    books = await open()
    db = books.db
  })
  afterAll(() => books.close())

  const wallet = async (pence = 1000) => {
    const { walletId } = await buildWallet(db, pence)
    available = accountId(walletAccounts(walletId).available, 'GBX')
    return available
  }

  test('takes a balanced transfer written by hand', async () => {
    await rawTransfer(db, topUp(await wallet(), 5))
    expect(await recomputeLedger(db)).toEqual([])
  })

  test('refuses an unbalanced transfer', async () => {
    const { entries } = topUp(await wallet(), 5)
    entries[0]!.amount = -4
    expect(await rejectionReason(rawTransfer(db, { entries }))).toBe('ledger_transfer_balanced')
  })

  test('refuses two unbalanced transfers that balance together', async () => {
    const [one, two] = [newId(), newId()]
    const attempt = sql`
      with posted as (
        insert into ledger_transfer (id, kind, reference_kind, reference_id, key, currency, occurred_at)
        values (${one}, 'correction', 'test', '1', ${one}, 'GBX', now()), (${two}, 'correction', 'test', '1', ${two}, 'GBX', now())
        returning id, number
      )
      insert into ledger_entry (transfer_id, ordinal, transfer_number, account_id, currency, amount)
      select id, 1, number, ${bank}, 'GBX', case id when ${one} then 5 else -5 end from posted`.execute(db)
    expect(await rejectionReason(attempt)).toBe('ledger_transfer_balanced')
  })

  test('refuses a transfer without entries', async () => {
    expect(await rejectionReason(rawTransfer(db, { entries: [] }))).toBe('ledger_transfer_entries')
  })

  test('refuses a transfer whose first entry is missing', async () => {
    const entries = topUp(await wallet(), 5).entries.map((entry) => ({ ...entry, ordinal: entry.ordinal + 1 }))
    expect(await rejectionReason(rawTransfer(db, { entries }))).toBe('ledger_transfer_entries')
  })

  test.each([
    ['with numbers that follow', 3, 'ledger_entry_together'],
    ['with numbers that are taken', 1, 'ledger_entry_once'],
  ])('refuses entries added to a transfer later, %s', async (_, ordinal, constraint) => {
    const id = newId()
    await rawTransfer(db, topUp(await wallet(), 5, { id }))
    const fees = accountId({ platform: 'fees' }, 'GBX')
    const vat = accountId({ platform: 'vat' }, 'GBX')
    const attempt = sql`
      insert into ledger_entry (transfer_id, ordinal, transfer_number, account_id, currency, amount)
      select id, ${ordinal}::integer, number, ${fees}::uuid, 'GBX', 7 from ledger_transfer where id = ${id}
      union all select id, ${ordinal}::integer + 1, number, ${vat}::uuid, 'GBX', -7 from ledger_transfer where id = ${id}`
    expect(await rejectionReason(attempt.execute(db))).toBe(constraint)
  })

  test('refuses an overdraft', async () => {
    const account = await wallet()
    const entries = [
      { ordinal: 1, account, amount: -1001, balanceAfter: -1 },
      { ordinal: 2, account: bank, amount: 1001, balanceAfter: null },
    ]
    expect(await rejectionReason(rawTransfer(db, { entries }))).toBe('ledger_account_overdraft')
  })

  test.each([
    ['ledger_transfer', sql`update ledger_transfer set reference_id = 'x'`, 'ledger_transfer_append_only'],
    ['ledger_transfer', sql`delete from ledger_transfer`, 'ledger_transfer_append_only'],
    ['ledger_transfer', sql`truncate ledger_transfer cascade`, 'ledger_transfer_append_only'],
    ['ledger_entry', sql`update ledger_entry set amount = amount * 2`, 'ledger_entry_append_only'],
    ['ledger_entry', sql`delete from ledger_entry`, 'ledger_entry_append_only'],
    ['ledger_entry', sql`truncate ledger_entry`, 'ledger_entry_append_only'],
    ['ledger_account', sql`update ledger_account set may_go_negative = true`, 'ledger_account_immutable'],
    ['ledger_account', sql`update ledger_account set currency = 'EUX'`, 'ledger_account_immutable'],
    ['ledger_account', sql`delete from ledger_account`, 'ledger_account_permanent'],
    ['ledger_account', sql`truncate ledger_account`, 'ledger_account_permanent'],
    [
      'ledger_account',
      sql`update ledger_account set balance = balance + 1 where not platform`,
      'ledger_account_balance',
    ],
  ])('refuses to change what is written: %s, %#', async (_, statement, constraint) => {
    expect(await rejectionReason(statement.execute(db))).toBe(constraint)
  })

  test.each([
    ['with money in it', sql`false, 5`],
    ['that may go negative', sql`true, 0`],
  ])('refuses to open a wallet account %s', async (_, rules) => {
    const attempt = sql`
      insert into ledger_account (id, kind, team_id, wallet_id, currency, platform, may_go_negative, balance)
      values (${newId()}, 'available', ${newId()}, ${newId()}, 'GBX', false, ${rules})`
    expect(await rejectionReason(attempt.execute(db))).toBe('ledger_account_opening')
  })

  test.each([
    ['an entry in another currency than its account', { account: bank, currency: 'EUX' }],
    ['an account of another currency', { account: euroBank, currency: 'EUX' }],
    ['an account of another currency under the transfer’s', { account: euroBank, currency: 'GBX' }],
  ])('refuses %s', async (_, other) => {
    const { entries } = topUp(await wallet(), 5)
    Object.assign(entries[0]!, other)
    expect(await rejectionReason(rawTransfer(db, { entries }))).toBe('ledger_entry_currency')
  })

  test('refuses an entry for an account that does not exist', async () => {
    expect(await rejectionReason(rawTransfer(db, topUp(newId(), 5)))).toBe('ledger_entry_known')
  })

  test('refuses entries without their transfer', async () => {
    const attempt = sql`
      insert into ledger_entry (transfer_id, ordinal, transfer_number, account_id, currency, amount)
      values (${newId()}, 1, -7, ${bank}, 'GBX', 5)`
    expect(await rejectionReason(attempt.execute(db))).toBe('ledger_entry_known')
  })

  test('refuses an entry of nothing', async () => {
    const { entries } = topUp(await wallet(), 5)
    for (const entry of entries) entry.amount = 0
    expect(await rejectionReason(rawTransfer(db, { entries }))).toBe('ledger_entry_amount')
  })

  test.each([
    ['that is wrong', 1006],
    ['that is missing', null],
  ])('refuses a running balance %s', async (_, balanceAfter) => {
    const { entries } = topUp(await wallet(), 5)
    entries[1]!.balanceAfter = balanceAfter
    expect(await rejectionReason(rawTransfer(db, { entries }))).toBe('ledger_entry_balance_after')
  })

  test('refuses a transfer slipped in before a later one', async () => {
    await rawTransfer(db, topUp(await wallet(), 5))
    // The running balance is right for that earlier place, and wrong for the account now.
    expect(await rejectionReason(rawTransfer(db, topUp(available, 5, { number: -1 })))).toBe(
      'ledger_entry_balance_after',
    )
  })

  test('refuses a kind of transfer it does not know', async () => {
    const { walletId } = await buildWallet(db, 10)
    const { available, locked } = walletAccounts(walletId)
    const draft = moving(available, locked, 1, { kind: 'gift' as 'purchase' })
    await expect(inTransaction(db, (tx) => postTransfer(tx, draft))).rejects.toMatchObject({ cause: { code: '22P02' } })
  })

  test('has stored nothing of all this', async () => {
    expect(await recomputeLedger(db)).toEqual([])
  })
})
