-- People whom a team sends to together, under a name. See docs/decisions/0474-groups-of-recipients.md.

create table recipient_group (
  id uuid primary key,
  team_id uuid not null references team,
  -- Who made it: people who see only their own purchases see only their own groups.
  user_id uuid not null references app_user,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (id, team_id)
);
create unique index recipient_group_name on recipient_group (team_id, user_id, lower(name));
create index recipient_group_user on recipient_group (user_id);

-- Each by one address or number: a purchase goes by email or by text.
create table recipient_group_person (
  id uuid primary key,
  group_id uuid not null,
  team_id uuid not null references team,
  email text,
  phone_number text,
  name text,
  created_at timestamptz not null,
  check (num_nonnulls(email, phone_number) = 1),
  foreign key (group_id, team_id) references recipient_group (id, team_id) on delete cascade
);
create unique index recipient_group_person_address on recipient_group_person (group_id, lower(coalesce(email, phone_number)));
-- To erase people by.
create index recipient_group_person_email on recipient_group_person (lower(email)) where email is not null;
create index recipient_group_person_phone on recipient_group_person (phone_number) where phone_number is not null;
create index recipient_group_person_team on recipient_group_person (team_id);
