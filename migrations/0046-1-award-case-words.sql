-- outside a transaction
create index concurrently award_case_words on award using gin (team_words(team_id, case_reference));
