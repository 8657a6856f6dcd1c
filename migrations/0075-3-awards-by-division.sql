-- outside a transaction
create index concurrently award_by_division on award (grant_id, created_at) include (reason, household_type, district, person_id, amount_pence, paid_pence, earlier_pence) where issues > 0;
