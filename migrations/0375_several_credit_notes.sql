-- outside a transaction
drop index concurrently document_period;
