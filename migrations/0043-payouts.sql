-- Payouts: support for people in need. A grant is a funder's money with a purpose and a period; an award gives one person a sum of it, by a
-- rail: supermarket voucher, PayPoint, Post Office, PIN. ("grant" is a word of SQL.)

-- `award-hold`: an award that waits for approval holds its money · `award-release`: it was not approved · `award`: committed, with its
-- fee · `award-paid`: the rail has given the money out · `award-return`: what was not given out, back to the grant.
alter type ledger_transfer_kind add value 'grant-funding';
alter type ledger_transfer_kind add value 'award-hold';
alter type ledger_transfer_kind add value 'award-release';
alter type ledger_transfer_kind add value 'award';
alter type ledger_transfer_kind add value 'award-paid';
alter type ledger_transfer_kind add value 'award-return';

-- How a person can be paid, and what each way allows.
create table rail (
  key text primary key check (key in ('voucher', 'cash-out', 'energy', 'post-office', 'pin')),
  -- on-fetch: bought when its code is made · on-cash: owed only once the rail reports that it was cashed.
  settlement text not null check (settlement in ('on-fetch', 'on-cash')),
  min_pence bigint not null check (min_pence > 0),
  max_pence bigint not null,
  -- How long a code is good for, as ISO 8601 says it.
  code_validity text not null check (code_validity ~ '^P[0-9]+[DM]$'),
  -- Whether a code that was made can be called back.
  cancels_codes boolean not null,
  -- What we charge for an award by it, without VAT.
  fee_pence bigint not null default 0 check (fee_pence >= 0),
  check (max_pence >= min_pence),
  check (settlement = 'on-cash' or not cancels_codes)
);
insert into rail (key, settlement, min_pence, max_pence, code_validity, cancels_codes) values
  ('voucher', 'on-fetch', 100, 50000, 'P12M', false),
  ('cash-out', 'on-cash', 100, 10000, 'P30D', true),
  ('energy', 'on-cash', 100, 4900, 'P90D', true),
  ('post-office', 'on-cash', 100, 10000, 'P1M', false),
  ('pin', 'on-cash', 100, 10000, 'P30D', true);

-- Its money is in the ledger: a wallet's three accounts under the grant's id. No wallet has that id, so nothing else spends it.
create table funder_grant (
  id uuid primary key,
  team_id uuid not null references team,
  name text not null check (name <> ''),
  funder text,
  purpose text,
  currency text not null default 'GBX' check (currency = 'GBX'),
  -- Awards are made from its first day to its last, in London.
  from_day date not null,
  until_day date not null,
  max_award_pence bigint check (max_award_pence > 0),
  max_awards_per_person integer check (max_awards_per_person > 0),
  -- Above this sum to one person or case in 28 days a second person approves; 0 for every award, null for none.
  approval_above_pence bigint check (approval_above_pence >= 0),
  -- For how long an award waits to be opened and its rail chosen.
  award_days integer not null check (award_days between 1 and 90),
  created_by uuid not null references app_user,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  unique (id, team_id),
  check (until_day >= from_day)
);
create index funder_grant_team on funder_grant (team_id, created_at desc, id);
create index funder_grant_created_by on funder_grant (created_by);

create table grant_rail (
  grant_id uuid not null references funder_grant,
  rail text not null references rail,
  primary key (grant_id, rail)
);

-- Money put into a grant from a wallet, or taken out again: below zero.
create table grant_funding (
  id uuid primary key,
  grant_id uuid not null,
  team_id uuid not null,
  wallet_id uuid not null references wallet,
  amount bigint not null check (amount <> 0),
  transfer_id uuid not null unique references ledger_transfer,
  user_id uuid not null references app_user,
  created_at timestamptz not null,
  foreign key (grant_id, team_id) references funder_grant (id, team_id)
);
create index grant_funding_grant on grant_funding (grant_id, created_at desc, id);
create index grant_funding_wallet on grant_funding (wallet_id);
create index grant_funding_user on grant_funding (user_id);
create trigger grant_funding_append_only before update or delete on grant_funding for each row execute function refuse_change();

-- Who is helped. Erasable: all that says who they are stands here, everything else holds ids.
create table person (
  id uuid primary key,
  team_id uuid not null references team,
  name text,
  email text,
  phone_number text,
  -- As on an envelope, line by line.
  postal_address text[],
  postcode text,
  date_of_birth date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  erased_at timestamptz,
  search tsvector not null generated always as (team_words(team_id,
    coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || phone_words(phone_number) || ' ' || coalesce(postcode, ''))) stored,
  unique (id, team_id),
  check (erased_at is null or num_nonnulls(name, email, phone_number, postal_address, postcode, date_of_birth) = 0)
);
create index person_search on person using gin (search);
create index person_team on person (team_id, created_at desc, id);
create index person_email on person (lower(email)) where email is not null;
create index person_phone on person (phone_number) where phone_number is not null;

-- The only changes of state there are. `reissued` is `issued` under a new link; an award whose time was over unused can be issued again.
create table award_transition (
  from_status text,
  to_status text,
  primary key (from_status, to_status)
);
insert into award_transition values
  ('referred', 'approved'), ('referred', 'declined'), ('referred', 'cancelled'), ('referred', 'expired'),
  ('approved', 'issued'),
  ('issued', 'delivered'), ('issued', 'opened'), ('issued', 'rail-chosen'),
  ('issued', 'reissued'), ('issued', 'expired'), ('issued', 'cancelled'),
  ('reissued', 'delivered'), ('reissued', 'opened'), ('reissued', 'rail-chosen'), ('reissued', 'expired'), ('reissued', 'cancelled'),
  ('delivered', 'opened'), ('delivered', 'rail-chosen'), ('delivered', 'reissued'), ('delivered', 'expired'), ('delivered', 'cancelled'),
  ('opened', 'rail-chosen'), ('opened', 'reissued'), ('opened', 'expired'), ('opened', 'cancelled'),
  ('rail-chosen', 'code-generated'), ('rail-chosen', 'opened'),
  ('rail-chosen', 'reissued'), ('rail-chosen', 'expired'), ('rail-chosen', 'cancelled'),
  ('code-generated', 'part-cashed'), ('code-generated', 'cashed'), ('code-generated', 'expired'), ('code-generated', 'cancelled'),
  ('part-cashed', 'cashed'), ('part-cashed', 'expired'), ('part-cashed', 'cancelled'),
  ('expired', 'reissued');

create table award (
  id uuid primary key,
  team_id uuid not null references team,
  grant_id uuid not null,
  person_id uuid not null,
  case_reference text not null check (case_reference <> ''),
  reason text not null check (reason <> ''),
  currency text not null default 'GBX',
  amount_pence bigint not null check (amount_pence > 0),
  fee_pence bigint not null check (fee_pence >= 0),
  fee_vat_pence bigint not null check (fee_vat_pence >= 0),
  -- What the rail has given out, or been paid for.
  paid_pence bigint not null default 0,
  -- Of it, what was reported after the award had ended: taken from the grant again.
  late_pence bigint not null default 0,
  status text not null check (status in ('referred', 'approved', 'declined', 'issued', 'delivered', 'opened', 'rail-chosen',
    'code-generated', 'part-cashed', 'cashed', 'expired', 'cancelled', 'reissued')),
  -- The one that was chosen.
  rail text,
  -- Leads the person to it; a new one with each issue, and the old one leads nowhere.
  link_code text not null unique,
  -- How often its money was committed: once, and once more each time it was issued again after its end.
  issues integer not null default 0 check (issues >= 0),
  created_by uuid not null references app_user,
  approved_by uuid references app_user,
  -- Waiting ends: of a request, of an award that no code was made for, of its code.
  expires_at timestamptz,
  changed_by_kind text not null,
  changed_by_id text,
  change_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (id, team_id),
  unique (id, grant_id),
  foreign key (grant_id, team_id) references funder_grant (id, team_id),
  foreign key (person_id, team_id) references person (id, team_id),
  constraint award_paid check (paid_pence between 0 and amount_pence and late_pence between 0 and paid_pence),
  constraint award_cashed check (case status
    when 'cashed' then paid_pence = amount_pence
    when 'part-cashed' then paid_pence > 0 and paid_pence < amount_pence
    -- A code that is bought when it is made is paid for whole.
    when 'code-generated' then paid_pence in (0, amount_pence)
    when 'expired' then true
    when 'cancelled' then true
    else paid_pence = 0 end),
  constraint award_rail_chosen check (rail is not null or status not in ('rail-chosen', 'code-generated', 'part-cashed', 'cashed')),
  constraint award_approver check (approved_by is null or approved_by <> created_by),
  constraint award_approved check (status <> 'approved' or approved_by is not null)
);
create index award_team on award (team_id, created_at desc, id);
create index award_grant on award (grant_id, status);
create index award_person on award (person_id, created_at desc);
create index award_case on award (team_id, case_reference, created_at desc);
create index award_created_by on award (created_by);
create index award_approved_by on award (approved_by) where approved_by is not null;
create index award_due on award (expires_at) where status in ('referred', 'issued', 'reissued', 'delivered', 'opened', 'rail-chosen');

-- Which ways the person may choose from: of those that its grant has.
create table award_rail (
  award_id uuid not null,
  grant_id uuid not null,
  rail text not null,
  primary key (award_id, rail),
  foreign key (award_id, grant_id) references award (id, grant_id),
  foreign key (grant_id, rail) references grant_rail
);
create index award_rail_grant on award_rail (grant_id, rail);
alter table award add constraint award_rail_allowed foreign key (id, rail) references award_rail (award_id, rail);

create table retired_award_link (
  link_code text primary key,
  award_id uuid not null references award,
  retired_at timestamptz not null
);
create index retired_award_link_award on retired_award_link (award_id);

-- An award begins as a request or issued, and changes only as the table says; what was given out is never taken back.
create function check_award_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status not in ('referred', 'issued') or new.paid_pence <> 0 then
      raise exception 'an award begins referred or issued' using errcode = 'check_violation', constraint = 'award_transition';
    end if;
    return new;
  end if;
  if new.status <> old.status and not exists (
      select from award_transition where from_status = old.status and to_status = new.status)
    or old.status in ('code-generated', 'part-cashed') and new.status = 'cancelled'
      and not (select cancels_codes from rail where key = old.rail)
    or old.status = 'code-generated' and new.status in ('expired', 'cancelled') and old.paid_pence = old.amount_pence
    or old.status = 'expired' and new.status = 'reissued' and old.paid_pence > 0 then
    raise exception 'award % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'award_transition';
  end if;
  if new.paid_pence < old.paid_pence or new.late_pence < old.late_pence then
    raise exception 'what award % gave out stays given out', old.id using errcode = 'check_violation', constraint = 'award_paid_stays';
  end if;
  if (new.team_id, new.grant_id, new.person_id, new.amount_pence, new.fee_pence, new.fee_vat_pence, new.created_by)
    is distinct from (old.team_id, old.grant_id, old.person_id, old.amount_pence, old.fee_pence, old.fee_vat_pence, old.created_by)
    or old.approved_by is not null and new.approved_by is distinct from old.approved_by then
    raise exception 'whose award % is, and what it is worth, stays', old.id using errcode = 'restrict_violation', constraint = 'award_permanent';
  end if;
  return new;
end $$;
create trigger award_change before insert or update on award for each row execute function check_award_change();
create trigger award_kept before delete on award for each row execute function refuse_change();

create table award_event (
  id bigint generated always as identity primary key,
  award_id uuid not null,
  team_id uuid not null,
  at timestamptz not null,
  from_status text,
  to_status text not null,
  -- What was given out by then.
  paid_pence bigint not null,
  actor_kind text not null,
  actor_id text,
  reason text
);
create index award_event_award on award_event (award_id, id);
create trigger award_event_append_only before update or delete on award_event for each row execute function refuse_change();
create trigger award_event_no_truncate before truncate on award_event execute function refuse_change();

create function record_award_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.status, old.paid_pence, old.link_code) is not distinct from (new.status, new.paid_pence, new.link_code) then
    return null;
  end if;
  insert into award_event (award_id, team_id, at, from_status, to_status, paid_pence, actor_kind, actor_id, reason)
  values (new.id, new.team_id, new.updated_at, case tg_op when 'UPDATE' then old.status end, new.status, new.paid_pence,
    new.changed_by_kind, new.changed_by_id, new.change_reason);
  return null;
end $$;
create trigger award_event_of after insert or update on award for each row execute function record_award_event();

-- A wallet that funds a grant, or gets money back from one, is told of as with any other transfer; a grant is no wallet.
create or replace function record_wallet_webhooks() returns trigger language plpgsql as $$
declare
  moved record;
begin
  if not has_webhooks() then return null; end if;
  for moved in
    select account.team_id, account.wallet_id, sum(added.amount) as amount, added.currency, transfer.id as transfer_id,
      transfer.kind, transfer.occurred_at
    from added
    join ledger_account account on account.id = added.account_id and account.kind = 'available'
    join ledger_transfer transfer on transfer.id = added.transfer_id
      and transfer.kind in ('bank-top-up', 'card-top-up', 'wallet-transfer', 'refund', 'chargeback', 'chargeback-reversal', 'correction', 'customer-payout',
        'grant-funding')
    where transfer.kind <> 'grant-funding' or exists (select from wallet where wallet.id = account.wallet_id)
    group by 1, 2, 4, 5, 6, 7
  loop
    perform record_one_webhook(moved.team_id, 'wallet.' || case
        when moved.kind in ('bank-top-up', 'card-top-up') then 'topped-up'
        when moved.kind in ('wallet-transfer', 'grant-funding') then 'transferred'
        else 'adjusted' end,
      moved.wallet_id, moved.occurred_at,
      jsonb_build_object('walletId', moved.wallet_id, 'transferId', moved.transfer_id, 'amount', moved.amount, 'currency', moved.currency));
  end loop;
  return null;
end $$;
