-- outside a transaction
drop index concurrently if exists person_postcode;
