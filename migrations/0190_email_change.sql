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
