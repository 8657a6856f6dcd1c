-- outside a transaction
create index concurrently award_reported on award (grant_id, created_at) include (rail, status, amount_pence, paid_pence, earlier_pence);
