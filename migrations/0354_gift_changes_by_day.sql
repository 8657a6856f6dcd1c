-- outside a transaction
-- What came back to senders of a team on a London day is mailed the morning after.
create index concurrently if not exists gift_change_team_day on gift_change (team_id, day);
