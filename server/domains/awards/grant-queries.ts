import { sql } from 'kysely'
import type { GrantReport, Rail } from '#contract/awards/grants.ts'
import type { Pence } from '#kit/money.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'

/** Days of London, both included; all there is where they are unset. */
export interface Span {
  from?: string | undefined
  until?: string | undefined
}

const londonDay = (column: string) => sql`(${sql.ref(column)} at time zone 'Europe/London')::date`

/** What a grant had before its first day of the report: available, locked and committed. */
export async function balanceBefore(db: Db, grantId: string, { from }: Span): Promise<Pence> {
  if (!from) return 0
  const { rows } = await sql<{ pence: Pence }>`
    select coalesce(sum(entry.amount), 0)::bigint as pence
    from ledger_account as account
    join ledger_entry as entry on entry.account_id = account.id
    join ledger_transfer as transfer on transfer.id = entry.transfer_id
    where account.wallet_id = ${grantId} and ${londonDay('transfer.occurred_at')} < ${from}::date`.execute(db)
  return rows[0]!.pence
}

type Flows = Omit<GrantReport['months'][number], 'opening' | 'closing'>

/** Each transfer that touched the grant, with all of its entries: what left it went to a wallet, a rail, to fees or to their VAT. */
export async function flowsByMonth(db: Db, grantId: string, { from, until }: Span): Promise<Flows[]> {
  const { rows } = await sql<Flows>`
    with touched as (
      select distinct transfer.id, transfer.kind, to_char(${londonDay('transfer.occurred_at')}, 'YYYY-MM') as month
      from ledger_account as account
      join ledger_entry as entry on entry.account_id = account.id
      join ledger_transfer as transfer on transfer.id = entry.transfer_id
      where account.wallet_id = ${grantId}
        and (${from ?? null}::date is null or ${londonDay('transfer.occurred_at')} >= ${from ?? null}::date)
        and (${until ?? null}::date is null or ${londonDay('transfer.occurred_at')} <= ${until ?? null}::date)
    )
    select touched.month,
      coalesce(sum(entry.amount) filter (where touched.kind = 'grant-funding' and own and entry.amount > 0), 0)::bigint as "fundedIn",
      coalesce(-sum(entry.amount) filter (where touched.kind = 'grant-funding' and own and entry.amount < 0), 0)::bigint as "takenOut",
      coalesce(sum(entry.amount) filter (where touched.kind = 'award' and own and account.kind = 'committed'), 0)::bigint as awarded,
      coalesce(-sum(entry.amount) filter (where touched.kind = 'award-return' and own and account.kind = 'committed'), 0)::bigint as returned,
      coalesce(sum(entry.amount) filter (where account.kind = 'supplier-payable'), 0)::bigint as paid,
      coalesce(sum(entry.amount) filter (where account.kind = 'fees'), 0)::bigint as fees,
      coalesce(sum(entry.amount) filter (where account.kind = 'vat'), 0)::bigint as vat
    from touched
    join ledger_entry as entry on entry.transfer_id = touched.id
    join ledger_account as account on account.id = entry.account_id
    cross join lateral (select account.wallet_id is not distinct from ${grantId}::uuid as own) as whose
    group by touched.month order by touched.month`.execute(db)
  return rows
}

export interface Made extends Sums {
  rail: Rail | null
  status: GrantReport['states'][number]['status']
}
export interface Sums {
  awards: number
  amount: Pence
  paid: Pence
}

/** Awards made in the period, as they stand now. */
export async function awardsMade(db: Db, grantId: string, { from, until }: Span): Promise<Made[]> {
  const { rows } = await sql<Made>`
    select rail, status, count(*)::int as awards, sum(amount_pence)::bigint as amount, sum(paid_pence + earlier_pence)::bigint as paid
    from award
    where grant_id = ${grantId}
      and (${from ?? null}::date is null or ${londonDay('award.created_at')} >= ${from ?? null}::date)
      and (${until ?? null}::date is null or ${londonDay('award.created_at')} <= ${until ?? null}::date)
    group by rail, status order by rail nulls last, status`.execute(db)
  return rows
}

/** Whether anyone's decision is waited for. */
export const hasRequests = async (tx: Tx, grantId: string): Promise<boolean> =>
  (await tx
    .selectFrom('award')
    .select('id')
    .where('grant_id', '=', grantId)
    .where('status', '=', 'referred')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Writes what changed of a grant whose row is held. */
export async function writeGrant(
  tx: Tx,
  id: string,
  change: { approval_above_pence: Pence; updated_at: Date } | { closed_at: Date; updated_at: Date },
): Promise<void> {
  await tx.updateTable('funder_grant').set(change).where('id', '=', id).execute()
}
