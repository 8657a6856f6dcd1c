-- People, programs, and what proves who they are. Secrets are stored as hashes only.

create table app_user (
  id uuid primary key,
  email text not null,
  first_name text not null default '',
  surname text not null default '',
  send_as_name text,
  password_hash text,
  marketing boolean not null default false,
  mobile text,
  tags text[] not null default '{}',
  type integer not null default 4,
  team_id uuid,
  verified_email boolean not null default false,
  verified_phone_number boolean not null default false,
  google_id text unique,
  microsoft_id text unique,
  date_of_birth date,
  zone text not null default 'Europe/London',
  -- A service user acts for a program: it cannot sign in.
  is_service boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deactivated_at timestamptz,
  -- An operator typed the details of this account: a mailed link to a first password completes it. What a sign-up typed, it does not.
  opened_by_operator boolean not null default false
);
create unique index app_user_email on app_user (lower(email)) where not is_service;
create index app_user_search on app_user using gin (
  plain_words(first_name || ' ' || surname || ' ' || coalesce(send_as_name, '') || ' ' || email));

create table user_state (
  user_id uuid primary key references app_user,
  reactions_last_seen timestamptz,
  last_team_id uuid
);

create table contact_preference (
  email text primary key check (email = lower(email)),
  user_id uuid references app_user,
  reaction_summary boolean not null default true,
  updated_at timestamptz not null,
  -- What else people may be emailed, or not: receipts and invoices, and money to give.
  receipts boolean not null default true,
  allowances boolean not null default true
);

create table client (
  id text primary key,
  name text not null,
  secret_hash text not null,
  -- web: our own app, may exchange passwords; customer: acts in one team as its service user; merchant: a till of one brand.
  kind text not null check (kind in ('web', 'customer', 'merchant')),
  team_id uuid,
  service_user_id uuid references app_user,
  brand_id uuid,
  base_highball_url text,
  created_at timestamptz not null,
  revoked_at timestamptz,
  check (kind <> 'customer' or (team_id is not null and service_user_id is not null)),
  check (kind <> 'merchant' or brand_id is not null)
);

create table api_key (
  id uuid primary key,
  team_id uuid not null,
  user_id uuid not null references app_user,
  name text not null,
  -- The first characters, to tell keys apart on screen.
  hint text not null,
  key_hash text not null unique,
  created_by uuid references app_user,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  scopes text[] not null default '{read,send,manage}',
  -- Wall clock; null where it works until it is revoked.
  expires_at timestamptz,
  constraint api_key_scopes check (scopes <@ '{read,send,manage}' and cardinality(scopes) > 0)
);
create index api_key_team on api_key (team_id);
create index api_key_user_id on api_key (user_id);

-- One sign-in of a person, or one token of a program. Every refresh token descends from it, whatever team it is for, and a
-- replayed one ends it whole. Times of this table and the next are wall-clock times.
create table session (
  id uuid primary key,
  user_id uuid references app_user,
  client_id text references client,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text,
  -- How the person signed in; a password before this was written down.
  method text,
  -- As the session was opened: "Firefox on Windows", and the network address. Null before this was written down.
  browser text,
  address text,
  -- A team's provider signs in to that team and its subteams, and nowhere else.
  only_team_id uuid,
  constraint session_method check (method in ('password', 'google', 'microsoft', 'saml'))
);
create index session_of_user on session (user_id) where revoked_at is null;
create index session_of_client on session (client_id, created_at) where user_id is null;
create index session_user_id on session (user_id);
-- For the hourly chore that forgets where old sessions were opened.
create index session_with_address on session (last_used_at) where address is not null;

create table refresh_token (
  token_hash text primary key,
  session_id uuid not null references session on delete cascade,
  -- The team acted in; null for someone who belongs to none.
  team_id uuid,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_token_session on refresh_token (session_id);

-- A wish for a new password. One for an address without an account has no user: it costs the same, and leads nowhere.
-- Wall-clock times.
create table password_reset (
  id uuid primary key,
  user_id uuid references app_user,
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_reset_user on password_reset (user_id) where used_at is null;
create index password_reset_user_id on password_reset (user_id);

-- What API keys were used for, for 30 days. Without bodies and without ids of people: a path is the contract's.

create table api_request (
  id bigint generated always as identity primary key,
  api_key_id uuid not null references api_key,
  -- Wall clock.
  at timestamptz not null,
  method text not null,
  path text not null,
  status smallint not null,
  duration_ms integer not null,
  request_id text not null,
  -- Why a request with an API key was refused, and what was in it, without what a person wrote or is: the names of the wrong
  -- fields, and the body in outline. `caller_request_id` is the `X-Request-Id` that came with it, if any: ours is our own.
  code text,
  fields jsonb,
  body jsonb,
  caller_request_id text
);
create index api_request_key on api_request (api_key_id, id);
-- The few that went wrong are found without reading the many that did not.
create index api_request_refused on api_request (api_key_id, id) where status >= 400;
create index api_request_at on api_request using brin (at);

-- Two-step sign-in: the codes of an authenticator app (TOTP, RFC 6238), and recovery codes. Wall-clock times.

create table second_factor (
  user_id uuid primary key references app_user,
  -- Sealed for this user under the installation's secret.
  sealed_secret bytea not null,
  -- Only the session that began it is shown the secret, until a code has confirmed it.
  begun_by_session uuid not null,
  begun_at timestamptz not null,
  -- It counts from here on.
  confirmed_at timestamptz,
  -- The time step of the newest code taken: neither that code nor an older one works again.
  last_step bigint
);

create table recovery_code (
  user_id uuid not null,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash),
  constraint recovery_code_user foreign key (user_id) references app_user
);

-- Someone whose first step was right, until their second.
create table sign_in_challenge (
  token_hash text primary key,
  user_id uuid not null references app_user,
  client_id text not null references client,
  method text not null check (method in ('password', 'google', 'microsoft', 'saml')),
  -- The team to act in, where one was asked for.
  team_id uuid,
  expires_at timestamptz not null,
  only_team_id uuid
);
create index sign_in_challenge_user on sign_in_challenge (user_id);
create index sign_in_challenge_client on sign_in_challenge (client_id);
create index sign_in_challenge_expiry on sign_in_challenge (expires_at);

-- Browsers that someone has signed in from: a new one is told by email. The mark that a browser keeps rests as a hash.
create table known_device (
  user_id uuid not null references app_user,
  device_hash text not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_hash)
);

-- Passkeys (WebAuthn): the second step after a password, or a way in by themselves. Wall-clock times.

create table passkey (
  id uuid primary key,
  user_id uuid not null references app_user,
  -- What its authenticator calls it, base64url: it belongs to one account only.
  credential_id text not null unique,
  -- COSE.
  public_key bytea not null,
  -- How often it says it was used; 0 where it does not count.
  counter bigint not null,
  transports text[] not null default '{}',
  -- A service copies it to its owner's other devices.
  is_synced boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- Its count went backwards, so it may have been copied: it opens nothing any more.
  blocked_at timestamptz
);
create index passkey_user on passkey (user_id);

-- A question that a browser was sent away with, for a passkey to sign. Each is answered once.
create table passkey_request (
  challenge_hash text primary key,
  purpose text not null check (purpose in ('add', 'prove', 'sign-in', 'second-step')),
  -- Hash of what only that browser has: its session, or the secret of its sign-in.
  holder_hash text not null,
  user_id uuid references app_user,
  expires_at timestamptz not null
);
create index passkey_request_user on passkey_request (user_id);
create index passkey_request_expiry on passkey_request (expires_at);

-- A wish to sign in with another address. Both addresses confirm it, each by its own link. Wall-clock times.

create table email_change (
  id uuid primary key,
  user_id uuid not null references app_user,
  -- It goes on when the change is done; every other session ends.
  session_id uuid not null,
  old_email text not null,
  new_email text not null,
  old_token_hash text not null unique,
  new_token_hash text not null unique,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  done_at timestamptz,
  stopped_at timestamptz
);
create unique index email_change_open on email_change (user_id) where done_at is null and stopped_at is null;
create index email_change_user on email_change (user_id);
create index email_change_expiry on email_change (expires_at);

-- Codes that show whose a mobile number is. The code itself is worked out from our secret. Wall-clock times.

create table phone_verification (
  id uuid primary key,
  user_id uuid not null references app_user,
  -- Keyed hash of the number: another one typed meanwhile is not proven by the code.
  number_hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  replaced_at timestamptz
);
create index phone_verification_user on phone_verification (user_id);
create index phone_verification_expiry on phone_verification (expires_at);
