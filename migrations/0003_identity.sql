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
  deactivated_at timestamptz
);
create unique index app_user_email on app_user (lower(email)) where not is_service;

create table user_state (
  user_id uuid primary key references app_user,
  reactions_last_seen timestamptz,
  last_team_id uuid
);

create table contact_preference (
  email text primary key check (email = lower(email)),
  user_id uuid references app_user,
  reaction_summary boolean not null default true,
  updated_at timestamptz not null
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
  revoked_at timestamptz
);
create index api_key_team on api_key (team_id);

-- One sign-in of a person, or one token of a program. Every refresh token descends from it, whatever team it is for, and a
-- replayed one ends it whole. Times of this table and the next are wall-clock times.
create table session (
  id uuid primary key,
  user_id uuid references app_user,
  client_id text references client,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text
);
create index session_of_user on session (user_id) where revoked_at is null;
create index session_of_client on session (client_id, created_at) where user_id is null;

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
