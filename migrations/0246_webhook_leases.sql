-- outside a transaction
create index concurrently webhook_delivery_leased on webhook_delivery (endpoint_id, leased_until) where state = 'waiting' and leased_until is not null;
