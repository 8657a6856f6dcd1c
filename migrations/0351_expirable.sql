-- outside a transaction
create index concurrently huggg_expirable on huggg (expiry_date) where status_id in (1, 2, 3, 8);
