-- outside a transaction
create index concurrently award_cannot_use on award (team_id, created_at desc, id) where cannot_use is not null;
