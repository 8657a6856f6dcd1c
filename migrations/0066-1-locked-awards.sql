-- outside a transaction
create index concurrently award_locked on award (team_id, created_at desc, id) where birth_date_tries >= 3;
