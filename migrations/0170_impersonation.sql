-- Operators who look at the product as a member of a customer's team. Wall-clock times.

-- A team lets operators change things for a while, in itself and the teams below it.
create table impersonation_permission (
  id uuid primary key,
  team_id uuid not null references team,
  -- The admin who said so: it ends where they are one no more.
  allowed_by uuid not null references app_user,
  allowed_at timestamptz not null,
  ends_at timestamptz not null,
  -- Taken back before its time.
  ended_at timestamptz,
  check (ends_at > allowed_at and ends_at <= allowed_at + interval '24 hours')
);
create index impersonation_permission_by on impersonation_permission (allowed_by);
-- One at a time.
create unique index impersonation_permission_open on impersonation_permission (team_id) where ended_at is null;
create index impersonation_permission_team on impersonation_permission (team_id, allowed_at);

create table impersonation (
  id uuid primary key,
  operator_id uuid not null references operator,
  -- As the customer is told, whatever they are called later.
  operator_name text not null,
  -- Whose eyes they look with, and the team they act in.
  user_id uuid not null references app_user,
  team_id uuid not null references team,
  reason text not null check (reason <> ''),
  -- What it may change by, and ends with; null: it only looks.
  permission_id uuid references impersonation_permission,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  -- Before its time.
  ended_at timestamptz,
  check (ends_at > started_at and ends_at <= started_at + interval '1 hour')
);
-- One at a time for each operator.
create unique index impersonation_open on impersonation (operator_id) where ended_at is null;
create index impersonation_operator on impersonation (operator_id, started_at);
create index impersonation_team on impersonation (team_id, started_at);
create index impersonation_user on impersonation (user_id);
create index impersonation_of_permission on impersonation (permission_id);
