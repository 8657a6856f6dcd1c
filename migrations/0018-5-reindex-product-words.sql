-- outside a transaction
reindex index concurrently product_words;
