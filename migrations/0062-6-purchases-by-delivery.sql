-- outside a transaction
create index concurrently transaction_by_method on transaction (team_id, delivery_method, created_at desc, id);
