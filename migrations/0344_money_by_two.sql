-- Money that one operator moved alone, by whom it is for: what counts towards the limit of a day.
create table money_alone (
  id bigint generated always as identity primary key,
  target text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  kind text not null,
  subject_kind text not null,
  subject_id text not null,
  operator text not null,
  at timestamptz not null
);
create index money_alone_target on money_alone (target, currency, at);
create trigger money_alone_append_only before update or delete on money_alone for each row execute function refuse_change();

-- What one operator asked for and another confirms: done then once, with these terms.
create table waiting_act (
  id uuid primary key,
  kind text not null,
  subject_kind text not null,
  subject_id text not null,
  team_id uuid references team,
  target text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  terms jsonb not null,
  says text not null,
  asked_by text not null,
  asked_at timestamptz not null,
  asked_reason text not null,
  ended_how text check (ended_how in ('confirmed', 'refused', 'lapsed')),
  ended_by text,
  ended_at timestamptz,
  ended_reason text,
  confirmed_alone boolean not null default false,
  check ((ended_how is null) = (ended_at is null))
);
create unique index waiting_act_open on waiting_act (kind, subject_kind, subject_id) where ended_how is null;
create index waiting_act_team on waiting_act (team_id);
