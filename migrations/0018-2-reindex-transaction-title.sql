-- outside a transaction
reindex index concurrently transaction_title;
