import { sql } from 'kysely'
import type { GrantReport, Rail } from '#contract/awards/grants.ts'
import type { Pence } from '#kit/money.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Principal } from '#server/platform/principal.ts'
import { readGrant } from './list-awards.ts'

/** Days of London, both included; all there is where they are unset. */
interface Span {
  from?: string | undefined
  until?: string | undefined
}

/**
 * A grant’s money: month by month from the ledger's entries, so that opening and flows make closing; and the awards made
 * in the period, by the way that was chosen and by state.
 * @throws not_found (404)
 */
export async function readGrantReport(
  db: Db,
  caller: Pick<Principal, 'teamIds'>,
  id: string,
  span: Span,
): Promise<GrantReport> {
  const { name, currency } = await readGrant(db, caller, id)
  const [opening, months, made] = await Promise.all([
    balanceBefore(db, id, span),
    flowsByMonth(db, id, span),
    awardsMade(db, id, span),
  ])
  let balance = opening
  return {
    ...{ grantId: id, grantName: name, currency, from: span.from ?? null, until: span.until ?? null, opening },
    months: months.map((flows) => {
      const before = balance
      balance += flows.fundedIn - flows.takenOut - flows.paid - flows.fees - flows.vat
      return { ...flows, opening: before, closing: balance }
    }),
    closing: balance,
    rails: grouped(made, ({ rail }) => rail).map(([rail, sums]) => ({ rail, ...sums })),
    states: grouped(made, ({ status }) => status).map(([status, sums]) => ({ status, ...sums })),
  }
}

const londonDay = (column: string) => sql`(${sql.ref(column)} at time zone 'Europe/London')::date`

async function balanceBefore(db: Db, grantId: string, { from }: Span): Promise<Pence> {
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
async function flowsByMonth(db: Db, grantId: string, { from, until }: Span): Promise<Flows[]> {
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

interface Made extends Sums {
  rail: Rail | null
  status: GrantReport['states'][number]['status']
}
interface Sums {
  awards: number
  amount: Pence
  paid: Pence
}

async function awardsMade(db: Db, grantId: string, { from, until }: Span): Promise<Made[]> {
  const { rows } = await sql<Made>`
    select rail, status, count(*)::int as awards, sum(amount_pence)::bigint as amount, sum(paid_pence + earlier_pence)::bigint as paid
    from award
    where grant_id = ${grantId}
      and (${from ?? null}::date is null or ${londonDay('award.created_at')} >= ${from ?? null}::date)
      and (${until ?? null}::date is null or ${londonDay('award.created_at')} <= ${until ?? null}::date)
    group by rail, status order by rail nulls last, status`.execute(db)
  return rows
}

/** The rows of one kind added up, in the order in which they come. */
function grouped<Key>(rows: readonly Made[], by: (row: Made) => Key): [Key, Sums][] {
  const sums = new Map<Key, Sums>()
  for (const row of rows) {
    const so = sums.get(by(row)) ?? { awards: 0, amount: 0, paid: 0 }
    sums.set(by(row), {
      awards: so.awards + row.awards,
      amount: so.amount + row.amount,
      paid: so.paid + row.paid,
    })
  }
  return [...sums]
}
