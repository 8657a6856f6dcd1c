-- Which terms a person agreed to when signing up: what they were, and their version.
create table terms_acceptance (
  id uuid primary key,
  user_id uuid not null references app_user,
  terms text not null,
  version text not null,
  accepted_at timestamptz not null,
  unique (user_id, terms, version)
);
