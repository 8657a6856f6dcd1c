-- What requests that wait for approval held more or less of a grant each London day: what it has in all is available, held and in awards.
alter table grant_money add column held_pence bigint not null default 0;

create or replace function add_grant_money(transfers uuid[]) returns void language sql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  insert into grant_money as kept
    (grant_id, day, in_pence, out_pence, awarded_pence, returned_pence, held_pence, paid_pence, late_pence, fee_pence, vat_pence)
  select grant_id, day, sum(greatest(came, 0)), sum(greatest(-came, 0)),
    sum(case when kind = 'award' then committed else 0 end), sum(case when kind = 'award-return' then -committed else 0 end), sum(held),
    sum(paid), sum(case when kind = 'award-paid' then paid + committed else 0 end), sum(fee), sum(vat)
  from (
    select own.grant_id, london_day(transfer.occurred_at) as day, transfer.kind,
      -sum(entry.amount) filter (where account.wallet_id is distinct from own.grant_id
        and account.kind not in ('supplier-payable', 'fees', 'vat')) as came,
      coalesce(sum(entry.amount) filter (where account.wallet_id = own.grant_id and account.kind = 'committed'), 0) as committed,
      coalesce(sum(entry.amount) filter (where account.wallet_id = own.grant_id and account.kind = 'locked'), 0) as held,
      coalesce(sum(entry.amount) filter (where account.kind = 'supplier-payable'), 0) as paid,
      coalesce(sum(entry.amount) filter (where account.kind = 'fees'), 0) as fee,
      coalesce(sum(entry.amount) filter (where account.kind = 'vat'), 0) as vat
    from unnest(transfers) as moved (id)
    join ledger_transfer as transfer on transfer.id = moved.id
    cross join lateral (
      select distinct holder.wallet_id as grant_id from ledger_entry as held join ledger_account as holder on holder.id = held.account_id
      join funder_grant on funder_grant.id = holder.wallet_id
      where held.transfer_id = transfer.id
    ) as own
    join ledger_entry as entry on entry.transfer_id = transfer.id
    join ledger_account as account on account.id = entry.account_id
    group by transfer.id, own.grant_id
  ) as movement
  group by 1, 2
  on conflict (grant_id, day) do update set in_pence = kept.in_pence + excluded.in_pence, out_pence = kept.out_pence + excluded.out_pence,
    awarded_pence = kept.awarded_pence + excluded.awarded_pence, returned_pence = kept.returned_pence + excluded.returned_pence,
    held_pence = kept.held_pence + excluded.held_pence,
    paid_pence = kept.paid_pence + excluded.paid_pence, late_pence = kept.late_pence + excluded.late_pence,
    fee_pence = kept.fee_pence + excluded.fee_pence, vat_pence = kept.vat_pence + excluded.vat_pence
$$;

-- The same trigger again: from here to the end no release posts, so that what was posted before counts once.
create or replace trigger ledger_entry_of_grant after insert on ledger_entry referencing new table as entered
  for each statement execute function record_grant_money();

update grant_money as kept set held_pence = moved.pence
from (
  select account.wallet_id as grant_id, london_day(transfer.occurred_at) as day, sum(entry.amount) as pence
  from funder_grant
  join ledger_account as account on account.wallet_id = funder_grant.id and account.kind = 'locked'
  join ledger_entry as entry on entry.account_id = account.id
  join ledger_transfer as transfer on transfer.id = entry.transfer_id
  group by 1, 2
) as moved
where kept.grant_id = moved.grant_id and kept.day = moved.day;
