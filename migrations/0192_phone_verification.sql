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
