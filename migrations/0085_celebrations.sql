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
