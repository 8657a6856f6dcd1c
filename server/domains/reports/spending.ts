import { sql } from 'kysely'
import type { TeamSpending } from '#contract/reports/reports.ts'
import { BUSINESS_ZONE, londonDate, Temporal, toDate } from '#kit/time.ts'
import { teamInScope } from '#server/domains/teams/team/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'

const startOfMonth = (month: Temporal.PlainYearMonth): Date =>
  toDate(month.toPlainDate({ day: 1 }).toZonedDateTime(BUSINESS_ZONE).toInstant())

/**
 * What a team, its subteams and its budgets' participants bought in a month, and how much of it came back, from the ledger:
 * what left their wallets or was put on their account for gifts, and came back there.
 * @throws not_found for foreign and missing alike
 */
export async function teamSpending(
  posy: Posy,
  caller: Principal,
  { teamId, currency, month: wanted }: { teamId: string; currency: string; month?: string | undefined },
): Promise<TeamSpending> {
  await teamInScope(posy.db, caller, teamId)
  const month = wanted ? Temporal.PlainYearMonth.from(wanted) : londonDate(posy.clock.now()).toPlainYearMonth()
  const [from, until] = [startOfMonth(month), startOfMonth(month.add({ months: 1 }))]
  const { rows } = await sql<Omit<TeamSpending, 'teamId' | 'currency' | 'month'>>`
    with purchase as materialized (
      select id, created_at >= ${from} and created_at < ${until} as is_of_month from transaction
      where team_id in (select id from team where id = ${teamId} or parent_team_id = ${teamId}) and currency = ${currency}
        and purchase_type <> 'walletTopUp' and created_at < ${until}
    ), moved as (
      select 'transaction' as kind, id::text as id, true as is_of_month from purchase where is_of_month
      union all
      select 'huggg', gift.id::text, is_of_month
      from purchase join huggg as gift on gift.transaction_id = purchase.id
      -- A gift that gave nothing back and of which nothing was chosen has moved nothing there.
      where (is_of_month or gift.updated_at >= ${from}) and (gift.refunded_pence > 0 or gift.chosen_product_id is not null)
    ), effect as (
      select moved.kind, is_of_month, transfer.occurred_at as at, entry.amount
      from moved
      join ledger_transfer as transfer on transfer.reference_kind = moved.kind and transfer.reference_id = moved.id
      join ledger_entry as entry on entry.transfer_id = transfer.id
      join ledger_account as account on account.id = entry.account_id and account.kind in ('available', 'receivable')
    )
    select coalesce(-sum(amount) filter (where kind = 'transaction'), 0)::bigint as bought,
      coalesce(sum(amount) filter (where kind = 'huggg' and is_of_month and at < ${until}), 0)::bigint as "backInMonth",
      coalesce(sum(amount) filter (where kind = 'huggg' and is_of_month and at >= ${until}), 0)::bigint as "backSince",
      coalesce(sum(amount) filter (where kind = 'huggg' and not is_of_month and at >= ${from} and at < ${until}), 0)::bigint as "earlierBackInMonth"
    from effect`.execute(posy.db)
  return { teamId, currency, month: month.toString(), ...rows[0]! }
}
