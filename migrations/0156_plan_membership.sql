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
insert into plan_membership (id, team_id, plan_id, started_at)
  select gen_random_uuid(), id, plan_id, created_at from team where parent_team_id is null;

-- A wish for another plan: waits for its invoice or the operator, or for the end of a period. `approved_at` closes it.
alter table plan_request
  add column kind text not null default 'upgrade',
  add column status text not null default 'requested',
  add column effective_at timestamptz,
  add column plan_invoice_id uuid,
  -- Why it was closed, where someone says so.
  add column reason text;
alter table plan_request add constraint plan_request_kind check (kind in ('upgrade', 'downgrade', 'cancel')) not valid;
alter table plan_request add constraint plan_request_status
  check (status in ('requested', 'pending', 'scheduled', 'done', 'withdrawn')) not valid;
alter table plan_request add constraint plan_request_scheduled check (status <> 'scheduled' or effective_at is not null) not valid;
-- lint: a handful of rows
update plan_request set status = 'done' where approved_at is not null;
