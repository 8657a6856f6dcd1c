-- outside a transaction
reindex index concurrently huggg_message_search;
