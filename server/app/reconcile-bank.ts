import { type RawBuilder, sql } from 'kysely'
import { posted } from './reconcile-money.ts'

/** Of each line of the bank: what its acts moved over the bank, and into the unmatched receipts. */
const moved = sql`(
  select act.line_id, posted.currency, coalesce(sum(amount) filter (where account = 'bank-clearing'), 0) as cleared,
    coalesce(sum(amount) filter (where account = 'unmatched-receipts'), 0) as unmatched
  from bank_act as act join bank_act_transfer as explained on explained.act_id = act.id
  join ${posted} as posted on posted.transfer_id = explained.transfer_id
  group by act.line_id, posted.currency
)`

/** Statements of the bank against the ledger: each selects what is wrong as subject, expected, found. */
export const bankChecks = {
  /** A line is in the ledger once, exactly: booked, or among the unmatched receipts, or nowhere. */
  'bank-line': sql`
    select line.id as subject, format('%s %s cleared, %s unmatched', wanted.cleared, line.currency, wanted.unmatched) as expected,
      format('%s %s cleared, %s unmatched', coalesce(moved.cleared, 0), moved.currency, coalesce(moved.unmatched, 0)) as found
    from bank_line as line
    cross join lateral (select
      case when line.state in ('booked', 'parked') then -line.amount else 0 end as cleared,
      case line.state when 'parked' then line.amount else 0 end as unmatched) as wanted
    left join ${moved} as moved on moved.line_id = line.id
    where (wanted.cleared, wanted.unmatched) <> (coalesce(moved.cleared, 0), coalesce(moved.unmatched, 0))
      or moved.currency <> line.currency`,

  /** What waits among the unmatched receipts is what lines say, and no more. */
  'unmatched-receipts': sql`
    select currency as subject, coalesce(lines.pence, 0) as expected, coalesce(held.pence, 0) as found
    from (select currency, sum(amount) as pence from bank_line where state = 'parked' group by currency) as lines
    full join (select currency, sum(amount) as pence from ${posted} as posted where account = 'unmatched-receipts' group by currency) as held using (currency)
    where coalesce(lines.pence, 0) <> coalesce(held.pence, 0)`,

  /** What was booked by hand stands in a statement of its days, once those are here. */
  'bank-booking-unseen': sql`
    select booking.transfer_id as subject, 'a line of the bank' as expected, format('%s booked by hand as %s', booking.amount, booking.bank_line) as found
    from (
      select transfer_id, amount, bank_line, received_at from bank_receipt where reversed_at is null
      union all select transfer_id, amount + surplus, bank_line, received_at from invoice_payment where reversed_at is null
    ) as booking
    cross join (select min(booked_on) as first, max(booked_on) as last from bank_line) as known
    where booking.received_at::date >= known.first and booking.received_at::date + 7 <= known.last
      and not exists (select from bank_act_transfer where transfer_id = booking.transfer_id)`,

  /** A payout is one transfer out of its wallet, and one back where the bank returned it. */
  payout: sql`
    select payout.id as subject, format('%s %s out of wallet %s', payout.amount, payout.currency, payout.wallet_id) as expected,
      coalesce(string_agg(posted.account || ' ' || posted.amount, ', ' order by posted.account), 'none') as found
    from payout
    left join ${posted} as posted on posted.transfer_id in (payout.transfer_id, payout.return_id) and posted.kind = 'customer-payout' and posted.currency = payout.currency
    group by payout.id
    having count(posted.transfer_id) <> 2 * num_nonnulls(payout.transfer_id, payout.return_id)
      or coalesce(sum(posted.amount) filter (where posted.account = 'available' and posted.wallet_id = payout.wallet_id), 0)
        <> case when payout.state in ('released', 'paid') then -payout.amount else 0 end`,
} satisfies Record<string, RawBuilder<unknown>>
