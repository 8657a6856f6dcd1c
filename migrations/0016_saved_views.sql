-- Filters of a list that someone gave a name to, to come back to. Theirs alone, in one team.
create table saved_view (
  team_id uuid not null references team,
  user_id uuid not null references app_user,
  -- Which list: purchases, or single gifts.
  place text not null check (place in ('gifts', 'purchases')),
  name text not null check (name <> ''),
  -- As it stands in the list's address.
  query text not null,
  updated_at timestamptz not null,
  primary key (team_id, user_id, place, name)
);
