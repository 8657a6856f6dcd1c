-- Lists of people as they were typed, right and wrong rows: a draft keeps them until all of them are right. Erasable.
alter table basket_letter add column typed jsonb, add column typed_at timestamptz;
create table automated_budget_list (
  budget_id uuid primary key,
  team_id uuid not null,
  content jsonb not null,
  updated_at timestamptz not null,
  foreign key (budget_id, team_id) references automated_budget (id, team_id) on delete cascade
);
-- What a list or an HR system calls someone, until they have a name of their own. Erasable.
alter table automated_budget_participant add column name text;
