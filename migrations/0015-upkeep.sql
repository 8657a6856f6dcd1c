-- Lists that people take away, what is kept about people and forgotten, what reconcile found; and the sandbox's own tables.

-- A list asked for as a file. Its query may name people: it is blanked together with the file, a week after.
create table export_request (
  id uuid primary key,
  kind text not null check (kind in ('hugggs', 'statement')),
  team_id uuid not null references team,
  user_id uuid not null references app_user,
  -- What its maker could see when asking.
  team_ids uuid[] not null,
  own_only boolean not null,
  wallet_id uuid references wallet,
  format text not null check (format in ('csv', 'xlsx')),
  query jsonb not null,
  sort jsonb not null,
  status text not null default 'created' check (status in ('created', 'processing', 'completed', 'failed')),
  -- Null until the list is fixed.
  total_hits integer,
  -- Rows that are safely in parts, how many parts, and for a statement where the next one begins.
  rows_done integer not null default 0,
  parts_done integer not null default 0,
  next_cursor text,
  attempts integer not null default 0,
  file_key text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  -- The file, its parts and the query are gone.
  emptied_at timestamptz,
  -- Whether the person who asked for a list may hand its gifts out themselves.
  with_links boolean not null default false,
  check ((kind = 'statement') = (wallet_id is not null)),
  check ((status = 'completed') = (file_key is not null) or emptied_at is not null)
);
create index export_request_expiry on export_request (expires_at) where emptied_at is null;
create index export_request_wallet on export_request (wallet_id) where wallet_id is not null;

-- Which gifts an export holds, in its order: fixed at its beginning, gone at its end.
create table export_row (
  export_id uuid not null references export_request,
  position integer not null,
  huggg_id uuid not null,
  primary key (export_id, position)
);

-- Filters of a list that someone gave a name to, to come back to. Theirs alone, in one team.
create table saved_view (
  team_id uuid not null references team,
  user_id uuid not null references app_user,
  -- Which list: purchases, or single gifts.
  place text not null check (place in ('gifts', 'purchases')),
  name text not null check (name <> ''),
  -- As it stands in the list's address.
  query text not null,
  updated_at timestamptz not null,
  primary key (team_id, user_id, place, name)
);

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

-- What the sandbox's card provider remembers; stays empty in production. No card number is in it either.
create table sandbox_card_record (
  id text primary key,
  kind text not null,
  -- Payments by our reference, and by their 3-D Secure session.
  reference text,
  session text unique,
  body jsonb not null,
  ordinal bigint generated always as identity,
  constraint sandbox_card_record_kind_check
    check (kind in ('token', 'payment', 'instrument', 'dispute', 'answer', 'event', 'session'))
);
create index sandbox_card_record_reference on sandbox_card_record (reference);

-- What the sandbox's issuer has issued: it outlives restarts, and several processes share it.
create table sandbox_issued_voucher (
  client_request_id text primary key,
  ordinal bigint generated always as identity,
  brand text not null,
  amount_pence bigint not null,
  currency text not null,
  answer jsonb not null
);

-- The sandbox's HR provider: whom it has linked, and the company that its systems all tell of.

create table sandbox_hr_token (
  token text primary key,
  kind text not null check (kind in ('link', 'public', 'account')),
  origin_id text not null,
  integration text not null,
  ordinal bigint generated always as identity
);

create table sandbox_employee (
  id uuid primary key,
  ordinal bigint generated always as identity,
  first_name text not null,
  last_name text not null,
  work_email text not null,
  team text not null,
  location text not null,
  employment_type text not null,
  start_date date not null,
  date_of_birth date,
  status text not null check (status in ('ACTIVE', 'PENDING', 'INACTIVE'))
);

-- The keys of simulated providers: a connection outlives a restart. In the sandbox only.
create table sandbox_saml_key (
  provider text primary key,
  private_key text not null,
  certificate text not null
);

-- What is forgotten after its time, and how much room tables take. See docs/decisions/0176-what-is-forgotten.md.

-- What the nightly job has forgotten, by rule: written with every batch, so that a night that was cut short goes on.
create table retention_run (
  rule text primary key,
  -- The London day of its last night.
  night date not null,
  -- In that night, and in all.
  forgotten integer not null,
  forgotten_in_all bigint not null,
  -- The last night it came to its end, and when.
  finished_night date,
  finished_at timestamptz
);

-- Read once a night: growth is the difference.
create table table_size (
  day date not null,
  name text not null,
  bytes bigint not null,
  primary key (day, name)
);
