-- A team's VAT periods that were filed and closed: each follows the one before it without a gap. A reopened one is deleted:
-- the audit trail keeps what it said.
create table vat_period (
  id uuid primary key,
  team_id uuid not null references team,
  -- The one before it; null of the team's first.
  follows uuid,
  from_day date not null,
  until_day date not null,
  next_day date generated always as (until_day + 1) stored,
  closed_by uuid not null references app_user,
  closed_at timestamptz not null,
  -- As they were filed: one for each currency and rate {currency, basisPoints, net, vat, gross}.
  figures jsonb not null,
  unique (id, team_id),
  unique (id, team_id, next_day),
  -- One first period, and one after each: of two closings at once one fails.
  unique nulls not distinct (team_id, follows),
  -- It begins the day after, and what is followed cannot be reopened.
  foreign key (follows, team_id, from_day) references vat_period (id, team_id, next_day),
  -- Whole months.
  check (extract(day from from_day) = 1 and extract(day from until_day + 1) = 1 and from_day < until_day)
);
create index vat_period_closed_by on vat_period (closed_by);

create function refuse_vat_period_change() returns trigger language plpgsql as $$
begin
  raise exception 'a VAT period that was closed stays as it is' using errcode = 'restrict_violation', constraint = 'vat_period_closed';
end $$;
create trigger vat_period_closed before update on vat_period for each row execute function refuse_vat_period_change();

-- The papers that count in it, each in one period at most. What is on none and has a tax point in a closed period is late.
create table vat_period_paper (
  document_id uuid primary key references document,
  period_id uuid not null references vat_period on delete cascade,
  tax_point date not null
);
create index vat_period_paper_period on vat_period_paper (period_id);
