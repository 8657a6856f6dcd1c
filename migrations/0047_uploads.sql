-- Pictures that people upload: a team's logos, covers and patterns, re-encoded, among the files.

create table upload (
  id uuid primary key,
  team_id uuid not null references team,
  user_id uuid references app_user,
  kind text not null check (kind in ('logo', 'cover', 'pattern')),
  -- SHA-256 of what is stored: the same picture is kept once for each team and kind.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Where it lies. Never used again for another row, so that removing one cannot take another's picture.
  object_key text not null unique,
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  width integer not null check (width between 1 and 10000),
  height integer not null check (height between 1 and 10000),
  size_bytes integer not null check (size_bytes > 0),
  created_at timestamptz not null,
  -- Wall clock: what nothing has used for a day since then is removed.
  unused_since timestamptz not null,
  unique (team_id, kind, sha256),
  unique (id, team_id)
);
create index upload_unused on upload (unused_since);

-- What shows a picture. A picture that is shown stays.
create table upload_use (
  purpose text not null,
  subject_id uuid not null,
  team_id uuid not null,
  upload_id uuid not null,
  primary key (purpose, subject_id),
  foreign key (upload_id, team_id) references upload (id, team_id)
);
create index upload_use_upload on upload_use (upload_id);

-- Files that no row names, or that none names yet: removed from this moment (wall clock) on, whatever crashed in between.
create table upload_removal (object_key text primary key, remove_after timestamptz not null);
