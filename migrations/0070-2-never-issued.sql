-- outside a transaction
create index concurrently award_never_issued on award (grant_id, created_at) include (status, amount_pence) where issues = 0;
