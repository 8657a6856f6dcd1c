import { sql } from 'kysely'
import type { Pence } from '#kit/money.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type AccountRef, accountId, type PlatformAccountKind, type WalletAccountKind } from './accounts.ts'

/** A wallet's three balances, in pence. On the wire, `live` is committed + locked and `balance` is available + live. */
export type WalletBalances = Record<WalletAccountKind, Pence>

/** Balances of wallets, in one query; a wallet without accounts is missing from the map. */
export async function loadBalances(db: Db, walletIds: readonly string[]): Promise<Map<string, WalletBalances>> {
  const { rows } = await sql<{ wallet_id: string; kind: WalletAccountKind; balance: number }>`
    select wallet_id, kind, balance from ledger_account where wallet_id = any (${[...walletIds]}::uuid[])`.execute(db)
  const wallets = new Map<string, WalletBalances>()
  for (const { wallet_id, kind, balance } of rows) {
    const balances = wallets.get(wallet_id) ?? { available: 0, committed: 0, locked: 0 }
    balances[kind] = balance
    wallets.set(wallet_id, balances)
  }
  return wallets
}

/**
 * Balances of customer accounts, in the order given, locked until the transaction ends: for a transfer whose amounts
 * depend on them. Name every account the transaction will post to, or two of them can wait for each other.
 */
export async function lockBalances(tx: Tx, accounts: readonly AccountRef[], currency: string): Promise<Pence[]> {
  const ids = accounts.map((account) => accountId(account, currency))
  const { rows } = await sql<{ id: string; balance: number }>`
    select id, balance from ledger_account where id = any (${ids}::uuid[]) and not platform
    order by id for no key update`.execute(tx)
  const balances = new Map(rows.map((row) => [row.id, row.balance]))
  return ids.map((id) => {
    const balance = balances.get(id)
    if (balance === undefined) throw new Error(`There is no customer account ${id}.`)
    return balance
  })
}

/**
 * What a team owes us, in pence: positive when it owes, 0 when nothing was ever invoiced. To hold a credit limit, post
 * the transfer first and look afterwards in the same transaction: its lock lets no one else in between.
 */
export async function receivablePence(db: Db, teamId: string, currency: string): Promise<Pence> {
  const { rows } = await sql<{ owed: number }>`
    select -balance as owed from ledger_account
    where id = ${accountId({ team: teamId, kind: 'receivable' }, currency)}`.execute(db)
  return rows[0]?.owed ?? 0
}

/** Whether teams have no money anywhere and owe none: their accounts are locked until the transaction ends. */
export async function lockedTeamsAreSettled(tx: Tx, teamIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ balance: number }>`
    select balance from ledger_account where team_id = any(${[...teamIds]}::uuid[]) and not platform order by id for no key update`.execute(
    tx,
  )
  return rows.every((row) => row.balance === 0)
}

/** Whether a transfer was posted under a key. */
export const isPosted = async (db: Db | Tx, key: string): Promise<boolean> =>
  (await db.selectFrom('ledger_transfer').select('id').where('key', '=', key).executeTakeFirst()) !== undefined

/** A platform account's balance, summed from its entries: negative for a clearing account that money came in through. */
export async function platformBalance(db: Db, kind: PlatformAccountKind, currency: string): Promise<Pence> {
  const { rows } = await sql<{ balance: number }>`
    select coalesce(sum(amount), 0)::bigint as balance from ledger_entry
    where account_id = ${accountId({ platform: kind }, currency)}`.execute(db)
  return rows[0]!.balance
}
