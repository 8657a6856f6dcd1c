-- outside a transaction
create index concurrently award_case_joined on award (team_id, joined_words(case_reference) collate "C");
