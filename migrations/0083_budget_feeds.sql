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

-- The connected system's id of a person who is in by a feed; on a row that is deleted, of one who was taken out by hand.
alter table automated_budget_participant add column employee_id text;
