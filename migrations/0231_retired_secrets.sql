-- Secrets that the installation had before its present one, sealed under the present one: what they sealed stays readable.
create table retired_secret (
  id uuid primary key,
  sealed bytea not null,
  -- By the wall clock.
  retired_at timestamptz not null
);
