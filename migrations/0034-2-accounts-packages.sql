-- What a team's money is booked to in its accounts package, once it has said so.
create table accounts_map (
  team_id uuid not null references team,
  package text not null,
  -- By role: gifts, fees, plans, vat, wallets, owed, card, bank.
  accounts jsonb not null,
  tax_code text not null,
  updated_by uuid not null references app_user,
  updated_at timestamptz not null,
  primary key (team_id, package)
);
create index accounts_map_updated_by on accounts_map (updated_by);

-- Files that were written, so that no month is imported twice unawares.
create table accounts_export (
  id uuid primary key,
  team_id uuid not null references team,
  package text not null,
  month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  currency text not null,
  -- Of the journals without their accounts: whether a later file says something else.
  journals_hash text not null,
  exported_by uuid not null references app_user,
  exported_at timestamptz not null
);
create index accounts_export_team on accounts_export (team_id, package, month);
create index accounts_export_exported_by on accounts_export (exported_by);
