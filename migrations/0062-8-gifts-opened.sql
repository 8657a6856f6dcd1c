-- outside a transaction
create index concurrently huggg_opened on huggg (team_id, created_at desc, id) include (transaction_id)
  where status_id = 3::smallint and parts_pence = 0 and revealed_at is null;
