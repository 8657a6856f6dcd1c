-- Systems of a customer's that are connected, and the people in them. Erasable in one place: what HR tells of a person is
-- in linked_employee, and goes with the connection.

create table linked_account (
  id uuid primary key,
  team_id uuid not null references team,
  category text not null check (category in ('hris')),
  integration_slug text not null,
  integration_name text not null,
  status text not null default 'pending' check (status in ('pending', 'syncing', 'active')),
  -- The provider's account token.
  sealed_token bytea,
  created_by uuid not null references app_user,
  last_synced_at timestamptz,
  -- When people are read next; business clock.
  sync_due_at timestamptz,
  sync_error text check (sync_error in ('revoked', 'unreachable')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (id, team_id),
  -- A team has one of each kind.
  unique (team_id, category),
  check ((status = 'pending') = (sealed_token is null))
);
create index linked_account_creator on linked_account (created_by);
create index linked_account_due on linked_account (sync_due_at) where sync_due_at is not null;

create table linked_group (
  linked_account_id uuid not null references linked_account on delete cascade,
  -- The provider's.
  id text not null,
  kind text not null check (kind in ('team', 'location', 'employment-type')),
  name text not null,
  primary key (linked_account_id, id)
);

create table linked_employee (
  linked_account_id uuid not null references linked_account on delete cascade,
  -- The provider's, and the same for as long as the person is known there.
  id text not null,
  first_name text not null,
  surname text not null,
  work_email text check (work_email = lower(work_email)),
  start_date date,
  birthday date,
  status text not null check (status in ('active', 'pending', 'inactive')),
  group_ids text[] not null default '{}',
  primary key (linked_account_id, id)
);
create index linked_employee_groups on linked_employee using gin (group_ids);
