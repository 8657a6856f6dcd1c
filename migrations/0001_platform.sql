-- What every domain stands on: the business clock, idempotency, the audit trail, throttling.

-- The business clock is the wall clock plus this offset. It only ever grows, and only in the sandbox.
create table business_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null default 0 check (offset_ms >= 0)
);
insert into business_clock default values;

create function refuse_clock_backwards() returns trigger language plpgsql as $$
begin
  if new.offset_ms < old.offset_ms then
    raise exception 'the business clock only moves forward' using errcode = 'check_violation', constraint = 'business_clock_forward';
  end if;
  return new;
end $$;
create trigger business_clock_forward before update on business_clock for each row execute function refuse_clock_backwards();

-- One row per key a caller used, written in the command's own transaction. The answer is sealed with a key derived from the
-- caller's Idempotency-Key, which is not stored: nothing personal can be read here.
create table idempotency_record (
  caller text not null,
  endpoint text not null,
  key_hash text not null,
  request_hash text not null,
  status integer not null default 0,
  sealed_response bytea,
  created_at timestamptz not null default now(),
  primary key (caller, endpoint, key_hash)
);
create index idempotency_record_age on idempotency_record (created_at);

-- Who did what. Ids only: no names, addresses or messages.
create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('user', 'client', 'recipient', 'operator', 'system')),
  actor_id text,
  team_id uuid,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  request_id text,
  detail jsonb not null default '{}'
);
create index audit_event_team on audit_event (team_id, id);
create index audit_event_subject on audit_event (subject_kind, subject_id, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_event_append_only before update or delete on audit_event for each row execute function refuse_change();
create trigger audit_event_no_truncate before truncate on audit_event execute function refuse_change();

-- Attempts at guessable things, per bucket and window (wall clock). Losing it in a crash is harmless.
create unlogged table throttle (
  bucket text primary key,
  attempts integer not null,
  window_ends_at timestamptz not null
);

-- What the sandbox's mail server and phone network received; stays empty in production.
create table sandbox_message (
  id uuid primary key,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text not null default '',
  body_text text not null default '',
  body_html text not null default '',
  message_id text,
  sent_at timestamptz not null,
  ordinal bigint generated always as identity
);
create index sandbox_message_recipient on sandbox_message (recipient, ordinal desc);
