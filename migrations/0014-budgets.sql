-- Automated budgets: allowances that run themselves. Business times.

create table automated_budget (
  id uuid primary key,
  team_id uuid not null references team,
  user_id uuid not null references app_user,
  name text not null check (name <> ''),
  is_variable boolean not null default false,
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'live', 'ended')),
  -- What a job is at.
  sub_status text check (sub_status in ('starting', 'running', 'stopping')),
  -- Per participant and run.
  budget_amount bigint not null check (budget_amount >= 1),
  currency text not null,
  wallet_id uuid not null,
  billing_type text not null check (billing_type in ('manual', 'card')),
  card_id uuid,
  frequency text not null check (frequency in ('minute', 'hour', 'day', 'week', 'month', 'quarter', 'year')),
  -- 0 is for ever.
  number_of_runs integer not null default 0 check (number_of_runs >= 0),
  runs_executed integer not null default 0 check (runs_executed >= 0),
  scheduled_start_date timestamptz,
  recurrence_date timestamptz,
  scheduled_end_date timestamptz,
  starting_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  unspent_action text not null check (unspent_action in ('reset', 'rollover')),
  reason_codes text[] not null default '{}',
  delivery_methods text[] not null,
  delivery_email_domains text[] not null default '{}',
  maximum_huggg_expiry_days integer not null check (maximum_huggg_expiry_days >= 1),
  categories_allow uuid[] not null default '{}',
  categories_disallow uuid[] not null default '{}',
  price_min bigint,
  price_max bigint,
  -- The first occurrence that has been neither run nor given up nor left out, and its moment while there is one.
  next_index integer not null default 0,
  next_run_at timestamptz,
  -- When a run that failed is tried again.
  retry_at timestamptz,
  -- When joiners for whom the wallet had too little are looked at again.
  join_retry_at timestamptz,
  -- When it ends by itself: its end date, or the end of its last run's period.
  ends_at timestamptz,
  -- When the wallet is looked at ahead of the next run.
  warn_at timestamptz,
  -- The earliest moment that anything of this is to be done.
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Up to when it has been invoiced, and when that is next to be done.
  invoiced_until timestamptz,
  invoice_due_at timestamptz,
  -- When what came back to a budget's participants is next to be credited within its month. Null of a live budget: not worked out yet.
  credit_due_at timestamptz,
  unique (id, team_id),
  foreign key (wallet_id, team_id) references wallet (id, team_id),
  foreign key (card_id, team_id) references card (id, team_id),
  check ((billing_type = 'card') = (card_id is not null)),
  check ((status in ('live', 'ended')) = (started_at is not null and starting_at is not null)),
  check ((status = 'ended') = (ended_at is not null)),
  check (status <> 'ended' or (due_at is null and sub_status is null)),
  check (price_min <= price_max)
);
create index automated_budget_team on automated_budget (team_id, id desc);
create index automated_budget_due on automated_budget (due_at) where due_at is not null;
-- What is due first of a budget: its invoice, or crediting what came back within the month.
create index automated_budget_papers_due on automated_budget (least(invoice_due_at, coalesce(credit_due_at, started_at)));

-- Erasable in one place: the address of someone who was asked to take part.
create table automated_budget_participant (
  id uuid primary key,
  budget_id uuid not null,
  team_id uuid not null,
  email text not null check (email = lower(email)),
  status text not null default 'draft' check (status in ('draft', 'active', 'inactive', 'deleted')),
  -- Of a variable budget; the budget's own where null.
  budget_amount bigint check (budget_amount >= 1),
  invite_id uuid,
  user_id uuid references app_user,
  -- Their own team and its wallet, made when they accept.
  participant_team_id uuid unique references team,
  wallet_id uuid unique references wallet,
  total_funds_received bigint not null default 0 check (total_funds_received >= 0),
  -- The occurrence under way when they joined, until they have its money.
  joins_occurrence integer,
  accepted_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The connected system's id of a person who is in by a feed; on a row that is deleted, of one who was taken out by hand.
  employee_id text,
  unique (id, budget_id),
  foreign key (budget_id, team_id) references automated_budget (id, team_id) on delete cascade,
  check (num_nonnulls(user_id, participant_team_id, wallet_id, accepted_at) in (0, 4)),
  check (status not in ('active', 'inactive') or accepted_at is not null),
  check (status <> 'draft' or accepted_at is null),
  check ((status = 'deleted') = (deleted_at is not null))
);
create unique index automated_budget_participant_email on automated_budget_participant (budget_id, email) where status <> 'deleted';
create index automated_budget_participant_budget on automated_budget_participant (budget_id, id);
create index automated_budget_participant_invite on automated_budget_participant (invite_id) where invite_id is not null;
create index automated_budget_participant_joining on automated_budget_participant (budget_id) where joins_occurrence is not null;
create index automated_budget_participant_user_id on automated_budget_participant (user_id) where user_id is not null;
create unique index automated_budget_participant_employee on automated_budget_participant (budget_id, employee_id)
  where employee_id is not null and status <> 'deleted';

create table automated_budget_execution (
  id uuid primary key,
  budget_id uuid not null,
  team_id uuid not null,
  -- A joiner's is what someone gets who accepts between two runs.
  trigger text not null check (trigger in ('scheduled', 'manual', 'joiner')),
  -- Null for a manual run.
  occurrence integer check (occurrence >= 0),
  scheduled_for timestamptz not null,
  -- failed: will be tried again, if it is scheduled · given-up: the next occurrence came first.
  status text not null check (status in ('pending', 'running', 'succeeded', 'failed', 'given-up', 'skipped')),
  -- Occurrences that this row stands for when they were skipped, from `occurrence` on.
  skipped_count integer not null default 0,
  -- Money that left the wallet, and came back to it, in the run's one transfer.
  paid_pence bigint not null default 0 check (paid_pence >= 0),
  returned_pence bigint not null default 0 check (returned_pence >= 0),
  participant_count integer not null default 0,
  transfer_id uuid unique,
  charge_id uuid references charge,
  attempts integer not null default 0,
  user_id uuid references app_user,
  started_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (id, budget_id),
  foreign key (budget_id, team_id) references automated_budget (id, team_id),
  check ((trigger = 'manual') = (occurrence is null)),
  check (transfer_id is null or status = 'succeeded')
);
-- Exactly once per occurrence, no matter who runs it.
create unique index automated_budget_execution_once on automated_budget_execution (budget_id, occurrence) where trigger = 'scheduled';
create index automated_budget_execution_budget on automated_budget_execution (budget_id, id desc);
create index automated_budget_execution_open on automated_budget_execution (budget_id) where status in ('pending', 'running');
create index automated_budget_execution_charge on automated_budget_execution (charge_id) where charge_id is not null;

create table automated_budget_execution_error (
  execution_id uuid not null references automated_budget_execution,
  attempt integer not null,
  type text not null check (type in ('WALLET_INSUFCCIENT_FUNDS', 'CARD_INSUFCCIENT_FUNDS', 'CARD_EXPIRED', 'CARD_UNKNOWN', 'RESET_BUDGET_FAILED', 'DISTRIBUTE_BUDGET_FAILED', 'FAILED_TO_LOCK_FUNDS')),
  -- What was missing, where money was.
  shortfall_pence bigint,
  at timestamptz not null,
  primary key (execution_id, attempt)
);

-- What a run did for a participant.
create table automated_budget_outcome (
  execution_id uuid not null,
  participant_id uuid not null,
  budget_id uuid not null,
  -- As the execution's.
  occurrence integer,
  amount_pence bigint not null,
  before_pence bigint not null,
  -- Positive into their wallet, negative back from it.
  delta_pence bigint not null,
  primary key (execution_id, participant_id),
  foreign key (execution_id, budget_id) references automated_budget_execution (id, budget_id),
  foreign key (participant_id, budget_id) references automated_budget_participant (id, budget_id)
);
create unique index automated_budget_outcome_once on automated_budget_outcome (participant_id, occurrence) where occurrence is not null;
create index automated_budget_outcome_participant on automated_budget_outcome (participant_id);

-- Money that went back to the budget's wallet outside a run.
create table automated_budget_return (
  id uuid primary key,
  budget_id uuid not null references automated_budget,
  -- One participant's, or everybody's when the budget ended.
  participant_id uuid,
  kind text not null check (kind in ('withdrawal', 'removal', 'stop')),
  amount bigint not null check (amount > 0),
  transfer_id uuid not null unique,
  user_id uuid references app_user,
  created_at timestamptz not null,
  foreign key (participant_id, budget_id) references automated_budget_participant (id, budget_id)
);
create index automated_budget_return_budget on automated_budget_return (budget_id, created_at);

-- Period invoices of automated budgets, and invoices that are paid in parts.

-- What a budget's participants were charged, and given back, between two moments. Business times.
create table automated_budget_invoice (
  id uuid primary key,
  budget_id uuid not null,
  team_id uuid not null,
  user_id uuid not null references app_user,
  -- The calendar month in Europe/London that it lies in, YYYY-MM.
  period text not null check (period ~ '^\d{4}-\d{2}$'),
  from_at timestamptz not null,
  until_at timestamptz not null,
  -- Shown to everybody who may see the budget; until then to those who manage billing.
  published boolean not null default false,
  notes text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (id, team_id),
  -- A period follows the last one, and ends where the next begins.
  unique (budget_id, from_at),
  foreign key (budget_id, team_id) references automated_budget (id, team_id),
  check (from_at < until_at)
);
create index automated_budget_invoice_budget on automated_budget_invoice (budget_id, id desc);

alter table document add foreign key (budget_invoice_id, team_id) references automated_budget_invoice (id, team_id);

-- The transfers that a period invoice and its credit note are made of: each is on one.
create table automated_budget_billed (
  transfer_id uuid primary key references ledger_transfer,
  invoice_id uuid not null references automated_budget_invoice
);
create index automated_budget_billed_invoice on automated_budget_billed (invoice_id);

-- Budgets whose participants follow a group of people in a connected system.

create table automated_budget_feed (
  budget_id uuid primary key,
  team_id uuid not null,
  -- Disconnecting ends the following; participants stay.
  linked_account_id uuid not null references linked_account on delete cascade,
  group_id text not null,
  -- Only addresses of these are invited.
  email_domains text[] not null check (cardinality(email_domains) > 0),
  -- The most that a run may cost after a change made by itself; pence.
  max_run_cost bigint check (max_run_cost >= 1),
  -- Why changes wait for an admin, since the last look.
  held_reasons text[] not null default '{}',
  held_at timestamptz,
  -- When participants were last brought in line.
  applied_at timestamptz not null,
  created_by uuid not null references app_user,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (budget_id, team_id) references automated_budget (id, team_id) on delete cascade,
  check ((held_at is null) = (held_reasons = '{}'))
);
create index automated_budget_feed_account on automated_budget_feed (linked_account_id);
create index automated_budget_feed_creator on automated_budget_feed (created_by);

-- Gifts by rule on birthdays and work anniversaries of people in a connected HR system.

create table celebration_rule (
  id uuid primary key,
  team_id uuid not null references team,
  -- In whose name gifts are bought, and who is told.
  owner_id uuid not null references app_user,
  name text not null check (name <> ''),
  occasion text not null check (occasion in ('birthday', 'work-anniversary')),
  -- Disconnecting ends the rule.
  linked_account_id uuid not null,
  -- Null for everyone in the system.
  group_id text,
  product_id uuid not null references product,
  wallet_id uuid not null,
  from_name text,
  message text,
  reason_code text,
  zone text not null,
  needs_approval boolean not null,
  status text not null default 'active' check (status in ('active', 'paused')),
  -- Days up to this one have been looked at.
  handled_through date not null,
  -- When the rule is looked at next; business clock.
  due_at timestamptz,
  -- Tries since a gift could last be bought.
  attempts integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Null: made before rules were asked. Those go on as they are.
  over18_confirmed boolean,
  unique (id, team_id),
  foreign key (linked_account_id, team_id) references linked_account (id, team_id) on delete cascade,
  foreign key (wallet_id, team_id) references wallet (id, team_id),
  check ((status = 'active') = (due_at is not null))
);
create index celebration_rule_team on celebration_rule (team_id);
create index celebration_rule_owner on celebration_rule (owner_id);
create index celebration_rule_account on celebration_rule (linked_account_id, team_id);
create index celebration_rule_product on celebration_rule (product_id);
create index celebration_rule_wallet on celebration_rule (wallet_id, team_id);
create index celebration_rule_due on celebration_rule (due_at) where due_at is not null;

-- One person's day under a rule, in one year. It names the person by the provider's id alone.
create table celebration (
  id uuid primary key,
  rule_id uuid not null,
  team_id uuid not null,
  employee_id text not null,
  year smallint not null,
  day date not null,
  status text not null check (status in ('awaiting-approval', 'due', 'given', 'skipped', 'missed')),
  -- Why the last try to buy failed, as its error is called.
  problem text,
  transaction_id uuid,
  -- Who approved or skipped it.
  decided_by uuid references app_user,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The order that a gift became where it is above a limit of the team: it is bought, or not, with that order.
  order_id uuid,
  -- However often and late the job runs, a person has one gift by a rule in a year.
  unique (rule_id, employee_id, year),
  foreign key (rule_id, team_id) references celebration_rule (id, team_id) on delete cascade,
  foreign key (transaction_id, team_id) references transaction (id, team_id),
  check ((status = 'given') = (transaction_id is not null)),
  check (extract(year from day) = year)
);
create index celebration_rule_id on celebration (rule_id, team_id);
create index celebration_team on celebration (team_id, day desc, id desc);
create index celebration_transaction on celebration (transaction_id, team_id) where transaction_id is not null;
create index celebration_decided_by on celebration (decided_by) where decided_by is not null;
create index celebration_order on celebration (order_id) where order_id is not null;

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

-- A code that was given out counts as redeemed, from the day it was given out.
create function record_budget_gifts_changed() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  update automated_budget_gift as kept set
    recipient_id = after.recipient_id,
    reason_key = after.reason_key,
    sent_on = case when after.status_id in (1, 8) then null
      when after.status_id in (2, 3, 4, 9) then coalesce(kept.sent_on, london_day(after.updated_at)) else kept.sent_on end,
    redeemed_on = case when after.status_id in (4, 9) then coalesce(kept.redeemed_on,
      (select london_day(fetched_at) from fetched_voucher where fetched_voucher.huggg_id = after.id), london_day(after.updated_at)) end
  from after join before using (id)
  where kept.huggg_id = after.id
    and (after.status_id, after.recipient_id, after.reason_key) is distinct from (before.status_id, before.recipient_id, before.reason_key);
  return null;
end $$;
create trigger huggg_changed_of_budget after update on huggg referencing old table as before new table as after
  for each statement execute function record_budget_gifts_changed();
