-- What reconcile found, night by night. Wall-clock times.

create table reconcile_run (
  id uuid primary key,
  -- The night's day in London; null where an operator asked for it.
  night date unique,
  asked_by text,
  reason text check (reason <> ''),
  -- How many checks it is made of.
  checks integer not null check (checks > 0),
  started_at timestamptz not null,
  ended_at timestamptz,
  -- Of all checks, once it has ended.
  findings bigint,
  -- Checks that gave no answer.
  unanswered integer,
  check ((night is null) = (asked_by is not null)),
  check ((asked_by is null) = (reason is null)),
  check ((ended_at is null) = (findings is null) and (ended_at is null) = (unanswered is null))
);
-- One at a time.
create unique index reconcile_run_open on reconcile_run ((true)) where ended_at is null;
create index reconcile_run_started on reconcile_run (started_at desc, id);

create table reconcile_result (
  run_id uuid not null references reconcile_run,
  name text not null,
  ordinal integer not null,
  -- Null where it gave no answer: then why.
  findings bigint,
  error text,
  -- The first of them: subject, expected, found.
  first jsonb not null default '[]',
  duration_ms integer not null,
  ended_at timestamptz not null,
  primary key (run_id, name),
  check ((findings is null) = (error is not null))
);
