-- Tills of merchants without a till program: a browser that stands in one store. Each is a client of the kind merchant that asks for no
-- tokens. A code signs it in once; then its browser holds a secret. Wall-clock times.
create table till_sign_in (
  client_id text primary key references client,
  store_id uuid not null references store,
  -- The code that is still to be typed.
  code_hash text unique,
  code_expires_at timestamptz,
  token_hash text unique,
  signed_in_at timestamptz,
  last_used_at timestamptz,
  check ((code_hash is null) = (code_expires_at is null)),
  check (token_hash is null or (signed_in_at is not null and last_used_at is not null))
);
create index till_sign_in_store on till_sign_in (store_id);
