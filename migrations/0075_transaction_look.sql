-- outside a transaction
create index concurrently transaction_look on transaction (look_id) where look_id is not null;
