-- outside a transaction
create index concurrently award_case_parts on award using gin (case_parts(case_reference));
