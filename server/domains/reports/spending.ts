import { sql } from 'kysely'
import type { TeamSpending } from '#contract/reports/reports.ts'
import { BUSINESS_ZONE, type Instant, londonDate, Temporal, toDate } from '#kit/time.ts'
import { loadTeamTree, teamInScope } from '#server/domains/teams/team/index.ts'
import { plannedForItsValues } from '#server/platform/database/prepared-client.ts'
import type { Posy } from '#server/platform/posy.ts'
import { actsIn, type Principal } from '#server/platform/principal.ts'

interface SpendingPeriod {
  month?: string | undefined
  from?: string | undefined
  until?: string | undefined
}

const startOfDay = (day: Temporal.PlainDate): Date => toDate(day.toZonedDateTime(BUSINESS_ZONE).toInstant())

/** The days that are asked for, or those of the month; of the present one unless told. */
function spendingDays({ month: wanted, from, until }: SpendingPeriod, now: Instant) {
  if (from && until) return { month: null, first: Temporal.PlainDate.from(from), last: Temporal.PlainDate.from(until) }
  const month = wanted ? Temporal.PlainYearMonth.from(wanted) : londonDate(now).toPlainYearMonth()
  const [first, last] = [month.toPlainDate({ day: 1 }), month.toPlainDate({ day: month.daysInMonth })]
  return { month: month.toString(), first, last }
}

/**
 * What a team, its subteams and its budgets' participants bought in a month or some days, and how much of it came back, from the ledger:
 * what left their wallets or was put on their account for gifts, and came back there.
 * @throws not_found for foreign and missing alike
 */
export async function teamSpending(
  { db, clock }: Pick<Posy, 'db' | 'clock'>,
  caller: Principal,
  { teamId, currency, ...period }: { teamId: string; currency: string } & SpendingPeriod,
): Promise<TeamSpending> {
  if (!actsIn(caller, teamId)) await teamInScope(db, caller, teamId)
  const { month, first, last } = spendingDays(period, clock.now())
  const [from, until] = [startOfDay(first), startOfDay(last.add({ days: 1 }))]
  const teams = sql`any(${await loadTeamTree(db, teamId)}::uuid[])`
  const isPurchase = sql`purchase.currency = ${currency} and purchase.purchase_type <> 'walletTopUp'`
  // A gift that gave nothing back and of which nothing was chosen has moved nothing there.
  const hasMoved = sql`(gift.refunded_pence > 0 or gift.chosen_product_id is not null)`
  const { rows } = await sql<
    Omit<TeamSpending, 'teamId' | 'currency' | 'month' | 'from' | 'until'>
  >`${plannedForItsValues}
    with purchase as materialized (
      select id from transaction as purchase
      where team_id = ${teams} and ${isPurchase} and created_at >= ${from} and created_at < ${until}
    ), moved as (
      select 'transaction' as kind, id::text as id, true as is_of_period from purchase
      union all
      select 'huggg', gift.id::text, true from purchase join huggg as gift on gift.transaction_id = purchase.id where ${hasMoved}
      union all
      -- Of earlier purchases only what has changed since: an index has it by team and change.
      select 'huggg', gift.id::text, false from huggg as gift join transaction as purchase on purchase.id = gift.transaction_id
      where gift.team_id = ${teams} and gift.updated_at >= ${from} and ${hasMoved} and ${isPurchase} and purchase.created_at < ${from}
    ), effect as (
      select moved.kind, is_of_period, transfer.occurred_at as at, entry.amount
      from moved
      join ledger_transfer as transfer on transfer.reference_kind = moved.kind and transfer.reference_id = moved.id
      join ledger_entry as entry on entry.transfer_id = transfer.id
      join ledger_account as account on account.id = entry.account_id and account.kind in ('available', 'receivable')
    )
    select coalesce(-sum(amount) filter (where kind = 'transaction'), 0)::bigint as bought,
      coalesce(sum(amount) filter (where kind = 'huggg' and is_of_period and at < ${until}), 0)::bigint as "backInMonth",
      coalesce(sum(amount) filter (where kind = 'huggg' and is_of_period and at >= ${until}), 0)::bigint as "backSince",
      coalesce(sum(amount) filter (where kind = 'huggg' and not is_of_period and at >= ${from} and at < ${until}), 0)::bigint as "earlierBackInMonth"
    from effect`.execute(db)
  return { teamId, currency, month, from: first.toString(), until: last.toString(), ...rows[0]! }
}
