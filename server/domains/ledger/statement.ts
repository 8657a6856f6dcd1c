import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { WalletAccountKind } from './accounts.ts'
import type { WalletBalances } from './queries.ts'
import type { Reference, TransferKind } from './transfer.ts'

/** One transfer's effect on a wallet. */
export interface LedgerLine {
  transferId: string
  kind: TransferKind
  reference: Reference
  /** Set where this line undoes an earlier one. */
  reversesTransferId: string | null
  /** Business time. */
  at: Date
  /** Signed pence, zero where the transfer left an account alone. */
  effect: WalletBalances
  /**
   * What the same transfer took as fees and VAT; below zero where it gave them back. In one statement alone: that of the
   * wallet which holds the gift, where what it gave back was passed on to another.
   */
  charged: { fees: number; vat: number }
  /** The balances right after this line: each line's are the next older line's plus its own effect. */
  balances: WalletBalances
}

export interface StatementQuery {
  walletId: string
  /** Business time, inclusive. */
  from?: Date
  /** Business time, exclusive. */
  to?: Date
  /** `next` of the page before. */
  cursor?: string
  /** Towards newer lines than the cursor, `previous` of the page after. */
  back?: boolean
  /** Lines on a page. */
  limit: number
}

interface StatementRow {
  transfer_id: string
  number: number
  transfer_kind: TransferKind
  reference_kind: string
  reference_id: string
  reverses_transfer_id: string | null
  occurred_at: Date
  account_kind: WalletAccountKind
  effect: number
  balance: number
  fees: number
  vat: number
}

/**
 * A wallet's movements in the order the ledger recorded them, newest first; `next` is null on the last page, `previous` on the first.
 * @throws bad_request (400) for a cursor that is not one of ours
 */
export async function loadStatement(
  db: Db,
  { walletId, from, to, cursor, limit, back = false }: StatementQuery,
): Promise<{ lines: LedgerLine[]; next: string | null; previous: string | null }> {
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) {
    throw new Problem('bad_request', 'This page of the statement does not exist.')
  }
  const filters: RawBuilder<unknown>[] = [sql`entry.account_id = account.id`]
  if (cursor !== undefined)
    filters.push(back ? sql`entry.transfer_number > ${cursor}::bigint` : sql`entry.transfer_number < ${cursor}::bigint`)
  if (from) filters.push(sql`transfer.occurred_at >= ${from}`)
  if (to) filters.push(sql`transfer.occurred_at < ${to}`)
  const order = back ? sql`asc` : sql`desc`
  const { rows } = await sql<StatementRow>`
    with account as materialized (
      select id, kind from ledger_account where wallet_id = ${walletId}
    ), line as (
      select distinct recent.* from account cross join lateral (
        select transfer.* from ledger_entry as entry join ledger_transfer as transfer on transfer.id = entry.transfer_id
        where ${sql.join(filters, sql` and `)} order by entry.transfer_number ${order} limit ${limit + 1}
      ) as recent
      order by number ${order} limit ${limit + 1}
    )
    select line.id as transfer_id, line.number, line.kind as transfer_kind, line.reference_kind, line.reference_id,
      line.reverses_transfer_id, line.occurred_at, account.kind as account_kind,
      case when latest.transfer_number = line.number then latest.amount else 0 end as effect,
      coalesce(latest.balance_after, 0) as balance, charged.fees, charged.vat
    from line cross join account left join lateral (
      select transfer_number, amount, balance_after from ledger_entry
      where account_id = account.id and transfer_number <= line.number order by transfer_number desc limit 1
    ) as latest on true
    cross join lateral (
      select coalesce(sum(entry.amount) filter (where platform.kind = 'fees'), 0)::bigint as fees,
        coalesce(sum(entry.amount) filter (where platform.kind = 'vat'), 0)::bigint as vat
      from ledger_entry as entry join ledger_account as platform on platform.id = entry.account_id
      where entry.transfer_id = line.id and platform.kind in ('fees', 'vat') and not exists (
        select from ledger_entry as held join ledger_account as gifts on gifts.id = held.account_id
        where held.transfer_id = line.id and gifts.kind = 'committed' and gifts.wallet_id <> ${walletId})
    ) as charged
    order by line.number desc`.execute(db)
  const lines = [...Map.groupBy(rows, (row) => row.number)].map(([number, ofLine]) => ({
    number,
    ...mergeStatementRows(ofLine),
  }))
  const isMore = lines.length > limit
  const page = isMore && back ? lines.slice(1) : lines.slice(0, limit)
  const edge = (line: (typeof page)[number] | undefined, isThere: boolean) =>
    isThere && line ? String(line.number) : null
  return {
    lines: page.map(({ number: _, ...line }) => line),
    next: edge(page.at(-1), back || isMore),
    previous: edge(page[0], back ? isMore : cursor !== undefined),
  }
}

function mergeStatementRows(rows: StatementRow[]): LedgerLine {
  const effect = { available: 0, committed: 0, locked: 0 }
  const balances = { available: 0, committed: 0, locked: 0 }
  for (const row of rows) {
    effect[row.account_kind] = row.effect
    balances[row.account_kind] = row.balance
  }
  const row = rows[0]!
  return {
    transferId: row.transfer_id,
    kind: row.transfer_kind,
    reference: { kind: row.reference_kind, id: row.reference_id },
    reversesTransferId: row.reverses_transfer_id,
    at: row.occurred_at,
    effect,
    charged: { fees: row.fees, vat: row.vat },
    balances,
  }
}

export interface LedgerBalanceExplanation {
  /** What all transfers of a kind brought and took, in pence, and how many they were. */
  lines: { kind: TransferKind; transfers: number; effect: WalletBalances }[]
  /** The lines' sum: the balance itself as of the moment asked for, or how it changed. */
  balances: WalletBalances
}

/** Business time follows the ledger's order but for what was underway at once, and no transaction takes a day. */
const OUT_OF_ORDER = '1 day'

/**
 * Why a wallet's balance is what it is, worked out from its entries alone.
 * @param at as it was after that moment
 * @param from only what moved then and later: the sums are changes, and no older entry is read
 */
export async function explainBalance(
  db: Db,
  walletId: string,
  { at, from }: { at?: Date; from?: Date } = {},
): Promise<LedgerBalanceExplanation> {
  // Where the entries that count begin: the first ones of the account, or after the newest that is certainly older.
  const lastOlder = from
    ? sql`coalesce((
        select entry.transfer_number from ledger_entry as entry join ledger_transfer as transfer on transfer.id = entry.transfer_id
        where entry.account_id = ledger_account.id and transfer.occurred_at < ${from}::timestamptz - ${OUT_OF_ORDER}::interval
        order by entry.transfer_number desc limit 1), 0)`
    : sql`0`
  const filters = [sql`entry.transfer_number > account.last_older`]
  if (at) filters.push(sql`transfer.occurred_at <= ${at}`)
  if (from) filters.push(sql`transfer.occurred_at >= ${from}`)
  const { rows } = await sql<{ kind: TransferKind; transfers: number } & WalletBalances>`
    with account as materialized (
      select id, kind, ${lastOlder} as last_older from ledger_account where wallet_id = ${walletId}
    )
    select transfer.kind, count(distinct transfer.id) as transfers,
      coalesce(sum(entry.amount) filter (where account.kind = 'available'), 0)::bigint as available,
      coalesce(sum(entry.amount) filter (where account.kind = 'committed'), 0)::bigint as committed,
      coalesce(sum(entry.amount) filter (where account.kind = 'locked'), 0)::bigint as locked
    from account
    join ledger_entry as entry on entry.account_id = account.id
    join ledger_transfer as transfer on transfer.id = entry.transfer_id
    where ${sql.join(filters, sql` and `)}
    group by transfer.kind order by transfer.kind`.execute(db)
  const balances = { available: 0, committed: 0, locked: 0 }
  const lines = rows.map(({ kind, transfers, ...effect }) => {
    balances.available += effect.available
    balances.committed += effect.committed
    balances.locked += effect.locked
    return { kind, transfers, effect }
  })
  return { lines, balances }
}
