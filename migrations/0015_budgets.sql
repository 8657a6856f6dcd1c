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

create index team_automation on team (automation_id) where automation_id is not null;
-- A participant's wallet; once closed, money that still comes goes to another one in the same transfer.
alter table wallet add column automation_id uuid;
alter table wallet add column returns_to_wallet_id uuid references wallet;
alter table wallet add check (returns_to_wallet_id is null or automation_id is not null);
create index wallet_automation on wallet (automation_id) where automation_id is not null;
