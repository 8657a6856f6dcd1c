-- A gift's id is its name, which many may read: a till redeems by what only the recipient holds. An operator may except a
-- till whose program knows ids alone.
create table till_id_permission (
  client_id text primary key references client,
  allowed_at timestamptz not null,
  allowed_by text not null,
  reason text not null
);

-- Which gifts a till tried to redeem by their ids and was refused.
create table till_id_try (
  client_id text not null references client,
  huggg_id uuid not null references huggg,
  tries integer not null check (tries > 0),
  last_at timestamptz not null,
  primary key (client_id, huggg_id)
);
create index till_id_try_latest on till_id_try (last_at);
create index till_id_try_huggg on till_id_try (huggg_id);
