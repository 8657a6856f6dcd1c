-- A wallet is a name over ledger accounts; its money is in the ledger only.

create table wallet (
  id uuid primary key,
  team_id uuid not null references team,
  name text not null check (name <> ''),
  currency text not null default 'GBX',
  -- What a bank payment quotes: HG and eight characters.
  reference text not null unique check (reference ~ '^HG[0-9A-Z]{8}$'),
  is_default boolean not null default false,
  tags text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (id, team_id)
);
create unique index wallet_default on wallet (team_id) where is_default;
create index wallet_team on wallet (team_id);

create table remittance_advice (
  id uuid primary key,
  wallet_id uuid not null,
  team_id uuid not null,
  user_id uuid references app_user,
  amount bigint not null check (amount > 0),
  status text not null default 'pending' check (status in ('pending', 'received')),
  created_at timestamptz not null,
  received_at timestamptz,
  foreign key (wallet_id, team_id) references wallet (id, team_id)
);
create index remittance_advice_wallet on remittance_advice (wallet_id);

-- What the bank says arrived. Each bank line is booked once.
create table bank_receipt (
  id uuid primary key,
  bank_line text not null unique,
  wallet_id uuid not null,
  team_id uuid not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  transfer_id uuid not null,
  received_at timestamptz not null,
  foreign key (wallet_id, team_id) references wallet (id, team_id)
);
