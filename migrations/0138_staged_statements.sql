-- Files of the bank that an operator looks at before they are imported. Kept for a day.
create table bank_staged (
  id uuid primary key,
  file_name text not null,
  layout text not null,
  account text,
  -- Its bytes, under the installation's secret.
  sealed bytea not null,
  staged_by text not null,
  staged_at timestamptz not null
);
create index bank_staged_at on bank_staged (staged_at);
