-- outside a transaction
create index concurrently huggg_unsent on huggg (team_id, created_at desc, id) include (transaction_id)
  where status_id = 1::smallint and parts_pence = 0 and recipient_id is null;
