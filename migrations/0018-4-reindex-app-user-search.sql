-- outside a transaction
reindex index concurrently app_user_search;
