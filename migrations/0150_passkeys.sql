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

-- Recovery codes belong to an account whose second step may be passkeys alone.
alter table recovery_code drop constraint recovery_code_user_id_fkey;
alter table recovery_code add constraint recovery_code_user foreign key (user_id) references app_user not valid;
