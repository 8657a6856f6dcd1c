-- Money: one double-entry ledger, the only truth. Whole pence.
--
-- Sign: positive is what we owe or have earned, negative is what we hold or are owed. A wallet's accounts are positive (the
-- customer's money), `receivable` is negative while the team owes us, a clearing account is negative while money came in
-- through it, `supplier-payable`, `vat`, `fees` and `breakage` are positive. Every transfer's entries sum to zero.
--
-- A transfer and all its entries are inserted by ONE statement (`ledger_post`, or a data-modifying WITH): the checks run at
-- its end, and nothing can be added afterwards. Anyone who inserts entries holds the customer accounts' locks first, so that
-- `number` grows along each account and `balance_after` is exact. The names of constraints and of refusing triggers are
-- what the code tells a caller's mistake by: keep them.

create table ledger_account (
  id uuid not null,
  kind text not null,
  team_id uuid,
  wallet_id uuid,
  currency text not null,
  platform boolean not null,
  may_go_negative boolean not null,
  -- Customers' accounts only. Platform accounts are summed from their entries: no row that every purchase updates.
  balance bigint,
  constraint ledger_account_pkey primary key (id),
  constraint ledger_account_id_currency unique (id, currency),
  constraint ledger_account_wallet unique (wallet_id, kind),
  constraint ledger_account_overdraft check (may_go_negative or balance >= 0)
-- Room on each page for the next version of a row: a balance changes without touching an index.
) with (fillfactor = 70);
create unique index ledger_account_receivable on ledger_account (team_id, currency) where kind = 'receivable';
create unique index ledger_account_platform on ledger_account (kind, currency) where platform;

-- Ids are derived from owner and kind (accounts.ts); no one looks them up.
insert into ledger_account (id, kind, currency, platform, may_go_negative) values
  ('4611d393-0b80-5974-aa20-94d261ab329e', 'card-clearing', 'GBX', true, true),
  ('d49307bf-562c-5b45-a4ad-8e3cefb3668f', 'bank-clearing', 'GBX', true, true),
  ('4d48d39f-dd31-5234-89f9-8fde300a3827', 'supplier-payable', 'GBX', true, true),
  ('2e481a86-a4e5-5c42-bf2a-4ff244700ff3', 'fees', 'GBX', true, true),
  ('36467481-d1e1-5b65-974a-ffaef5146328', 'vat', 'GBX', true, true),
  ('2018f639-cec5-5757-8d78-d8b13296b078', 'breakage', 'GBX', true, true),
  ('2b80fe7a-46d0-5338-9d30-67890126e57b', 'card-clearing', 'EUX', true, true),
  ('05716eb9-88b6-5032-b834-75cb68d27f8d', 'bank-clearing', 'EUX', true, true),
  ('6a87f5c3-0023-5c42-a648-5059c12534f3', 'supplier-payable', 'EUX', true, true),
  ('ac560dbc-6066-570c-aa74-4b1411da04f7', 'fees', 'EUX', true, true),
  ('ae80d537-f400-5265-8eed-8e62c2d45c5c', 'vat', 'EUX', true, true),
  ('a985e92d-87fd-5a56-99bc-79ffd38336a6', 'breakage', 'EUX', true, true),
  ('f5015be7-6d38-5f54-9e5c-e5e85144c233', 'unmatched-receipts', 'GBX', true, true),
  ('27645882-14aa-5352-8605-6c7b576d97ac', 'unmatched-receipts', 'EUX', true, true),
  ('211838f3-4574-5b83-8be9-37dc5dfbdce3', 'plan-income', 'GBX', true, true),
  ('a2e33d39-52ae-5530-9541-c414a3ddd2ae', 'plan-income', 'EUX', true, true);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % of % refused', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation', constraint = tg_name;
end $$;
create trigger ledger_account_permanent before delete or truncate on ledger_account
  for each statement execute function refuse_ledger_change();
create trigger ledger_account_immutable before update of id, kind, team_id, wallet_id, currency, platform, may_go_negative
  on ledger_account for each statement execute function refuse_ledger_change();

create function check_ledger_account() returns trigger language plpgsql as $$
begin
  if not (case
    when new.platform then new.kind in ('card-clearing', 'bank-clearing', 'supplier-payable', 'fees', 'vat', 'breakage', 'plan-income', 'unmatched-receipts')
      and new.wallet_id is null and new.team_id is null and new.may_go_negative and new.balance is null
    when new.kind = 'receivable' then new.wallet_id is null and new.team_id is not null and new.may_go_negative
      and new.balance is not distinct from 0
    else new.kind in ('available', 'committed', 'locked') and new.wallet_id is not null and new.team_id is not null
      and not new.may_go_negative and new.balance is not distinct from 0
  end) then
    raise exception 'an account has the owner and the rules of its kind, and opens at zero'
      using errcode = 'check_violation', constraint = 'ledger_account_opening';
  end if;
  return new;
end $$;
create trigger ledger_account_opening before insert on ledger_account for each row execute function check_ledger_account();
-- Only the trigger on entries, below, changes a balance.
create trigger ledger_account_balance before update of balance on ledger_account
  for each statement when (pg_trigger_depth() = 0) execute function refuse_ledger_change();

create sequence ledger_transfer_number;

-- Types, and a trigger at opening, instead of checks: checks run again with every change of a balance.
create type ledger_transfer_kind as enum (
  'bank-top-up', 'card-top-up', 'purchase', 'redemption', 'redemption-undo', 'issuer-fetch', 'change',
  'cancellation', 'expiry', 'breakage', 'refund', 'wallet-transfer', 'budget-lock', 'budget-unlock', 'budget-run',
  'chargeback', 'chargeback-reversal', 'invoice-payment', 'supplier-payment', 'correction', 'unmatched-receipt',
  'customer-payout', 'plan-invoice', 'plan-credit');

create table ledger_transfer (
  id uuid not null,
  -- The order of the ledger: along one account it is the order in which its balance changed.
  number bigint not null default nextval('ledger_transfer_number'),
  kind ledger_transfer_kind not null,
  reference_kind text not null,
  reference_id text not null,
  key text not null,
  currency text not null,
  reverses_transfer_id uuid,
  -- Business time.
  occurred_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  constraint ledger_transfer_pkey primary key (id),
  constraint ledger_transfer_key unique (key),
  constraint ledger_transfer_reverses foreign key (reverses_transfer_id) references ledger_transfer (id)
);
create unique index ledger_transfer_reversed_once on ledger_transfer (reverses_transfer_id) where reverses_transfer_id is not null;
create index ledger_transfer_reference on ledger_transfer (reference_kind, reference_id);

create trigger ledger_transfer_append_only before update or delete or truncate on ledger_transfer
  for each statement execute function refuse_ledger_change();

create function check_ledger_transfers() returns trigger language plpgsql as $$
declare
  complete boolean;
begin
  select entries.complete into complete from posted cross join lateral (
    select min(ordinal) = 1 and max(ordinal) = count(*) as complete, sum(amount) as total from ledger_entry where transfer_id = posted.id
  ) as entries
  where entries.complete is not true or entries.total <> 0 limit 1;
  if not found then
    return null;
  elsif complete then
    raise exception 'the entries of a transfer sum to zero' using errcode = 'check_violation', constraint = 'ledger_transfer_balanced';
  end if;
  raise exception 'a transfer is inserted together with its entries' using errcode = 'check_violation', constraint = 'ledger_transfer_entries';
end $$;
create trigger ledger_transfer_entries after insert on ledger_transfer referencing new table as posted
  for each statement execute function check_ledger_transfers();

create table ledger_entry (
  transfer_id uuid not null,
  -- 1, 2, 3 … within the transfer: entries added later would repeat number 1.
  ordinal integer not null,
  transfer_number bigint not null,
  account_id uuid not null,
  currency text not null,
  amount bigint not null constraint ledger_entry_amount check (amount <> 0),
  -- A customer account's balance after this entry; null for platform accounts.
  balance_after bigint,
  constraint ledger_entry_once primary key (transfer_id, ordinal)
);
-- Statements walk it; sums of platform accounts read nothing else.
create unique index ledger_entry_account_order on ledger_entry (account_id, transfer_number) include (amount);

create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function refuse_ledger_change();

create function apply_ledger_entries() returns trigger language plpgsql as $$
declare
  accounts integer;
  entries integer;
  together boolean;
  refusal text;
begin
  -- In the order of ids, as ledger_post has locked them, so that two transfers never wait for each other.
  update ledger_account set balance = balance + moved.amount
  from (select account_id, sum(amount)::bigint as amount from entered group by account_id order by account_id) as moved
  where id = moved.account_id and not platform;
  get diagnostics accounts = row_count;

  -- Entries added to a transfer later have a statement without its number 1, or repeat it.
  select count(entry.balance_after), count(distinct entry.transfer_id) = count(*) filter (where entry.ordinal = 1),
    min(case
      when account.id is null or transfer.number is distinct from entry.transfer_number then 'ledger_entry_known'
      when entry.currency <> account.currency or entry.currency <> transfer.currency then 'ledger_entry_currency'
      when account.platform then case when entry.balance_after is not null then 'ledger_entry_balance_after' end
      when entry.balance_after < 0 and not account.may_go_negative then 'ledger_account_overdraft'
      when entry.balance_after is null or account.balance <> last.balance_after then 'ledger_entry_balance_after'
    end)
    into entries, together, refusal
  from entered as entry
  left join ledger_transfer as transfer on transfer.id = entry.transfer_id
  left join ledger_account as account on account.id = entry.account_id
  left join lateral (
    select balance_after from ledger_entry where account_id = entry.account_id and not account.platform
    order by transfer_number desc limit 1) as last on true;
  if not together then
    refusal := 'ledger_entry_together';
  elsif refusal is null and entries > accounts then
    -- Several for one account: each continues its predecessor.
    select 'ledger_entry_balance_after' into refusal
    from entered as entry cross join lateral (
      select balance_after from ledger_entry where account_id = entry.account_id and transfer_number < entry.transfer_number
      order by transfer_number desc limit 1) as previous
    where entry.balance_after <> previous.balance_after + entry.amount limit 1;
  end if;
  if refusal is not null then
    raise exception 'refused by the ledger: %', refusal using errcode = 'check_violation', constraint = refusal;
  end if;
  return null;
end $$;
create trigger ledger_entry_applied after insert on ledger_entry referencing new table as entered
  for each statement execute function apply_ledger_entries();

-- Transfers that an operator reversed by hand, and why.
create table ledger_reversal (
  id uuid primary key,
  transfer_id uuid not null unique references ledger_transfer,
  reversal_id uuid not null unique references ledger_transfer,
  operator text not null,
  reason text not null,
  at timestamptz not null
);

create trigger ledger_reversal_append_only before update or delete on ledger_reversal for each row execute function refuse_change();

-- Posts transfers, one or thousands, in the order given, in one statement. The first eight arrays describe the transfers, the
-- last three all their entries: `entry_transfers` holds each entry's transfer as its position, from 1. Returns the ids in
-- order; for a key that was used before for the same transfer, the first one's id.
create function ledger_post(
  ids uuid[], kinds ledger_transfer_kind[], keys text[], reference_kinds text[], reference_ids text[], currencies text[], reverses uuid[], times timestamptz[],
  entry_transfers integer[], entry_accounts uuid[], entry_amounts bigint[]
) returns uuid[] language plpgsql set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_variable
declare
  results uuid[];
  numbers bigint[];
begin
  perform from ledger_account a where a.id = any (entry_accounts) and not a.platform order by a.id for no key update;
  -- Only now, so that a twin that held the locks is seen, and numbers follow the order of the locks.
  results := array(
    select coalesce(t.id, d.id) from unnest(ids, keys) with ordinality as d(id, key, position)
    left join ledger_transfer t on t.key = d.key order by d.position);
  numbers := array(select nextval('ledger_transfer_number') from generate_series(1, cardinality(ids)));
  if results <> ids then
    perform ledger_check_repeated(ids, results, kinds, keys, reference_kinds, reference_ids, currencies, reverses,
      entry_transfers, entry_accounts, entry_amounts);
  end if;
  with posted as (
    insert into ledger_transfer (id, number, kind, key, reference_kind, reference_id, currency, reverses_transfer_id, occurred_at)
    select d.id, d.number, d.kind, d.key, d.reference_kind, d.reference_id, d.currency, d.reverses, d.occurred_at
    from unnest(ids, numbers, kinds, keys, reference_kinds, reference_ids, currencies, reverses, times, results)
      as d(id, number, kind, key, reference_kind, reference_id, currency, reverses, occurred_at, result)
    where d.result = d.id
  )
  insert into ledger_entry (transfer_id, ordinal, transfer_number, account_id, currency, amount, balance_after)
  select ids[e.transfer], row_number() over (partition by e.transfer order by e.place), numbers[e.transfer], e.account_id,
    coalesce(a.currency, ''), e.amount, a.balance + sum(e.amount) over (partition by e.account_id order by e.transfer)
  from unnest(entry_transfers, entry_accounts, entry_amounts) with ordinality as e(transfer, account_id, amount, place)
  left join ledger_account a on a.id = e.account_id
  where results[e.transfer] = ids[e.transfer];
  return results;
end $$;

-- A key may be used again only for the very same transfer.
create function ledger_check_repeated(
  ids uuid[], results uuid[], kinds ledger_transfer_kind[], keys text[], reference_kinds text[], reference_ids text[], currencies text[], reverses uuid[],
  entry_transfers integer[], entry_accounts uuid[], entry_amounts bigint[]
) returns void language plpgsql as $$
#variable_conflict use_variable
declare
  differing uuid;
begin
  select t.id into differing
  from unnest(ids, results, kinds, reference_kinds, reference_ids, currencies, reverses)
    as d(id, result, kind, reference_kind, reference_id, currency, reverses)
  join ledger_transfer t on t.id = d.result
  where d.result <> d.id and (t.kind, t.reference_kind, t.reference_id, t.currency, t.reverses_transfer_id)
    is distinct from (d.kind, d.reference_kind, d.reference_id, d.currency, d.reverses)
  limit 1;
  if differing is null then
    with given as materialized (
      select results[e.transfer] as transfer_id, e.account_id, e.amount
      from unnest(entry_transfers, entry_accounts, entry_amounts) as e(transfer, account_id, amount)
      where results[e.transfer] <> ids[e.transfer]
    ), stored as materialized (
      select s.transfer_id, s.account_id, s.amount from ledger_entry s
      where s.transfer_id in (select d.result from unnest(ids, results) as d(id, result) where d.result <> d.id)
    )
    select d.transfer_id into differing
    from ((table given except table stored) union all (table stored except table given)) as d limit 1;
  end if;
  if differing is not null then
    raise exception 'the key of transfer % was used for a different transfer', differing using errcode = 'unique_violation', constraint = 'ledger_transfer_key';
  end if;
end $$;

-- The same for a single transfer, three times as fast.
create function ledger_post_one(
  new_id uuid, new_kind ledger_transfer_kind, new_key text, new_reference_kind text, new_reference_id text, new_currency text, new_reverses uuid,
  new_time timestamptz, entry_accounts uuid[], entry_amounts bigint[]
) returns uuid language plpgsql set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  -- Its join is quadratic in the entries, which is nothing for a purchase and too much for a budget run.
  if cardinality(entry_accounts) <= 50 then
    with locked as materialized (
      select id, balance from ledger_account where id = any (entry_accounts) and not platform order by id for no key update
    ), posted as (
      insert into ledger_transfer (id, kind, key, reference_kind, reference_id, currency, reverses_transfer_id, occurred_at)
      -- Counting the locked accounts takes the number after the locks.
      select new_id, new_kind, new_key, new_reference_kind, new_reference_id, new_currency, new_reverses, new_time
      from (select count(*) from locked offset 0) as after_locks
      on conflict (key) do nothing
      returning number
    )
    insert into ledger_entry (transfer_id, ordinal, transfer_number, account_id, currency, amount, balance_after)
    select new_id, entry.ordinal, posted.number, entry.account_id, new_currency, entry.amount, locked.balance + entry.amount
    from posted cross join unnest(entry_accounts, entry_amounts) with ordinality as entry (account_id, amount, ordinal)
    left join locked on locked.id = entry.account_id;
    if found then
      return new_id;
    end if;
  end if;
  return (ledger_post(
    array[new_id], array[new_kind], array[new_key], array[new_reference_kind], array[new_reference_id], array[new_currency],
    array[new_reverses], array[new_time], array_fill(1, array[cardinality(entry_accounts)]), entry_accounts, entry_amounts))[1];
end $$;

-- Posts the opposite of a transfer; null when there is none with that id. Without a reference it keeps the original's.
create function ledger_reverse(
  transfer uuid, new_id uuid, new_kind ledger_transfer_kind, new_key text, new_reference_kind text, new_reference_id text, new_time timestamptz
) returns uuid language plpgsql set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  original ledger_transfer;
  accounts uuid[];
  amounts bigint[];
begin
  select * into original from ledger_transfer where id = transfer;
  if not found then
    return null;
  end if;
  select array_agg(account_id order by ordinal), array_agg(-amount order by ordinal) into accounts, amounts
  from ledger_entry where transfer_id = transfer;
  return ledger_post_one(
    new_id, new_kind, new_key, coalesce(new_reference_kind, original.reference_kind), coalesce(new_reference_id, original.reference_id),
    original.currency, transfer, new_time, accounts, amounts);
end $$;
