-- Files in which a rail says what it paid out. The same file is taken in once.
create table rail_file (
  id uuid primary key,
  rail text not null check (rail in ('cash-out', 'energy', 'post-office', 'pin')),
  name text not null,
  digest bytea not null,
  -- The day that it is of, in its own words.
  day date not null,
  lines integer not null check (lines >= 0),
  amount_pence bigint not null check (amount_pence >= 0),
  -- Lines of it that an earlier file had told.
  repeated integer not null check (repeated between 0 and lines),
  taken_in_at timestamptz not null,
  taken_in_by text not null,
  unique (rail, digest)
);
create index rail_file_taken_in on rail_file (taken_in_at desc, id);

-- One thing that a rail did, by its own name for it, which it uses once: told twice, it counts once.
create table rail_entry (
  rail text not null,
  entry text not null,
  file_id uuid not null references rail_file,
  line integer not null,
  -- What the code was asked for under; whose it is, is looked up when it is asked.
  reference text not null,
  event text not null check (event in ('cashed', 'expired', 'cancelled')),
  amount_pence bigint not null check (amount_pence >= 0),
  day date not null,
  primary key (rail, entry)
);
create index rail_entry_file on rail_entry (file_id, line);
create index rail_entry_reference on rail_entry (rail, reference);

create function refuse_rail_change() returns trigger language plpgsql as $$
begin
  raise exception 'what a rail has told stays as it was told' using errcode = 'check_violation';
end $$;
create trigger rail_entry_kept before update or delete on rail_entry for each row execute function refuse_rail_change();

-- The sandbox's rails: their codes, what became of them, and the files that were exchanged.
create table sandbox_rail_code (
  rail text not null,
  reference text not null,
  ordinal bigint generated always as identity,
  code text not null unique,
  pin text,
  amount_pence bigint not null,
  cashed_pence bigint not null default 0,
  state text not null default 'unused' check (state in ('unused', 'part-cashed', 'cashed', 'expired', 'cancelled')),
  valid_until date not null,
  primary key (rail, reference)
);

create table sandbox_rail_event (
  ordinal bigint generated always as identity primary key,
  rail text not null,
  reference text not null,
  event text not null,
  amount_pence bigint not null,
  day date not null
);

create table sandbox_rail_answer (
  rail text not null,
  name text not null,
  -- Null until it is let go.
  result text,
  held text,
  primary key (rail, name)
);
