-- Someone who has not answered an invite to a budget is reminded of it, twice at most. Business time; null: no more.
alter table team_invite
  add column remind_at timestamptz,
  add column reminders integer not null default 0 check (reminders >= 0);
alter table automated_budget_return validate constraint automated_budget_return_execution_fkey;
alter table automated_budget_return validate constraint automated_budget_return_kind_check;
alter table automated_budget_return validate constraint automated_budget_return_undo;
