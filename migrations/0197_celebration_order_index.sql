-- outside a transaction
create index concurrently celebration_order on celebration (order_id) where order_id is not null;
