-- What the reports of a budget read: what moved in its participants' wallets each day, and their gifts. Both follow the ledger
-- and the gifts in the statement that changes those; no one else writes them, and `posy reconcile` works them out again.

-- A day is one of London's. Summed over all days it is what the wallets hold.
create table automated_budget_money (
  budget_id uuid not null,
  day date not null,
  wallet_id uuid not null,
  kind ledger_transfer_kind not null,
  -- Into what may be spent, and out of it.
  in_pence bigint not null,
  out_pence bigint not null,
  -- Committed to gifts that are not used yet.
  live_pence bigint not null,
  -- Paid for gifts; negative when it came back for them, also to the budget's wallet past a closed one.
  spent_pence bigint not null,
  primary key (budget_id, day, wallet_id, kind)
);

create table automated_budget_gift (
  huggg_id uuid primary key,
  budget_id uuid not null,
  wallet_id uuid not null,
  recipient_id uuid,
  -- '' is none.
  reason_key text not null,
  face_pence bigint not null,
  -- With fee and VAT.
  cost_pence bigint not null,
  -- When it went to its recipient, or was opened without having been marked as sent; null again when it is taken back.
  sent_on date,
  -- When it was used; null again when that is undone.
  redeemed_on date
);
create index automated_budget_gift_sent on automated_budget_gift (budget_id, sent_on)
  include (wallet_id, recipient_id, reason_key, face_pence, cost_pence) where sent_on is not null;
create index automated_budget_gift_redeemed on automated_budget_gift (budget_id, redeemed_on) where redeemed_on is not null;

create function london_day(at timestamptz) returns date language sql immutable parallel safe return (at at time zone 'Europe/London')::date;

create function add_budget_money(transfers uuid[]) returns void language sql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  insert into automated_budget_money as kept (budget_id, day, wallet_id, kind, in_pence, out_pence, live_pence, spent_pence)
  select budget_id, day, wallet_id, kind, sum(came), sum(went), sum(live), sum(spent)
  from (
    select wallet.automation_id as budget_id, london_day(transfer.occurred_at) as day, wallet.id as wallet_id, transfer.kind,
      coalesce(sum(entry.amount) filter (where account.kind = 'available' and entry.amount > 0), 0) as came,
      coalesce(-sum(entry.amount) filter (where account.kind = 'available' and entry.amount < 0), 0) as went,
      coalesce(sum(entry.amount) filter (where account.kind <> 'available'), 0) as live,
      case when transfer.kind in ('purchase', 'redemption', 'redemption-undo', 'issuer-fetch', 'change', 'cancellation', 'expiry', 'breakage')
        then coalesce((select -sum(paid.amount) from ledger_entry paid join ledger_account payer on payer.id = paid.account_id
          where paid.transfer_id = transfer.id and payer.kind in ('available', 'receivable')), 0) else 0 end as spent
    from unnest(transfers) as moved (id)
    join ledger_transfer transfer on transfer.id = moved.id
    join ledger_entry entry on entry.transfer_id = transfer.id
    join ledger_account account on account.id = entry.account_id
    join wallet on wallet.id = account.wallet_id and wallet.automation_id is not null
    group by transfer.id, wallet.id
  ) as movement
  group by 1, 2, 3, 4
  on conflict (budget_id, day, wallet_id, kind) do update set in_pence = kept.in_pence + excluded.in_pence,
    out_pence = kept.out_pence + excluded.out_pence, live_pence = kept.live_pence + excluded.live_pence, spent_pence = kept.spent_pence + excluded.spent_pence
$$;

-- The wallets' accounts are locked by then: anyone else who moves their money waits. Anyone who posts comes through ledger_post, which
-- says how its plans are made; saying it again for every posting costs more than the look whether a participant's wallet is in it.
create function record_budget_money() returns trigger language plpgsql as $$
declare
  transfers uuid[];
begin
  select array_agg(distinct entry.transfer_id) into transfers
  from entered as entry join ledger_account account on account.id = entry.account_id
  join wallet on wallet.id = account.wallet_id and wallet.automation_id is not null;
  if transfers is not null then
    perform add_budget_money(transfers);
  end if;
  return null;
end $$;
create trigger ledger_entry_of_budget after insert on ledger_entry referencing new table as entered
  for each statement execute function record_budget_money();

create function record_budget_gifts_made() returns trigger language plpgsql as $$
begin
  insert into automated_budget_gift (huggg_id, budget_id, wallet_id, recipient_id, reason_key, face_pence, cost_pence, sent_on, redeemed_on)
  select gift.id, wallet.automation_id, wallet.id, gift.recipient_id, gift.reason_key, gift.face_pence,
    gift.face_pence + gift.fee_pence + gift.fee_vat_pence,
    case when gift.status_id in (2, 3, 4, 9) then london_day(gift.created_at) end, case when gift.status_id = 4 then london_day(gift.created_at) end
  from created as gift join wallet on wallet.id = gift.wallet_id and wallet.automation_id is not null;
  return null;
end $$;
create trigger huggg_made_of_budget after insert on huggg referencing new table as created
  for each statement execute function record_budget_gifts_made();

create function record_budget_gifts_changed() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  update automated_budget_gift as kept set
    recipient_id = after.recipient_id,
    reason_key = after.reason_key,
    sent_on = case when after.status_id in (1, 8) then null
      when after.status_id in (2, 3, 4, 9) then coalesce(kept.sent_on, london_day(after.updated_at)) else kept.sent_on end,
    redeemed_on = case when after.status_id = 4 then coalesce(kept.redeemed_on, london_day(after.updated_at)) end
  from after join before using (id)
  where kept.huggg_id = after.id
    and (after.status_id, after.recipient_id, after.reason_key) is distinct from (before.status_id, before.recipient_id, before.reason_key);
  return null;
end $$;
create trigger huggg_changed_of_budget after update on huggg referencing old table as before new table as after
  for each statement execute function record_budget_gifts_changed();

-- What there is already.
select add_budget_money(coalesce(array_agg(id), '{}')) from ledger_transfer;
insert into automated_budget_gift (huggg_id, budget_id, wallet_id, recipient_id, reason_key, face_pence, cost_pence, sent_on, redeemed_on)
select gift.id, wallet.automation_id, wallet.id, gift.recipient_id, gift.reason_key, gift.face_pence, gift.face_pence + gift.fee_pence + gift.fee_vat_pence,
  london_day(past.sent_at), case when gift.status_id = 4 then london_day(past.redeemed_at) end
from huggg gift join wallet on wallet.id = gift.wallet_id and wallet.automation_id is not null
cross join lateral (
  select min(event.at) filter (where event.to_id in (2, 3, 4, 9) and event.id > taken_back.id) as sent_at,
    max(event.at) filter (where event.to_id = 4 and event.from_id is distinct from 4) as redeemed_at
  from huggg_event event
  cross join (select coalesce(max(back.id), 0) as id from huggg_event back where back.huggg_id = gift.id and back.to_id in (1, 8)) as taken_back
  where event.huggg_id = gift.id
) as past;
