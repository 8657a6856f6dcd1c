-- Codes that others make: supplied in advance (a pool for a product), or bought from an issuer when they are first shown.

-- A product with a row here hands out supplied codes, never one of our own making.
create table code_pool (
  product_id uuid primary key references product,
  -- Since when someone was turned away because it was empty; the operator was told then. Cleared by the next import.
  exhausted_at timestamptz,
  created_at timestamptz not null
);

create table supplied_code (
  id uuid primary key,
  product_id uuid not null references code_pool,
  -- Tells the same code of the same brand apart from others, without telling the code.
  fingerprint bytea not null unique,
  -- Code, PIN and link: cannot be read without the installation's secret.
  sealed bytea not null,
  -- The last moment at which its merchant takes it; null for no end.
  expires_at timestamptz,
  huggg_id uuid unique references huggg,
  taken_at timestamptz,
  created_at timestamptz not null,
  check ((huggg_id is null) = (taken_at is null))
);
create index supplied_code_free on supplied_code (product_id, expires_at, id) where huggg_id is null;

create function refuse_second_taking() returns trigger language plpgsql as $$
begin
  raise exception 'a code that was handed out stays handed out' using errcode = 'restrict_violation', constraint = 'supplied_code_once';
end $$;
create trigger supplied_code_once before update or delete on supplied_code for each row
  when (old.huggg_id is not null) execute function refuse_second_taking();

-- A gift's order at an issuer. It is committed before the issuer is asked, and asked again under the same reference until
-- there is an answer: whatever crashes, a gift buys one code.
create table voucher_attempt (
  huggg_id uuid primary key,
  team_id uuid not null,
  issuer text not null,
  product_reference text not null,
  face_value_pence bigint not null check (face_value_pence > 0),
  currency text not null,
  -- A new round, with a new reference, begins only after the issuer said for certain that nothing was issued.
  round integer not null default 1 check (round >= 1),
  client_request_id text not null unique,
  -- asking: it may have been issued · refused: nothing was · fetched: see fetched_voucher
  state text not null check (state in ('asking', 'refused', 'fetched')),
  -- How often the issuer was asked in this round.
  tries integer not null default 0 check (tries >= 0),
  -- Wall clock: anyone who asks holds it until then; and before then no one is to ask.
  leased_until timestamptz,
  paused_until timestamptz,
  -- Business clock: when it is asked again by itself.
  next_try_at timestamptz,
  -- What the issuer last said, in its codes; never a voucher's code.
  last_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (huggg_id, team_id) references huggg (id, team_id),
  check ((state = 'asking') = (next_try_at is not null))
);
create index voucher_attempt_due on voucher_attempt (next_try_at) where state = 'asking';

-- The one code of a gift that was not of our own making, from the moment it was paid for.
create table fetched_voucher (
  huggg_id uuid primary key,
  team_id uuid not null,
  source text not null check (source in ('pool', 'tillo', 'paypoint', 'post-office', 'pin4cash')),
  -- The supplied code, or the reference it was ordered under: each makes one gift's code.
  supplied_code_id uuid unique references supplied_code,
  client_request_id text unique,
  issuer_order text,
  sealed bytea not null,
  expires_at timestamptz,
  transfer_id uuid not null unique,
  fetched_at timestamptz not null,
  foreign key (huggg_id, team_id) references huggg (id, team_id),
  check ((source = 'pool') = (supplied_code_id is not null)),
  check ((source = 'pool') = (client_request_id is null))
);

-- An issuer is being asked for its code: it may be bought already, so no one cancels it and it does not expire.
alter table huggg add column fetching boolean not null default false;
alter table huggg add constraint huggg_fetching check (not fetching or status_id = 3);

-- What the sandbox's issuer has issued: it outlives restarts, and several processes share it.
create table sandbox_issued_voucher (
  client_request_id text primary key,
  ordinal bigint generated always as identity,
  brand text not null,
  amount_pence bigint not null,
  currency text not null,
  answer jsonb not null
);
