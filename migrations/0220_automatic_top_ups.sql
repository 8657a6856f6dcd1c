-- Wallets that are filled from a stored card by themselves: with whose word, how much, and each time it was done.
create table automatic_top_up (
  wallet_id uuid primary key references wallet,
  team_id uuid not null references team,
  -- Whose card it is, and who agreed to it.
  user_id uuid not null references app_user,
  card_id uuid not null references card,
  threshold bigint not null check (threshold > 0),
  amount bigint not null check (amount > 0),
  monthly_limit bigint not null,
  consent text not null,
  consented_at timestamptz not null,
  -- A limit of the day or the month has been reached: until then nothing is charged.
  rests_until timestamptz,
  stopped_at timestamptz,
  stopped_because text check (stopped_because in ('declined', 'card-stopped', 'owner-left', 'rights', 'dispute')),
  check (monthly_limit >= amount),
  check ((stopped_at is null) = (stopped_because is null))
);
create index automatic_top_up_team on automatic_top_up (team_id);
create index automatic_top_up_user on automatic_top_up (user_id);
create index automatic_top_up_card on automatic_top_up (card_id);

create table automatic_top_up_run (
  id uuid primary key,
  wallet_id uuid not null references wallet,
  charge_id uuid not null unique references charge,
  amount bigint not null check (amount > 0),
  started_at timestamptz not null,
  ended_at timestamptz,
  -- `unanswered`: the provider never heard of it. `unused`: the money was given back.
  outcome text check (outcome in ('paid', 'declined', 'unanswered', 'unused')),
  check ((ended_at is null) = (outcome is null))
);
-- One charge of a wallet at a time.
create unique index automatic_top_up_run_open on automatic_top_up_run (wallet_id) where ended_at is null;
create index automatic_top_up_run_wallet on automatic_top_up_run (wallet_id, started_at desc);
