import { type RawBuilder, sql } from 'kysely'
import { posted } from './reconcile-money.ts'

/** Automated budgets: each selects what is wrong as subject, expected, found. */
export const budgetChecks = {
  /** A run is one transfer, by which no money is ever left behind locked: only requests for awards hold theirs, in grants. */
  'wallet-locked': sql`
    select wallet_id as subject, 0 as expected, sum(amount) as found from ${posted} as posted
    where account = 'locked' and wallet_id not in (select id from funder_grant) group by wallet_id having sum(amount) <> 0`,

  /** A run moved exactly what its outcomes say: into and out of each participant's wallet, from and to the team's. */
  'budget-run': sql`
    select run.id || ' wallet ' || coalesce(said.wallet_id, moved.wallet_id) as subject, coalesce(said.pence, 0) as expected, coalesce(moved.pence, 0) as found
    from automated_budget_execution as run
    cross join lateral (
      select wallet_id, sum(pence) as pence from (
        select participant.wallet_id, outcome.delta_pence as pence from automated_budget_outcome as outcome
        join automated_budget_participant as participant on participant.id = outcome.participant_id where outcome.execution_id = run.id
        union all
        select posted.wallet_id, posted.amount - posted.amount from ${posted} as posted where posted.transfer_id = run.transfer_id
      ) as shares group by wallet_id
    ) as said
    left join lateral (
      select posted.wallet_id, sum(posted.amount) as pence from ${posted} as posted
      where posted.transfer_id = run.transfer_id and account = 'available' group by posted.wallet_id
    ) as moved on moved.wallet_id = said.wallet_id
    where coalesce(said.pence, 0) <> coalesce(moved.pence, 0)
      and coalesce(moved.wallet_id, said.wallet_id) in (select wallet_id from automated_budget_participant where budget_id = run.budget_id)`,

  /** The wallet paid for a run what the run says it did. */
  'budget-run-paid': sql`
    select run.id as subject, run.paid_pence - run.returned_pence as expected, coalesce(-sum(posted.amount), 0) as found
    from automated_budget_execution as run
    left join ${posted} as posted on posted.transfer_id = run.transfer_id and posted.account = 'available' and posted.team_id = run.team_id
    group by run.id having run.paid_pence - run.returned_pence <> coalesce(-sum(posted.amount), 0)`,

  /** What participants have received is the sum of what runs gave them. */
  'budget-received': sql`
    select participant.id as subject, coalesce(sum(outcome.delta_pence) filter (where outcome.delta_pence > 0), 0) as expected, participant.total_funds_received as found
    from automated_budget_participant as participant left join automated_budget_outcome as outcome on outcome.participant_id = participant.id
    group by participant.id
    having participant.total_funds_received <> coalesce(sum(outcome.delta_pence) filter (where outcome.delta_pence > 0), 0)`,

  /** A budget counts the scheduled runs that succeeded. */
  'budget-runs-executed': sql`
    select budget.id as subject, count(run.id) as expected, budget.runs_executed as found
    from automated_budget as budget
    left join automated_budget_execution as run on run.budget_id = budget.id and run.trigger = 'scheduled' and run.status = 'succeeded'
    group by budget.id having count(run.id) <> budget.runs_executed`,

  /** Nothing is left in the wallet of a participant who left, or of a budget that has ended. */
  'budget-closed-wallet': sql`
    select wallet.id as subject, 0 as expected, coalesce(sum(posted.amount), 0) as found
    from wallet
    left join automated_budget_participant as participant on participant.wallet_id = wallet.id
    left join automated_budget as budget on budget.id = wallet.automation_id
    left join ${posted} as posted on posted.wallet_id = wallet.id and posted.account = 'available'
    where participant.status = 'deleted' or budget.status = 'ended' or wallet.returns_to_wallet_id is not null
    group by wallet.id having coalesce(sum(posted.amount), 0) <> 0`,

  /** What went back outside of runs is one transfer of that amount into the team's wallet. */
  'budget-return': sql`
    select given.id as subject, given.amount as expected, coalesce(sum(posted.amount), 0) as found
    from automated_budget_return as given join automated_budget as budget on budget.id = given.budget_id
    left join ${posted} as posted on posted.transfer_id = given.transfer_id and posted.account = 'available' and posted.team_id = budget.team_id
    group by given.id having given.amount <> coalesce(sum(posted.amount), 0)`,

  /** What reports add up, day by day, is what the entries say: into and out of available, live, and spent on gifts. */
  'budget-report-money': sql`
    with told as (
      select wallet.automation_id as budget_id, london_day(transfer.occurred_at) as day, wallet.id as wallet_id, transfer.kind,
        array[sum(posted.amount) filter (where posted.account = 'available' and posted.amount > 0),
          -sum(posted.amount) filter (where posted.account = 'available' and posted.amount < 0),
          sum(posted.amount) filter (where posted.account <> 'available')] as pence
      from ${posted} as posted join ledger_transfer as transfer on transfer.id = posted.transfer_id
      join wallet on wallet.id = posted.wallet_id and wallet.automation_id is not null group by 1, 2, 3, 4
    )
    select concat_ws(' ', 'wallet', wallet_id, day, kind) as subject, coalesce(told.pence, '{0,0,0}') as expected, array[in_pence, out_pence, live_pence] as found
    from told full join automated_budget_money as kept using (budget_id, day, wallet_id, kind)
    where (coalesce(told.pence[1], 0), coalesce(told.pence[2], 0), coalesce(told.pence[3], 0)) is distinct from (in_pence, out_pence, live_pence)`,

  /** What a budget's gifts cost, less what came back for them, is what its reports call spent. */
  'budget-report-spent': sql`
    select budget.id as subject, coalesce(paid.pence, 0) as expected, coalesce(kept.pence, 0) as found
    from automated_budget as budget
    left join (
      select moved.budget_id, -sum(posted.amount) as pence from ${posted} as posted join (
        select distinct own.transfer_id, wallet.automation_id as budget_id from ${posted} as own join wallet on wallet.id = own.wallet_id
        where wallet.automation_id is not null and own.reference_kind in ('transaction', 'huggg')
      ) as moved using (transfer_id)
      where posted.account in ('available', 'receivable') group by 1
    ) as paid on paid.budget_id = budget.id
    left join (select budget_id, sum(spent_pence) as pence from automated_budget_money group by 1) as kept on kept.budget_id = budget.id
    where coalesce(paid.pence, 0) <> coalesce(kept.pence, 0)`,

  /** The days on which reports count a gift are those its events tell. */
  'budget-report-gift': sql`
    select gift.id as subject, array[london_day(past.sent_at), case when gift.status_id in (4, 9) then london_day(past.used_at) end] as expected,
      array[kept.sent_on, kept.redeemed_on] as found
    from huggg as gift join wallet on wallet.id = gift.wallet_id and wallet.automation_id is not null
    left join automated_budget_gift as kept on kept.huggg_id = gift.id and kept.budget_id = wallet.automation_id
      and kept.wallet_id = wallet.id and kept.recipient_id is not distinct from gift.recipient_id and kept.reason_key = gift.reason_key
    cross join lateral (
      select min(event.at) filter (where event.to_id in (2, 3, 4, 9) and event.id > (
          select coalesce(max(back.id), 0) from huggg_event as back where back.huggg_id = gift.id and back.to_id in (1, 8))) as sent_at,
        coalesce((select fetched_at from fetched_voucher where huggg_id = gift.id),
          max(event.at) filter (where event.to_id in (4, 9) and event.from_id is distinct from event.to_id)) as used_at
      from huggg_event as event where event.huggg_id = gift.id
    ) as past
    where kept.huggg_id is null or (kept.sent_on, kept.redeemed_on) is distinct from
      (london_day(past.sent_at), case when gift.status_id in (4, 9) then london_day(past.used_at) end)`,
} satisfies Record<string, RawBuilder<unknown>>
