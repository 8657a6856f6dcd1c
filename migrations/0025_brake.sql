-- A brake on what happens by itself: far more than was to be expected, as after a clock gone wrong, waits for an operator.

-- What the stored dates made due in the 48 hours from then on.
create table due_forecast (
  source text primary key,
  -- Business clock, and its offset then: a clock that was moved on purpose is counted again.
  counted_at timestamptz not null,
  offset_ms bigint not null,
  expected bigint not null check (expected >= 0)
);

create table due_hold (
  id uuid primary key,
  source text not null,
  held_at timestamptz not null,
  size bigint not null,
  usual bigint not null,
  -- `passed`: what was due is so no more, as when a clock was put right.
  state text not null default 'held' check (state in ('held', 'released', 'passed')),
  ended_at timestamptz,
  ended_by text,
  reason text,
  check ((state = 'held') = (ended_at is null))
);
create unique index due_hold_open on due_hold (source) where state = 'held';

-- What one run of the expiry job ended, so that it can be taken back.
create table expiry_batch (
  id uuid primary key,
  at timestamptz not null,
  gifts integer not null check (gifts > 0),
  reversal_asked_by text,
  reversal_asked_at timestamptz,
  reversal_reason text,
  -- Only while this is set do its gifts leave Expired.
  reversal_confirmed_by text,
  check (num_nonnulls(reversal_asked_by, reversal_asked_at, reversal_reason) in (0, 3)),
  check (reversal_confirmed_by is null or reversal_asked_by is not null)
);

create table expired_gift (
  batch_id uuid not null references expiry_batch,
  huggg_id uuid not null references huggg,
  from_status_id smallint not null references huggg_status,
  -- Null where no money moved: its code had been bought from an issuer.
  transfer_id uuid references ledger_transfer,
  reversed_at timestamptz,
  primary key (batch_id, huggg_id)
);
create index expired_gift_huggg on expired_gift (huggg_id);
create index expired_gift_transfer on expired_gift (transfer_id) where transfer_id is not null;

create or replace function check_huggg_transition() returns trigger language plpgsql as $$
begin
  if old.status_id = 5 and exists (
    select from expired_gift as expired join expiry_batch as batch on batch.id = expired.batch_id
    where expired.huggg_id = old.id and expired.from_status_id = new.status_id and expired.reversed_at is null
      and batch.reversal_confirmed_by is not null) then
    return new;
  end if;
  if not exists (select from huggg_transition where from_id = old.status_id and to_id = new.status_id)
     or (old.status_id = 7 and new.status_id <> old.status_before_updating) then
    raise exception 'huggg % cannot go from % to %', old.id, old.status_id, new.status_id
      using errcode = 'check_violation', constraint = 'huggg_transition';
  end if;
  return new;
end $$;
