-- outside a transaction
create index concurrently award_divided on award (grant_id, created_at) include (reason, household_type, person_id, amount_pence, paid_pence, earlier_pence) where issues > 0;
