-- Operators: the people who run this installation. Identities of their own, never a customer's. Wall-clock times, but for
-- an act's moment.

create table operator (
  id uuid primary key,
  -- Lower case.
  email text not null unique,
  name text not null,
  role text not null check (role in ('support', 'finance', 'owner')),
  password_hash text,
  -- The one-time link to choose a password with, as a hash.
  link_hash text unique,
  link_expires_at timestamptz,
  -- The second factor, sealed for this operator under the installation's secret; null until the first sign-in.
  sealed_secret bytea,
  -- The time step of the newest code taken: neither that code nor an older one works again.
  last_step bigint,
  created_at timestamptz not null,
  deactivated_at timestamptz,
  check ((link_hash is null) = (link_expires_at is null))
);

create table operator_session (
  id uuid primary key,
  operator_id uuid not null references operator,
  -- Of the challenge until the second step, of the session's token after it.
  token_hash text not null unique,
  -- The secret offered in this sign-in, sealed for this row, where the operator has none yet.
  offered_secret bytea,
  address text not null,
  opened_at timestamptz not null,
  second_step_at timestamptz,
  last_used_at timestamptz not null,
  ended_at timestamptz
);
create index operator_session_operator on operator_session (operator_id);

-- What operators did: who, when (business clock, as the audit trail), to what, and why.
create table operator_act (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- Null: at the command line.
  operator_id uuid references operator,
  act text not null,
  subject_kind text not null,
  subject_id text not null,
  team_id uuid,
  -- Null for signing in and out.
  reason text check (reason <> ''),
  request_id text,
  -- Ids and figures only.
  details jsonb not null default '{}'
);
create index operator_act_operator on operator_act (operator_id, id);
create index operator_act_team on operator_act (team_id, id);
create index operator_act_subject on operator_act (subject_kind, subject_id, id);
create trigger operator_act_append_only before update or delete on operator_act for each row execute function refuse_change();
create trigger operator_act_no_truncate before truncate on operator_act execute function refuse_change();
