-- What operators tell customers at the top of their pages, on the business clock.

create table announcement (
  id uuid primary key,
  text text not null check (text <> ''),
  level text not null check (level in ('info', 'warning', 'danger')),
  from_at timestamptz not null,
  -- Exclusive; ending it early brings this forward.
  until_at timestamptz not null,
  -- Whom it is for: everyone where both are null. A team's subteams too.
  plan_id uuid references plan,
  team_id uuid references team,
  created_at timestamptz not null,
  check (until_at >= from_at),
  check (plan_id is null or team_id is null)
);
create index announcement_until on announcement (until_at);
create index announcement_plan on announcement (plan_id);
create index announcement_team on announcement (team_id);

-- Forgotten once the words change: another text is another announcement.
create table announcement_dismissal (
  announcement_id uuid not null references announcement,
  user_id uuid not null references app_user,
  dismissed_at timestamptz not null,
  primary key (announcement_id, user_id)
);
create index announcement_dismissal_user on announcement_dismissal (user_id);
