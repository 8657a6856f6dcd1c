-- A team that asked to leave: its balance is paid to this account by payouts, and then its account is closed.
create table team_leaving (
  id uuid primary key,
  team_id uuid not null references team,
  -- Account name, sort code and account number, under the installation's secret.
  sealed bytea not null,
  -- The last digits, to tell accounts apart.
  hint text not null check (hint ~ '^[0-9]{4}$'),
  asked_by uuid not null references app_user,
  asked_at timestamptz not null,
  withdrawn_by uuid references app_user,
  withdrawn_at timestamptz,
  check ((withdrawn_by is null) = (withdrawn_at is null))
);
create unique index team_leaving_open on team_leaving (team_id) where withdrawn_at is null;
create index team_leaving_team on team_leaving (team_id, asked_at desc);
create index team_leaving_asked_by on team_leaving (asked_by);
create index team_leaving_withdrawn_by on team_leaving (withdrawn_by) where withdrawn_by is not null;
