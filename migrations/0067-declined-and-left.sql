-- What people decided themselves: an invite to a budget that was declined is over as one that was taken back, and a participant who left is
-- out as one who was removed. See docs/decisions/0497-declining-and-leaving-a-budget.md.
alter table team_invite add column declined_at timestamptz;
alter table team_invite add constraint team_invite_declined check (declined_at is null or cancelled_at is not null) not valid;
alter table automated_budget_participant add column has_left boolean not null default false;
alter table automated_budget_participant add constraint automated_budget_participant_left check (not has_left or status = 'deleted') not valid;
