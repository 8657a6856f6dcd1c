-- outside a transaction
create index concurrently award_not_decided on award (team_id, created_at desc, id) where status = 'expired' and issues = 0;
