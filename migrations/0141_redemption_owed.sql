-- outside a transaction
-- What a merchant's next statement takes.
create index concurrently if not exists redemption_owed on redemption (brand_id, created_at, id) where not is_settled and undone_at is null;
