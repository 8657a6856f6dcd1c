-- Who works together, under which plan, with which rights.

create table plan (
  id uuid primary key,
  client_id text references client,
  name text not null,
  price bigint not null default 0 check (price >= 0),
  notice_period integer not null default 1,
  notice_period_unit text not null default 'month' check (notice_period_unit in ('day', 'month', 'year')),
  initial_period integer not null default 1,
  initial_period_unit text not null default 'month' check (initial_period_unit in ('day', 'month', 'year')),
  billing_period text not null default 'month' check (billing_period in ('month', 'year')),
  wallets_limit integer not null default 0 check (wallets_limit >= 0),
  subteams_limit integer not null default 0 check (subteams_limit >= 0),
  themes_limit integer not null default 0 check (themes_limit >= 0),
  participants_limit integer not null default 0 check (participants_limit >= 0),
  hugggs_per_order_limit integer not null default 1000 check (hugggs_per_order_limit >= 0),
  default_role_group_id text not null,
  behaviours jsonb not null default '{}',
  terms_url text not null default '',
  plan_image_url text,
  is_active boolean not null default true,
  price_variation_plan_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deactivated_at timestamptz
);

create table role (
  id uuid primary key,
  name text not null unique,
  permissions text[] not null
);

create table plan_role_group (
  plan_id uuid not null references plan,
  role_group_id text not null,
  role_ids uuid[] not null,
  primary key (plan_id, role_group_id)
);
alter table plan add foreign key (id, default_role_group_id) references plan_role_group (plan_id, role_group_id) deferrable initially deferred;

create table team (
  id uuid primary key,
  name text not null check (name <> ''),
  business_entity_name text,
  business_trading_name text,
  business_address jsonb,
  plan_id uuid not null references plan,
  parent_team_id uuid references team,
  automation_id uuid,
  domain text,
  territory text not null default 'GB' check (territory in ('GB', 'EU')),
  tags text[] not null default '{}',
  reason_codes text[] not null default '{}',
  flags text[] not null default '{}',
  auth_methods text[] not null default '{password}',
  preferences jsonb not null default '{}',
  credit_limit bigint not null default 0 check (credit_limit >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A deleted subteam: no one acts in it any more, and its history stays its parent's to read.
  closed_at timestamptz,
  check (parent_team_id is null or parent_team_id <> id),
  check (closed_at is null or parent_team_id is not null)
);
create index team_parent on team (parent_team_id);

create table team_member (
  team_id uuid not null references team,
  user_id uuid not null references app_user,
  role_group_id text not null,
  created_at timestamptz not null,
  primary key (team_id, user_id)
);
create index team_member_user on team_member (user_id);

alter table app_user add foreign key (team_id) references team;
alter table client add foreign key (team_id) references team;
alter table api_key add foreign key (team_id) references team;
alter table refresh_token add foreign key (team_id) references team;
alter table user_state add foreign key (last_team_id) references team;
