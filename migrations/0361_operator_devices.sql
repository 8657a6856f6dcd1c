-- Browsers that operators have signed in with, so that a stranger's wrong tries slow no one there; and which sign-ins failed.
create table operator_device (
  operator_id uuid not null references operator,
  device_hash text not null,
  last_seen_at timestamptz not null,
  primary key (operator_id, device_hash)
);

create table operator_sign_in_failure (
  id uuid primary key,
  -- Whose address was given; null where it is no operator's.
  operator_id uuid references operator,
  step text not null check (step in ('password', 'code', 'link')),
  at timestamptz not null
);
create index operator_sign_in_failure_at on operator_sign_in_failure (at);
