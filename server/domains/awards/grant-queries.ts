import { type RawBuilder, sql } from 'kysely'
import type { GrantReport, Rail } from '#contract/awards/grants.ts'
import type { Pence } from '#kit/money.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'

/** Days of London, both included; all there is where they are unset. */
export interface Span {
  from?: string | undefined
  until?: string | undefined
}

const within = ({ from, until }: Span) =>
  sql`(${from ?? null}::date is null or day >= ${from ?? null}::date) and (${until ?? null}::date is null or day <= ${until ?? null}::date)`

const midnightSql = (day: RawBuilder<unknown>) => sql`(${day}::timestamp at time zone 'Europe/London')`

/** That an award was made on days of London, both included. */
export const madeWithin = ({ from, until }: Span, at = 'created_at') => sql<boolean>`
  (${from ?? null}::date is null or ${sql.ref(at)} >= ${midnightSql(sql`${from ?? null}::date`)})
  and (${until ?? null}::date is null or ${sql.ref(at)} < ${midnightSql(sql`(${until ?? null}::date + 1)`)})`

/** What a grant had before its first day of the report: available, locked and committed. */
export async function balanceBefore(db: Db, grantId: string, { from }: Span): Promise<Pence> {
  if (!from) return 0
  const { rows } = await sql<{ pence: Pence }>`
    select coalesce(sum(in_pence - out_pence - paid_pence - fee_pence - vat_pence), 0)::bigint as pence
    from grant_money where grant_id = ${grantId} and day < ${from}::date`.execute(db)
  return rows[0]!.pence
}

/** How much of that was in awards, and how much requests held. */
export async function inAwardsBefore(
  db: Db,
  grantId: string,
  { from }: Span,
): Promise<{ inAwards: Pence; held: Pence }> {
  if (!from) return { inAwards: 0, held: 0 }
  const { rows } = await sql<{ inAwards: Pence; held: Pence }>`
    select coalesce(sum(awarded_pence - returned_pence - paid_pence + late_pence), 0)::bigint as "inAwards",
      coalesce(sum(held_pence), 0)::bigint as held
    from grant_money where grant_id = ${grantId} and day < ${from}::date`.execute(db)
  return rows[0]!
}

type Flows = Omit<
  GrantReport['months'][number],
  'opening' | 'closing' | 'openingInAwards' | 'closingInAwards' | 'closingHeld'
> & { held: Pence }

/** What moved of a grant’s money: from wallets and back, to rails, to fees and to their VAT, and within it to awards and back. */
export async function flowsByMonth(db: Db, grantId: string, span: Span): Promise<Flows[]> {
  const { rows } = await sql<Flows>`
    select to_char(day, 'YYYY-MM') as month, sum(in_pence)::bigint as "fundedIn", sum(out_pence)::bigint as "takenOut",
      sum(awarded_pence)::bigint as awarded, sum(returned_pence)::bigint as returned, sum(paid_pence)::bigint as paid,
      sum(late_pence)::bigint as "paidLate", sum(held_pence)::bigint as held, sum(fee_pence)::bigint as fees, sum(vat_pence)::bigint as vat
    from grant_money where grant_id = ${grantId} and ${within(span)}
    group by 1 order by 1`.execute(db)
  return rows
}

/** What was paid out, by the way it was paid. */
export async function paidByRail(db: Db, grantId: string, span: Span): Promise<{ rail: Rail; paid: Pence }[]> {
  const { rows } = await sql<{ rail: Rail; paid: Pence }>`
    select rail, sum(paid_pence)::bigint as paid from grant_rail_money where grant_id = ${grantId} and ${within(span)}
    group by rail having sum(paid_pence) <> 0 order by paid desc, rail`.execute(db)
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

/** Awards made in the period, as they stand now: read from their index alone. */
export async function awardsMade(db: Db, grantId: string, span: Span): Promise<Made[]> {
  const { rows } = await sql<Made>`
    select rail, status, count(*)::int as awards, sum(amount_pence)::bigint as amount, sum(paid_pence + earlier_pence)::bigint as paid
    from award
    where grant_id = ${grantId} and ${madeWithin(span)}
    group by rail, status order by rail nulls last, status`.execute(db)
  return rows
}

/** Of those awards, the requests that were never issued. */
export async function neverIssued(db: Db, grantId: string, span: Span): Promise<GrantReport['neverIssued']> {
  const { rows } = await sql<GrantReport['neverIssued'][number]>`
    select status, count(*)::int as awards, sum(amount_pence)::bigint as amount from award
    where grant_id = ${grantId} and issues = 0 and ${madeWithin(span)}
    group by status order by status`.execute(db)
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
