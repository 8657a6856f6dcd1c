-- How people come in: invites to a team, wishes to join one, sign-ups, and proofs that an address is someone's.
-- Expiries are wall-clock times. No token is stored: each is worked out from our secret when it is mailed.

create table team_invite (
  id uuid primary key,
  team_id uuid not null references team,
  type text not null check (type in ('participant', 'subteam', 'automation-participant')),
  email text not null check (email = lower(email)),
  role_group_id text not null,
  -- The automated budget it invites to.
  automation_id uuid,
  -- What the new subteam will be called, where the inviter chose.
  subteam_name text check (subteam_name <> ''),
  sender_id uuid references app_user,
  client_id text references client,
  -- Counts the sendings: each has a token of its own, and only the last one works.
  version integer not null default 1 check (version > 0),
  token_hash text not null unique,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references app_user,
  accepted_resource_id uuid,
  auto_accepted boolean not null default false,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (id, team_id),
  check ((type = 'automation-participant') = (automation_id is not null)),
  check (type = 'subteam' or subteam_name is null),
  check ((accepted_at is null) = (accepted_by is null)),
  check (accepted_at is null or cancelled_at is null)
);
-- No one is invited twice to the same thing.
create unique index team_invite_open on team_invite (team_id, type, email, coalesce(automation_id, team_id)) where accepted_at is null and cancelled_at is null;
create index team_invite_team on team_invite (team_id, id desc) where cancelled_at is null;
create index team_invite_email on team_invite (email) where accepted_at is null and cancelled_at is null;
create index team_invite_team_id on team_invite (team_id);

-- A wish to join a team. One that matches no team has none: it costs the same, and leads nowhere.
create table join_request (
  id uuid primary key,
  team_id uuid references team,
  email text not null check (email = lower(email)),
  created_at timestamptz not null,
  -- What an admin said to a wish to join. A wish that was declined is not told of again while it is kept.
  decision text check (decision in ('accepted', 'declined'))
);
create index join_request_age on join_request (created_at);
create index join_request_team on join_request (team_id, email);

-- A sign-up, or its first step, until a job has dealt with it a moment later. Written down alike whether or not the address
-- has an account, so that neither answer nor time tells.
create table sign_up (
  id uuid primary key,
  email text not null check (email = lower(email)),
  -- Null for the first step only.
  details jsonb,
  ignore_invites boolean not null default false,
  created_at timestamptz not null
);

-- A link that proves an address. One asked for by an address without an account has no user.
create table user_verification (
  id uuid primary key,
  action text not null check (action in ('verify', 'upgrade')),
  plan_id uuid references plan,
  user_id uuid references app_user,
  email text not null check (email = lower(email)),
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- What someone typed who signed up with an address that had an unproven account: it becomes the account's with the link that is used.
  details jsonb,
  -- The team that an upgrade by link is for. Links from before name none, and upgrade nothing.
  team_id uuid,
  check ((action = 'upgrade') = (plan_id is not null)),
  constraint user_verification_team_id_fkey foreign key (team_id) references team
);
create index user_verification_user on user_verification (user_id) where used_at is null;
create index user_verification_expiry on user_verification (expires_at);
create index user_verification_user_id on user_verification (user_id);
create index user_verification_team on user_verification (team_id) where team_id is not null;

-- Which terms a person agreed to when signing up: what they were, and their version.
create table terms_acceptance (
  id uuid primary key,
  user_id uuid not null references app_user,
  terms text not null,
  version text not null,
  accepted_at timestamptz not null,
  unique (user_id, terms, version)
);

-- Each mail that invites someone, for a day: withdrawing an invite does not make its mail unsent. Wall clock.
create table invite_mail (
  id bigint generated always as identity primary key,
  -- The first team of the organisation that sent it.
  team_id uuid not null references team,
  email_hash text not null,
  -- Of a budget that is paid for: counted apart.
  is_budget boolean not null,
  sent_at timestamptz not null
);
create index invite_mail_team on invite_mail (team_id, sent_at);
create index invite_mail_email on invite_mail (email_hash, sent_at);
create index invite_mail_sent on invite_mail (sent_at);

-- Signing in with Google and Microsoft. All times are wall-clock times.

-- A browser that was sent to a provider. Its state is the only secret: what is derived from it is stored nowhere.
create table sso_request (
  state_hash text primary key,
  provider text not null check (provider in ('google', 'microsoft')),
  -- The person who was signed in, and wants another way into their account.
  user_id uuid references app_user,
  expires_at timestamptz not null
);
create index sso_request_user on sso_request (user_id);
create index sso_request_expiry on sso_request (expires_at);

-- Someone whom a provider knows, until they have shown that an account is theirs.
create table sso_link (
  id uuid primary key,
  -- Of the browser that began it.
  state_hash text not null,
  provider text not null check (provider in ('google', 'microsoft', 'saml')),
  subject text not null,
  user_id uuid not null references app_user,
  client_id text not null references client,
  proof text not null check (proof in ('password', 'code')),
  -- What the provider calls them: for an account whose address no one has proven before.
  first_name text not null default '',
  surname text not null default '',
  -- Where someone new opens a team.
  plan_id uuid references plan,
  tries integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Whose provider it is, for one of a team's own.
  only_team_id uuid,
  -- Anyone who signs up by a provider agrees to the terms before an account is theirs.
  terms_accepted boolean not null default false
);
create index sso_link_user on sso_link (user_id);
create index sso_link_client on sso_link (client_id);
create index sso_link_plan on sso_link (plan_id);
create index sso_link_expiry on sso_link (expires_at);

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
  updated_at timestamptz not null,
  -- When a provider's metadata was last read from its address, by the wall clock; null where it was not since this was kept.
  metadata_read_at timestamptz
);

-- Domains whose people a team's provider may vouch for, once a DNS record has shown that they are the team's.
create table saml_domain (
  team_id uuid not null references team,
  domain text not null check (domain = lower(domain)),
  -- What the record must say.
  token text not null,
  verified_at timestamptz,
  created_at timestamptz not null,
  -- People whom Google or Microsoft vouches for join the team that has verified their address's domain, where it wants that.
  auto_accept boolean not null default false,
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
