-- outside a transaction
create index concurrently if not exists user_verification_team on user_verification (team_id) where team_id is not null;
