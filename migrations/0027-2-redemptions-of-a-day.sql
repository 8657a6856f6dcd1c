-- outside a transaction
create index concurrently redemption_of_brand on redemption (brand_id, created_at, id);
