-- outside a transaction
create index concurrently recipient_by_name on recipient (team_id, lower(name));
