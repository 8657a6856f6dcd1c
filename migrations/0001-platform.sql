-- What every domain stands on: the business clock, idempotency, the audit trail, throttling, and how words are found.

-- A day is one of London's.
create function london_day(at timestamptz) returns date language sql immutable parallel safe return (at at time zone 'Europe/London')::date;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- The audit trail stays append-only for as long as the law may ask for it; then it may go. The record that a transfer between
-- wallets stands on is as lasting as the ledger.
create function refuse_change_while_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '6 years' and to_jsonb(old) ->> 'action' is distinct from 'wallet.transferred' then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- The business clock is the wall clock plus this offset. It only ever grows, and only in the sandbox.
create table business_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null default 0
);
insert into business_clock default values;

create function business_now() returns timestamptz language sql stable as
  $$ select now() + offset_ms * interval '1 millisecond' from business_clock $$;

create function refuse_clock_backwards() returns trigger language plpgsql as $$
begin
  if new.offset_ms < old.offset_ms and exists (select from team) then
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

create trigger audit_event_append_only before update or delete on audit_event for each row execute function refuse_change_while_kept();
create trigger audit_event_no_truncate before truncate on audit_event execute function refuse_change();

-- Attempts at guessable things, per bucket and window (wall clock). Losing it in a crash is harmless.
create unlogged table throttle (
  bucket text primary key,
  attempts integer not null,
  window_ends_at timestamptz not null,
  -- Anyone who guesses wrong too often waits longer each time: when the next try is looked at, and whether the latest miss was.
  opens_at timestamptz,
  was_open boolean
);

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

-- Which folder files are kept in, where they are not in a bucket: the same number is written into the folder itself.
create table file_store (
  only_row boolean primary key default true check (only_row),
  id uuid not null
);

-- Secrets that the installation had before its present one, sealed under the present one: what they sealed stays readable.
create table retired_secret (
  id uuid primary key,
  sealed bytea not null,
  -- By the wall clock.
  retired_at timestamptz not null
);

-- Words: how a text is folded and split, so that what is looked for meets what is stored.

-- Text as it is searched: lower case, accents folded, marks between words taken for spaces, apostrophes dropped.
create function fold_search_text(value text) returns text language sql immutable parallel safe return lower(translate(
  value,
  'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝ.,/_+-''’‘',
  'aaaaaaceeeeiiiinoooooouuuuyyaaaaaaceeeeiiiinoooooouuuuy      '
));

-- The words of a text: folded, and split at everything that is neither letter nor digit.
create function split_words(value text) returns text[] language sql immutable parallel safe return
  array_remove(string_to_array(
    regexp_replace(translate(fold_search_text(value), '£€¥©®™°«»“”„…–—·•¿¡', repeat(' ', 19)), '[[:space:][:punct:]]+', ' ', 'g'), ' '), '');

-- Addresses in a text, each whole: far rarer than its parts.
create function address_words(value text) returns text[] language sql immutable parallel safe return
  array(select found[1] from regexp_matches(lower(value), '[a-z0-9._%+-]+@[a-z0-9.-]*', 'g') as found);

-- What a text is found by, and what of a text is looked for.
create function search_words(value text) returns text[] language sql immutable parallel safe return
  split_words(value) || address_words(value);

create function wanted_words(value text) returns text[] language sql immutable parallel safe return
  address_words(value) || split_words(regexp_replace(value, '[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]*', ' ', 'g'));

-- Words under the last twelve digits of their team's id: looking for a word touches no other team's, however many there are.
create function team_words(team uuid, value text) returns tsvector language sql immutable parallel safe return
  array_to_tsvector(array(select right(team::text, 12) || left(word, 60) from unnest(search_words(value)) as word));

-- The same without a team: for few rows that were found otherwise.
create function plain_words(value text) returns tsvector language sql immutable parallel safe return
  array_to_tsvector(array(select left(word, 60) from unnest(search_words(value)) as word));

-- A number as it is stored and, for the United Kingdom, as people there write it.
create function phone_words(value text) returns text language sql immutable parallel safe return
  coalesce(substr(value, 2) || case when value like '+44%' then ' 0' || substr(value, 4) else '' end, '');
