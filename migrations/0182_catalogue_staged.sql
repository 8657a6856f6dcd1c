-- Catalogue files that an operator looks at before they are imported. Kept for a day.
create table catalogue_staged (
  id uuid primary key,
  file_name text not null,
  document text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  staged_by text not null,
  staged_at timestamptz not null
);
create index catalogue_staged_at on catalogue_staged (staged_at);
