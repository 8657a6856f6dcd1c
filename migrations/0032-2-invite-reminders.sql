-- Someone who has not answered an invite to a budget is reminded of it, twice at most. Business time; null: no more.
alter table team_invite
  add column remind_at timestamptz,
  add column reminders integer not null default 0 check (reminders >= 0);
create index team_invite_remind on team_invite (remind_at) where remind_at is not null;
