-- The language that a person's letters are in; null for English.
alter table person add column language text;

-- Letters that were printed together, by whom and when.
create table award_letter_run (
  id uuid primary key,
  team_id uuid not null references team,
  made_by uuid not null references app_user,
  made_at timestamptz not null
);
create index award_letter_run_team on award_letter_run (team_id, made_at desc, id);
create index award_letter_run_made_by on award_letter_run (made_by);

create table award_letter (
  award_id uuid not null references award,
  -- How many links the award had before the one in the letter: each link is printed once.
  nth integer not null check (nth >= 0),
  run_id uuid not null references award_letter_run,
  primary key (award_id, nth)
);
create index award_letter_run_id on award_letter (run_id);
