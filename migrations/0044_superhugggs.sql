-- Shareable gifts (superhugggs): one link at which many people claim a gift each. Their gifts are those of its purchases.

create table superhuggg (
  id uuid primary key,
  team_id uuid not null references team,
  user_id uuid not null references app_user,
  shortcode text not null unique,
  claim_method text not null check (claim_method in ('email', 'sms')),
  per_person integer not null check (per_person >= 1),
  -- Who may claim; empty: everyone.
  email_endings text[] not null default '{}',
  number_prefixes text[] not null default '{}',
  paused_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (id, team_id),
  check (email_endings = '{}' or claim_method = 'email'),
  check (number_prefixes = '{}' or claim_method = 'sms')
);
create index superhuggg_team on superhuggg (team_id, created_at desc);

-- The first purchase made it, each later one raised its limit.
alter table transaction add column superhuggg_id uuid;
alter table transaction add constraint transaction_superhuggg_fkey foreign key (superhuggg_id, team_id) references superhuggg (id, team_id);
alter table transaction add check (superhuggg_id is null or delivery_method = 'superhuggg');
create index transaction_superhuggg on transaction (superhuggg_id, created_at, id) where superhuggg_id is not null;

-- A code that was sent to prove an address or number. The code itself is worked out from our secret and stored nowhere.
create table superhuggg_code (
  id uuid primary key,
  superhuggg_id uuid not null references superhuggg,
  -- Holds the address; erased when nothing was claimed with it.
  recipient_id uuid not null references recipient,
  -- Keyed hash of whom it was sent to.
  person_key text not null,
  attempts integer not null default 0 check (attempts between 0 and 5),
  -- Wall clock.
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  replaced_at timestamptz
);
create unique index superhuggg_code_open on superhuggg_code (superhuggg_id, person_key) where used_at is null and replaced_at is null;
create index superhuggg_code_created on superhuggg_code (created_at);

create table superhuggg_claim (
  huggg_id uuid primary key,
  superhuggg_id uuid not null,
  team_id uuid not null,
  person_key text not null,
  -- Which of the gifts that one person may have.
  nth integer not null check (nth >= 1),
  claimed_at timestamptz not null,
  foreign key (superhuggg_id, team_id) references superhuggg (id, team_id),
  foreign key (huggg_id, team_id) references huggg (id, team_id),
  unique (superhuggg_id, person_key, nth)
);
create index superhuggg_claim_latest on superhuggg_claim (superhuggg_id, claimed_at desc, huggg_id);
