-- People who asked what is held about them, or to be forgotten. See docs/decisions/0177-erasing-people.md.

create table person_erasure (
  id uuid primary key,
  state text not null check (state in ('pending', 'erased', 'blocked', 'withdrawn')),
  -- Of a person with gifts that still run: wait until they end, or cancel them.
  live_gifts text not null check (live_gifts in ('wait', 'cancel')),
  -- Who they are, sealed for this row, until they are erased.
  sealed bytea,
  -- Their addresses as keyed hashes, the same as in the list that is kept outside of the database.
  keys text[] not null,
  -- The gifts that still ran when it was last looked.
  waits_for uuid[] not null default '{}',
  -- When it is looked at next: one that fails is not asked for every second.
  look_after timestamptz not null,
  -- Why a blocked one could not be carried out.
  problem text,
  -- An operator's address; null: at the command line.
  asked_by text,
  asked_at timestamptz not null,
  ended_at timestamptz,
  files_removed_at timestamptz,
  check ((sealed is null) = (state in ('erased', 'withdrawn')))
);
create index person_erasure_pending on person_erasure (asked_at) where state = 'pending';

create table person_export (
  id uuid primary key,
  state text not null check (state in ('queued', 'ready', 'gone')),
  sealed bytea,
  keys text[] not null,
  file_key text,
  asked_by text,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  check ((sealed is null) = (state = 'gone'))
);
create index person_export_expires on person_export (expires_at) where state <> 'gone';

-- Whom the HR system still names and who is not to come back with its next answer.
alter table linked_employee add column erased_at timestamptz;
