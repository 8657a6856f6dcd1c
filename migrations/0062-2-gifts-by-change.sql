-- outside a transaction
create index concurrently huggg_by_change on huggg (team_id, updated_at desc, id);
