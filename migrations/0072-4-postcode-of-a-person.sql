-- outside a transaction
create index concurrently person_postcode on person (id) include (postcode);
