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
  deactivated_at timestamptz,
  -- Which plans anyone may take; any other waits for the operator.
  open_for_sign_up boolean not null default false,
  -- Pence for one segment of a text, without VAT; a product's own price wins.
  sms_segment_pence integer not null default 5 check (sms_segment_pence >= 0)
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
  auth_methods text[] not null default '{password,google,microsoft}',
  preferences jsonb not null default '{}',
  credit_limit bigint not null default 0 check (credit_limit >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A deleted subteam: no one acts in it any more, and its history stays its parent's to read.
  closed_at timestamptz,
  -- A team that an operator has deactivated: no one acts in it until it is reactivated. Business clock. Those below it carry
  -- the same moment.
  deactivated_at timestamptz,
  check (parent_team_id is null or parent_team_id <> id),
  check (closed_at is null or parent_team_id is not null)
);
create index team_parent on team (parent_team_id);
create index team_automation on team (automation_id) where automation_id is not null;

alter table app_user add foreign key (team_id) references team;
alter table user_state add foreign key (last_team_id) references team;
alter table client add foreign key (team_id) references team;
alter table api_key add foreign key (team_id) references team;
alter table refresh_token add foreign key (team_id) references team;
alter table waiting_act add foreign key (team_id) references team;

create table team_member (
  team_id uuid not null references team,
  user_id uuid not null references app_user,
  role_group_id text not null,
  created_at timestamptz not null,
  -- Since when someone has the role they have, where it was changed after they joined: anyone who has just got it confirms nothing.
  role_changed_at timestamptz,
  primary key (team_id, user_id)
);
create index team_member_user on team_member (user_id);

-- The one admin who may sign in with a password and a second step although the team asks for another way.
create table emergency_admin (
  team_id uuid primary key references team,
  user_id uuid not null,
  created_at timestamptz not null,
  foreign key (team_id, user_id) references team_member (team_id, user_id) on delete cascade
);

-- Which plan a team was on, and when. Subteams and budgets' participants follow their parent.
create table plan_membership (
  id uuid primary key,
  team_id uuid not null references team,
  plan_id uuid not null references plan,
  started_at timestamptz not null,
  ended_at timestamptz,
  check (ended_at is null or ended_at >= started_at)
);
create unique index plan_membership_current on plan_membership (team_id) where ended_at is null;
create index plan_membership_team on plan_membership (team_id, started_at);
create index plan_membership_plan on plan_membership (plan_id);

-- What would loosen a rule of a team waits here for another person, or for its hour.
create table rule_change (
  id uuid primary key,
  team_id uuid not null references team,
  rule text not null check (rule in ('deliveryMethods', 'maximumHugggExpiryDays', 'deliveryEmailDomains', 'giftingRestrictions', 'recipientSpendCap', 'approvals', 'applyRestrictionsToSubteams')),
  -- As it holds, and as it would.
  from_value jsonb not null,
  to_value jsonb not null,
  -- A person, or the service user of a key.
  asked_by uuid not null references app_user,
  asked_at timestamptz not null,
  -- Where no one else could confirm it: when it holds by itself.
  effective_at timestamptz,
  ends_at timestamptz not null,
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'in-force', 'objected', 'withdrawn', 'replaced', 'lapsed')),
  decided_at timestamptz,
  decided_by uuid references app_user,
  check ((status = 'pending') = (decided_at is null)),
  check (status not in ('confirmed', 'objected') or decided_by is not null),
  -- No one confirms what they asked for.
  check (status <> 'confirmed' or decided_by <> asked_by)
);
create unique index rule_change_pending on rule_change (team_id, rule) where status = 'pending';
create index rule_change_team on rule_change (team_id, asked_at desc);
create index rule_change_due on rule_change ((coalesce(effective_at, ends_at))) where status = 'pending';
create index rule_change_asked_by on rule_change (asked_by);
create index rule_change_decided_by on rule_change (decided_by) where decided_by is not null;

-- What was decided stays, and what was asked for is not changed while someone decides.
create function keep_rule_change() returns trigger language plpgsql as $$
begin
  if old.status <> 'pending' then raise exception 'rule change % has been decided', old.id; end if;
  if (new.team_id, new.rule, new.from_value, new.to_value, new.asked_by, new.asked_at, new.effective_at)
    is distinct from (old.team_id, old.rule, old.from_value, old.to_value, old.asked_by, old.asked_at, old.effective_at)
  then raise exception 'rule change % is kept as it was asked for', old.id; end if;
  return new;
end $$;
create trigger rule_change_kept before update on rule_change for each row execute function keep_rule_change();

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
create table upload_removal (
  object_key text primary key,
  remove_after timestamptz not null
);

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
  -- What a program keeps on a theme of its own: a model theme allows extra properties (specification, section 5).
  extra jsonb not null default '{}',
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

-- Operators who look at the product as a member of a customer's team. Wall-clock times.

-- A team lets operators change things for a while, in itself and the teams below it.
create table impersonation_permission (
  id uuid primary key,
  team_id uuid not null references team,
  -- The admin who said so: it ends where they are one no more.
  allowed_by uuid not null references app_user,
  allowed_at timestamptz not null,
  ends_at timestamptz not null,
  -- Taken back before its time.
  ended_at timestamptz,
  check (ends_at > allowed_at and ends_at <= allowed_at + interval '24 hours')
);
create index impersonation_permission_by on impersonation_permission (allowed_by);
-- One at a time.
create unique index impersonation_permission_open on impersonation_permission (team_id) where ended_at is null;
create index impersonation_permission_team on impersonation_permission (team_id, allowed_at);

create table impersonation (
  id uuid primary key,
  operator_id uuid not null references operator,
  -- As the customer is told, whatever they are called later.
  operator_name text not null,
  -- Whose eyes they look with, and the team they act in.
  user_id uuid not null references app_user,
  team_id uuid not null references team,
  reason text not null check (reason <> ''),
  -- What it may change by, and ends with; null: it only looks.
  permission_id uuid references impersonation_permission,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  -- Before its time.
  ended_at timestamptz,
  check (ends_at > started_at and ends_at <= started_at + interval '1 hour')
);
-- One at a time for each operator.
create unique index impersonation_open on impersonation (operator_id) where ended_at is null;
create index impersonation_operator on impersonation (operator_id, started_at);
create index impersonation_team on impersonation (team_id, started_at);
create index impersonation_user on impersonation (user_id);
create index impersonation_of_permission on impersonation (permission_id);

-- Systems of a customer's that are connected, and the people in them. Erasable in one place: what HR tells of a person is
-- in linked_employee, and goes with the connection.

create table linked_account (
  id uuid primary key,
  team_id uuid not null references team,
  category text not null check (category in ('hris')),
  integration_slug text not null,
  integration_name text not null,
  status text not null default 'pending' check (status in ('pending', 'syncing', 'active')),
  -- The provider's account token.
  sealed_token bytea,
  created_by uuid not null references app_user,
  last_synced_at timestamptz,
  -- When people are read next; business clock.
  sync_due_at timestamptz,
  sync_error text check (sync_error in ('revoked', 'unreachable')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (id, team_id),
  -- A team has one of each kind.
  unique (team_id, category),
  check ((status = 'pending') = (sealed_token is null))
);
create index linked_account_creator on linked_account (created_by);
create index linked_account_due on linked_account (sync_due_at) where sync_due_at is not null;

create table linked_group (
  linked_account_id uuid not null references linked_account on delete cascade,
  -- The provider's.
  id text not null,
  kind text not null check (kind in ('team', 'location', 'employment-type')),
  name text not null,
  primary key (linked_account_id, id)
);

create table linked_employee (
  linked_account_id uuid not null references linked_account on delete cascade,
  -- The provider's, and the same for as long as the person is known there.
  id text not null,
  first_name text not null,
  surname text not null,
  work_email text check (work_email = lower(work_email)),
  start_date date,
  birthday date,
  status text not null check (status in ('active', 'pending', 'inactive')),
  group_ids text[] not null default '{}',
  -- Whom the HR system still names and who is not to come back with its next answer.
  erased_at timestamptz,
  primary key (linked_account_id, id)
);
create index linked_employee_groups on linked_employee using gin (group_ids);
