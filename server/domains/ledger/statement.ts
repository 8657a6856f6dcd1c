import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { WalletAccountKind } from './accounts.ts'
import { certainlyOlder, perhapsOlder } from './number-before.ts'
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
  /** What an invoice asks for the gifts it bought; below zero where it came off that invoice. In one statement alone, as `charged`. */
  invoiced: number
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
  /** Nothing that was recorded after the transfer of this number. */
  last?: number
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
  invoiced: number
}

/** Of a transfer's `entry` on a `platform` account: fees, VAT and what is on an invoice of gifts. */
const chargedSums = sql`coalesce(sum(entry.amount) filter (where platform.kind = 'fees'), 0)::bigint as fees,
  coalesce(sum(entry.amount) filter (where platform.kind = 'vat'), 0)::bigint as vat,
  coalesce(-sum(entry.amount) filter (where platform.kind = 'receivable'), 0)::bigint as invoiced`

/** Which entries of a `transfer` those are: none where the gift is held by another wallet, whose statement has them. */
const isCharged = (
  transfer: RawBuilder<unknown>,
  walletId: RawBuilder<unknown> | string,
) => sql`(platform.kind in ('fees', 'vat')
    or platform.kind = 'receivable' and ${transfer}.reference_kind in ('transaction', 'huggg'))
  and not exists (
    select from ledger_entry as held join ledger_account as gifts on gifts.id = held.account_id
    where held.transfer_id = ${transfer}.id and gifts.kind = 'committed' and gifts.wallet_id <> ${walletId})`

/**
 * A wallet's movements in the order the ledger recorded them, newest first; `next` is null on the last page, `previous` on the first.
 * @throws bad_request (400) for a cursor that is not one of ours
 */
export async function loadStatement(
  db: Db,
  { walletId, from, to, cursor, last, limit, back = false }: StatementQuery,
): Promise<{ lines: LedgerLine[]; next: string | null; previous: string | null }> {
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) {
    throw new Problem('bad_request', 'This page of the statement does not exist.')
  }
  const filters: RawBuilder<unknown>[] = [sql`entry.account_id = account.id`]
  if (cursor !== undefined)
    filters.push(back ? sql`entry.transfer_number > ${cursor}::bigint` : sql`entry.transfer_number < ${cursor}::bigint`)
  if (last !== undefined) filters.push(sql`entry.transfer_number <= ${last}`)
  if (from) filters.push(sql`entry.transfer_number > account.older and transfer.occurred_at >= ${from}`)
  if (to) filters.push(sql`entry.transfer_number <= account.newest and transfer.occurred_at < ${to}`)
  const order = back ? sql`asc` : sql`desc`
  const { rows } = await sql<StatementRow>`
    with account as materialized (
      select id, kind ${numberRange(from, to)} from ledger_account where wallet_id = ${walletId}
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
      coalesce(latest.balance_after, 0) as balance, charged.fees, charged.vat, charged.invoiced
    from line cross join account left join lateral (
      select transfer_number, amount, balance_after from ledger_entry
      where account_id = account.id and transfer_number <= line.number order by transfer_number desc limit 1
    ) as latest on true
    cross join lateral (
      select ${chargedSums}
      from ledger_entry as entry join ledger_account as platform on platform.id = entry.account_id
      where entry.transfer_id = line.id and ${isCharged(sql`line`, walletId)}
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

/** A transfer's effect on one of several wallets, without the balances. */
export interface WalletMovement
  extends Pick<LedgerLine, 'transferId' | 'kind' | 'reference' | 'at' | 'effect' | 'invoiced'> {
  walletId: string
}

type MovementRow = Omit<WalletMovement, 'reference' | 'effect'> & WalletBalances & { referenceKind: string; id: string }

/** The latest movements of wallets together, in the order the ledger recorded them, newest first: one query for all. */
export async function loadLatestMovements(
  db: Db,
  { walletIds, limit }: { walletIds: readonly string[]; limit: number },
): Promise<WalletMovement[]> {
  if (walletIds.length === 0) return []
  const moved = (kind: WalletAccountKind) =>
    sql`coalesce(sum(entry.amount) filter (where own.kind = ${sql.lit(kind)}), 0)::bigint as ${sql.ref(kind)}`
  const { rows } = await sql<MovementRow>`
    with account as materialized (
      select id, kind, wallet_id from ledger_account where wallet_id = any (${[...walletIds]}::uuid[])
    ), line as (
      select distinct account.wallet_id, recent.* from account cross join lateral (
        select transfer.* from ledger_entry as entry join ledger_transfer as transfer on transfer.id = entry.transfer_id
        where entry.account_id = account.id order by entry.transfer_number desc limit ${limit}
      ) as recent
      order by number desc, wallet_id limit ${limit}
    )
    select line.wallet_id as "walletId", line.id as "transferId", line.kind, line.reference_kind as "referenceKind",
      line.reference_id as id, line.occurred_at as at, effect.*, charged.invoiced
    from line cross join lateral (
      select ${moved('available')}, ${moved('committed')}, ${moved('locked')}
      from ledger_entry as entry join account as own on own.id = entry.account_id
      where entry.transfer_id = line.id and own.wallet_id = line.wallet_id
    ) as effect
    cross join lateral (
      select ${chargedSums}
      from ledger_entry as entry join ledger_account as platform on platform.id = entry.account_id
      where entry.transfer_id = line.id and ${isCharged(sql`line`, sql`line.wallet_id`)}
    ) as charged
    order by line.number desc, line.wallet_id`.execute(db)
  return rows.map(({ referenceKind, id, available, committed, locked, ...row }) => ({
    ...row,
    reference: { kind: referenceKind, id },
    effect: { available, committed, locked },
  }))
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
    invoiced: row.invoiced,
    balances,
  }
}

/** What transfers took as fees and VAT, and what of their gifts is on invoices, in pence. */
export interface LedgerCharges {
  fees: number
  vat: number
  invoiced: number
}

export interface LedgerBalanceExplanation {
  /** What all transfers of a kind brought and took, in pence, and how many they were. */
  lines: { kind: TransferKind; transfers: number; effect: WalletBalances; charges: LedgerCharges }[]
  /** The lines' sum: the balance itself as of the moment asked for, or how it changed. */
  balances: WalletBalances
}

/** Which movements are summed up. */
interface SumRange {
  /** As it was after that moment. */
  at?: Date
  /** As it was right before that moment. */
  before?: Date
  /** Only what moved then and later: the sums are changes, and no older entry is read. */
  from?: Date
  /** Nothing that was recorded later than the transfer of this number. */
  last?: number
}

/** Between which numbers the entries of a `ledger_account` are that a period may hold: what is older or newer need not be read. */
const numberRange = (from: Date | undefined, to: Date | undefined) =>
  sql`${
    from ? sql`, ${certainlyOlder(sql`ledger_account`, from)} as older` : sql``
  }${to ? sql`, ${perhapsOlder(sql`ledger_account`, to)} as newest` : sql``}`

/** Why a wallet's balance is what it is, or how it changed, worked out from its entries alone. */
export async function explainBalance(
  db: Db,
  walletId: string,
  { at, before, from, last }: SumRange = {},
): Promise<LedgerBalanceExplanation> {
  const until = before ?? at
  const ofNumbers: RawBuilder<unknown>[] = [sql`entry.account_id = account.id`]
  if (from) ofNumbers.push(sql`entry.transfer_number > account.older`)
  if (until) ofNumbers.push(sql`entry.transfer_number <= account.newest`)
  if (last !== undefined) ofNumbers.push(sql`entry.transfer_number <= ${last}`)
  const ofTimes: RawBuilder<unknown>[] = [sql`true`]
  if (at) ofTimes.push(sql`transfer.occurred_at <= ${at}`)
  if (before) ofTimes.push(sql`transfer.occurred_at < ${before}`)
  if (from) ofTimes.push(sql`transfer.occurred_at >= ${from}`)
  const moved = (kind: WalletAccountKind) =>
    sql`sum(entry.amount) filter (where platform.kind = ${sql.lit(kind)} and platform.wallet_id = ${walletId}) as ${sql.ref(kind)}`
  const sum = (column: string, condition = sql`true`) =>
    sql`coalesce(sum(${sql.ref(column)}) filter (where ${condition}), 0)::bigint as ${sql.ref(column)}`
  const isCharged = sql`not is_held_elsewhere`
  const { rows } = await sql<{ kind: TransferKind; transfers: number } & WalletBalances & LedgerCharges>`
    with account as materialized (
      select id ${numberRange(from, until)} from ledger_account where wallet_id = ${walletId}
    ), transfer as materialized (
      select distinct transfer.id, transfer.kind, transfer.reference_kind
      from account
      -- Read by their numbers first, however few a plan takes the times for.
      cross join lateral (select transfer_id from ledger_entry as entry where ${sql.join(ofNumbers, sql` and `)} offset 0) as entry
      join ledger_transfer as transfer on transfer.id = entry.transfer_id
      where ${sql.join(ofTimes, sql` and `)}
    ), effect as (
      select transfer.kind, transfer.reference_kind, ${moved('available')}, ${moved('committed')}, ${moved('locked')}, ${chargedSums},
        coalesce(bool_or(platform.kind = 'committed' and platform.wallet_id <> ${walletId}), false) as is_held_elsewhere
      from transfer
      join ledger_entry as entry on entry.transfer_id = transfer.id
      join ledger_account as platform on platform.id = entry.account_id
      group by transfer.id, transfer.kind, transfer.reference_kind
    )
    select kind, count(*) as transfers, ${sum('available')}, ${sum('committed')}, ${sum('locked')},
      ${sum('fees', isCharged)}, ${sum('vat', isCharged)}, ${sum('invoiced', sql`${isCharged} and reference_kind in ('transaction', 'huggg')`)}
    from effect group by kind order by kind`.execute(db)
  const balances = { available: 0, committed: 0, locked: 0 }
  const lines = rows.map(({ kind, transfers, fees, vat, invoiced, ...effect }) => {
    balances.available += effect.available
    balances.committed += effect.committed
    balances.locked += effect.locked
    return { kind, transfers, effect, charges: { fees, vat, invoiced } }
  })
  return { lines, balances }
}

/** What a wallet held right before a moment. */
export async function balancesBefore(db: Db, walletId: string, moment: Date): Promise<WalletBalances> {
  const { rows } = await sql<{ kind: WalletAccountKind; balance: number }>`
    with account as materialized (
      select id, kind, ${certainlyOlder(sql`ledger_account`, moment)} as older, ${perhapsOlder(sql`ledger_account`, moment)} as newest
      from ledger_account where wallet_id = ${walletId}
    )
    select account.kind, (coalesce((
      select balance_after from ledger_entry as entry where entry.account_id = account.id and entry.transfer_number <= account.older
      order by entry.transfer_number desc limit 1), 0) + coalesce((
      select sum(entry.amount) from ledger_entry as entry join ledger_transfer as transfer on transfer.id = entry.transfer_id
      where entry.account_id = account.id and entry.transfer_number > account.older and entry.transfer_number <= account.newest
        and transfer.occurred_at < ${moment}), 0))::bigint as balance
    from account`.execute(db)
  return { available: 0, committed: 0, locked: 0, ...Object.fromEntries(rows.map((row) => [row.kind, row.balance])) }
}
