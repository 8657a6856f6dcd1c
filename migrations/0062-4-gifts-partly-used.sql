-- outside a transaction
create index concurrently huggg_partly_used on huggg (team_id, created_at desc, id) where parts_pence > 0;
