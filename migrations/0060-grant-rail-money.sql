-- What was paid out of a grant each London day, by the way it was paid: it divides what `grant_money` has as paid, and follows the ledger in
-- the same statement, whichever release posts.
create table grant_rail_money (
  grant_id uuid not null references funder_grant,
  day date not null,
  rail text not null,
  paid_pence bigint not null,
  primary key (grant_id, day, rail)
);

-- A code of an earlier issue was of the way that its order says; every other payment is by the way that its award has, which stays once paid.
create function add_grant_rail_money(transfers uuid[]) returns void language sql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  insert into grant_rail_money as kept (grant_id, day, rail, paid_pence)
  select award.grant_id, london_day(transfer.occurred_at), coalesce(earlier.rail, award.rail), sum(entry.amount)
  from unnest(transfers) as moved (id)
  join ledger_transfer as transfer on transfer.id = moved.id and transfer.kind = 'award-paid' and transfer.reference_kind = 'award'
  join award on award.id = transfer.reference_id::uuid
  left join rail_order as earlier on earlier.award_id = award.id and earlier.state <> 'refused'
    and split_part(transfer.key, '/', 3) like earlier.issue || '-%'
  join ledger_entry as entry on entry.transfer_id = transfer.id
  join ledger_account as account on account.id = entry.account_id and account.kind = 'supplier-payable'
  where coalesce(earlier.rail, award.rail) is not null
  group by 1, 2, 3
  on conflict (grant_id, day, rail) do update set paid_pence = kept.paid_pence + excluded.paid_pence
$$;

-- The grant's accounts are locked by then: anyone else who moves its money waits.
create or replace function record_grant_money() returns trigger language plpgsql as $$
declare
  transfers uuid[];
begin
  select array_agg(distinct entry.transfer_id) into transfers
  from entered as entry join ledger_account account on account.id = entry.account_id
  join funder_grant on funder_grant.id = account.wallet_id;
  if transfers is not null then
    perform add_grant_money(transfers);
    perform add_grant_rail_money(transfers);
  end if;
  return null;
end $$;

-- The same trigger again: from here to the end no release posts, so that what was posted before counts once.
create or replace trigger ledger_entry_of_grant after insert on ledger_entry referencing new table as entered
  for each statement execute function record_grant_money();

select add_grant_rail_money(array(select id from ledger_transfer where kind = 'award-paid'));
