-- outside a transaction
drop index concurrently huggg_due_expiry;
