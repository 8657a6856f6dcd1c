-- outside a transaction
create index concurrently award_ended on award (grant_id, updated_at) where status = 'expired';
