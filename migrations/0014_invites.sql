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

-- A wish to join a team. One that matches no team has none: it costs the same, and leads nowhere.
create table join_request (
  id uuid primary key,
  team_id uuid references team,
  email text not null check (email = lower(email)),
  created_at timestamptz not null
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
  password_hash text,
  ignore_invites boolean not null default false,
  created_at timestamptz not null,
  check ((details is null) = (password_hash is null))
);

-- A link that proves an address. One asked for by an address without an account has no user.
create table user_verification (
  id uuid primary key,
  action text not null check (action in ('verify', 'upgrade')),
  plan_id uuid references plan,
  user_id uuid references app_user,
  email text not null check (email = lower(email)),
  -- The person who signed up chose it; it becomes the account's with the proof, so that no one's sign-up speaks for another's.
  password_hash text,
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((action = 'upgrade') = (plan_id is not null))
);
create index user_verification_user on user_verification (user_id) where used_at is null;
create index user_verification_expiry on user_verification (expires_at);

-- An invite is mailed to someone who may have no account: its address is the invite's.
alter table outgoing_message add column invite_id uuid references team_invite;
alter table outgoing_message drop constraint outgoing_message_check;
alter table outgoing_message add constraint outgoing_message_addressee check (num_nonnulls(recipient_id, user_id, invite_id) = 1);
