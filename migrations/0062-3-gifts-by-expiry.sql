-- outside a transaction
create index concurrently huggg_by_expiry on huggg (team_id, expiry_date, id);
