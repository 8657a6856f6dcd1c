-- outside a transaction
drop index concurrently if exists award_divided;
