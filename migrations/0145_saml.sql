-- Signing in with a team's own identity provider by SAML 2.0. All times are wall-clock times.

-- A team's provider. One that is off signs no one in.
create table saml_connection (
  team_id uuid primary key references team,
  -- Whom its assertions are from.
  entity_id text not null,
  -- Where browsers are sent.
  sign_in_url text not null,
  -- Of the keys it signs with, as base64 DER.
  certificates text[] not null check (cardinality(certificates) > 0),
  -- Where its metadata was read from; null where it was given as a file.
  metadata_url text,
  is_active boolean not null default false,
  -- What became of the newest test.
  tested_at timestamptz,
  test_result jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Domains whose people a team's provider may vouch for, once a DNS record has shown that they are the team's.
create table saml_domain (
  team_id uuid not null references team,
  domain text not null check (domain = lower(domain)),
  -- What the record must say.
  token text not null,
  verified_at timestamptz,
  created_at timestamptz not null,
  primary key (team_id, domain)
);
-- One team at a time.
create unique index saml_domain_verified on saml_domain (domain) where verified_at is not null;

-- A browser that was sent to a provider. What it must bring back rests as hashes.
create table saml_request (
  -- Of the RelayState, which the provider hands back.
  relay_hash text primary key,
  -- The ID of our request, which the assertion must name.
  request_id text not null unique,
  team_id uuid not null references team,
  -- Of what the browser that began it keeps.
  state_hash text not null,
  -- An admin tries the connection: no one is signed in.
  is_test boolean not null default false,
  expires_at timestamptz not null,
  -- An answer is taken once.
  answered_at timestamptz,
  -- Of what the starting browser redeems, and whom the answer proved.
  code_hash text unique,
  name_id text,
  email text,
  first_name text,
  surname text
);
create index saml_request_expiry on saml_request (expires_at);

-- Assertions that were taken: none is taken twice.
create table saml_assertion (
  team_id uuid not null references team,
  assertion_id text not null,
  expires_at timestamptz not null,
  primary key (team_id, assertion_id)
);
create index saml_assertion_expiry on saml_assertion (expires_at);

-- Whose account a person of a team's provider is.
create table saml_identity (
  team_id uuid not null references team,
  name_id text not null,
  user_id uuid not null references app_user,
  created_at timestamptz not null,
  primary key (team_id, name_id)
);
create index saml_identity_user on saml_identity (user_id);

-- The one admin who may sign in with a password and a second step although the team asks for another way.
create table emergency_admin (
  team_id uuid primary key references team,
  user_id uuid not null,
  created_at timestamptz not null,
  foreign key (team_id, user_id) references team_member (team_id, user_id) on delete cascade
);

alter table session drop constraint session_method;
alter table session
  add constraint session_method check (method in ('password', 'google', 'microsoft', 'saml')) not valid;
-- A team's provider signs in to that team and its subteams, and nowhere else.
alter table session add column only_team_id uuid;

alter table sign_in_challenge drop constraint sign_in_challenge_method_check;
alter table sign_in_challenge
  add constraint sign_in_challenge_method_check check (method in ('password', 'google', 'microsoft', 'saml')) not valid;
alter table sign_in_challenge add column only_team_id uuid;

alter table sso_link drop constraint sso_link_provider_check;
alter table sso_link
  add constraint sso_link_provider_check check (provider in ('google', 'microsoft', 'saml')) not valid;
-- Whose provider it is, for one of a team's own.
alter table sso_link add column only_team_id uuid;

-- The keys of simulated providers: a connection outlives a restart. In the sandbox only.
create table sandbox_saml_key (
  provider text primary key,
  private_key text not null,
  certificate text not null
);
