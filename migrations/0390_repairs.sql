-- What faults of earlier releases did is put right by two operators, step by step (decision 390).
create table repair (
  id uuid primary key,
  kind text not null check (kind in ('given-codes', 'stranded-money')),
  asked_by text not null,
  asked_at timestamptz not null,
  reason text not null,
  confirmed_by text,
  confirmed_at timestamptz,
  confirmed_alone boolean not null default false,
  check ((confirmed_by is null) = (confirmed_at is null)),
  check (confirmed_by is null or confirmed_alone or lower(trim(confirmed_by)) <> lower(trim(asked_by)))
);

-- One gift or purchase of a repair, as it was when it was asked for.
create table repair_step (
  id uuid primary key,
  repair_id uuid not null references repair,
  subject_id uuid not null,
  team_id uuid not null references team,
  currency text not null,
  pence bigint not null check (pence >= 0),
  state text not null default 'asked' check (state in ('asked', 'done', 'refused')),
  why text,
  ended_at timestamptz,
  -- Of money that it moved; the undoing of an expiry is a transfer about its gift.
  transfer_id uuid references ledger_transfer,
  told_at timestamptz,
  unique (repair_id, subject_id),
  check ((state = 'asked') = (ended_at is null)),
  check ((state = 'refused') = (why is not null))
);
create index repair_step_subject on repair_step (subject_id);
create index repair_step_team on repair_step (team_id);
create index repair_step_transfer on repair_step (transfer_id) where transfer_id is not null;

-- As it was, and a code that was given out goes back to Fetched by a repair that two operators agreed on.
create or replace function check_huggg_transition() returns trigger language plpgsql as $$
begin
  if old.status_id = 5 and exists (
    select from expired_gift as expired join expiry_batch as batch on batch.id = expired.batch_id
    where expired.huggg_id = old.id and expired.from_status_id = new.status_id and expired.reversed_at is null
      and batch.reversal_confirmed_by is not null) then
    return new;
  end if;
  if old.status_id = 5 and new.status_id = 9 and exists (
    select from repair_step as step join repair on repair.id = step.repair_id
    join expired_gift as expired on expired.huggg_id = step.subject_id
    where step.subject_id = old.id and step.state = 'asked' and repair.kind = 'given-codes' and repair.confirmed_by is not null
      and expired.from_status_id = 9 and expired.reversed_at is null) then
    return new;
  end if;
  if not exists (select from huggg_transition where from_id = old.status_id and to_id = new.status_id)
     or (old.status_id = 7 and new.status_id <> old.status_before_updating) then
    raise exception 'huggg % cannot go from % to %', old.id, old.status_id, new.status_id
      using errcode = 'check_violation', constraint = 'huggg_transition';
  end if;
  return new;
end $$;

alter table owner_notice drop constraint owner_notice_what_check;
alter table owner_notice add constraint owner_notice_what_check
  check (what in ('payout', 'bank-details', 'payment-file', 'expiry-reversal', 'second-address', 'repair', 'statement', 'money')) not valid;
