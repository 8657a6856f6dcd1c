-- outside a transaction
create index concurrently webhook_delivery_claim on webhook_delivery (endpoint_id, next_attempt_at, event_sequence) where state = 'waiting';
