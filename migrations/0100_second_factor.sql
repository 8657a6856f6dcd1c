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
  user_id uuid not null references second_factor on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Someone whose first step was right, until their second.
create table sign_in_challenge (
  token_hash text primary key,
  user_id uuid not null references app_user,
  client_id text not null references client,
  method text not null check (method in ('password', 'google', 'microsoft')),
  -- The team to act in, where one was asked for.
  team_id uuid,
  expires_at timestamptz not null
);
create index sign_in_challenge_user on sign_in_challenge (user_id);
create index sign_in_challenge_client on sign_in_challenge (client_id);
create index sign_in_challenge_expiry on sign_in_challenge (expires_at);
