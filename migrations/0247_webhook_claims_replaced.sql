-- outside a transaction
drop index concurrently webhook_delivery_due;
