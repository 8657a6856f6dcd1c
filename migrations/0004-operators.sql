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
  -- Where an owner is told of what one operator does alone: an address that a stolen mailbox does not reach.
  second_email text,
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

-- What owners are told. Business time, as what it is about.
create table owner_notice (
  id uuid primary key,
  what text not null,
  -- A reference or a number.
  label text not null,
  operator text not null,
  at timestamptz not null,
  -- When the person who asked may confirm it alone; null where it is done.
  may_confirm_at timestamptz,
  recipients text[] not null check (cardinality(recipients) > 0),
  sent_at timestamptz,
  constraint owner_notice_what_check
    check (what in ('payout', 'bank-details', 'payment-file', 'expiry-reversal', 'second-address', 'repair', 'statement', 'money'))
);

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
create index operator_sign_in_failure_operator on operator_sign_in_failure (operator_id);

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

create trigger operator_act_append_only before update or delete on operator_act for each row execute function refuse_change_while_kept();
create trigger operator_act_no_truncate before truncate on operator_act execute function refuse_change();

-- Money that one operator moved alone, by whom it is for: what counts towards the limit of a day.
create table money_alone (
  id bigint generated always as identity primary key,
  target text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  kind text not null,
  subject_kind text not null,
  subject_id text not null,
  operator text not null,
  at timestamptz not null
);
create index money_alone_target on money_alone (target, currency, at);

create trigger money_alone_append_only before update or delete on money_alone for each row execute function refuse_change();

-- What one operator asked for and another confirms: done then once, with these terms.
create table waiting_act (
  id uuid primary key,
  kind text not null,
  subject_kind text not null,
  subject_id text not null,
  team_id uuid,
  target text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  terms jsonb not null,
  says text not null,
  asked_by text not null,
  asked_at timestamptz not null,
  asked_reason text not null,
  ended_how text check (ended_how in ('confirmed', 'refused', 'lapsed')),
  ended_by text,
  ended_at timestamptz,
  ended_reason text,
  confirmed_alone boolean not null default false,
  check ((ended_how is null) = (ended_at is null))
);
create unique index waiting_act_open on waiting_act (kind, subject_kind, subject_id) where ended_how is null;
create index waiting_act_team on waiting_act (team_id);
