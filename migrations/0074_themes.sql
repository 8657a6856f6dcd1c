-- A team's brand: brandings and giftwraps, themes that join one of each, and every look a theme has had.

create table branding (
  id uuid primary key,
  team_id uuid not null references team,
  settings jsonb not null,
  logo_upload_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index branding_team on branding (team_id);

create table giftwrap (
  id uuid primary key,
  team_id uuid not null references team,
  drawing text not null,
  pattern_upload_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index giftwrap_team on giftwrap (team_id);

create table theme (
  id uuid primary key,
  team_id uuid not null references team,
  name text not null check (name <> ''),
  -- None: the branding that everyone has.
  branding_id uuid references branding,
  -- A giftwrap of a team, or one of the boxes that everyone has.
  giftwrap_id uuid references giftwrap,
  drawn_giftwrap text,
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Taken away; gifts that were bought with it keep its look.
  deleted_at timestamptz,
  check (num_nonnulls(giftwrap_id, drawn_giftwrap) = 1),
  check (not (is_default and deleted_at is not null))
);
create unique index theme_default on theme (team_id) where is_default;
create index theme_team on theme (team_id);
create index theme_branding on theme (branding_id);
create index theme_giftwrap on theme (giftwrap_id);

-- What a theme looked like after each change. Never changed: gifts point here.
create table theme_look (
  id uuid primary key,
  theme_id uuid not null references theme,
  version integer not null,
  look jsonb not null,
  created_by uuid not null references app_user,
  created_at timestamptz not null,
  unique (theme_id, version)
);
create index theme_look_creator on theme_look (created_by);

-- The look of the theme at the moment of the purchase; none for those that everyone has.
alter table transaction add column look_id uuid;
alter table transaction add constraint transaction_look_id_fkey foreign key (look_id) references theme_look not valid;
