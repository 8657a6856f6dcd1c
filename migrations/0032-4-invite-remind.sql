-- outside a transaction
create index concurrently team_invite_remind on team_invite (remind_at) where remind_at is not null;
