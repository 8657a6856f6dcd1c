-- outside a transaction
create index concurrently huggg_to_no_one on huggg (team_id, id) where recipient_id is null;
