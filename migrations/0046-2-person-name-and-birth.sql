-- outside a transaction
create index concurrently person_name_and_birth on person (date_of_birth, lower(name)) where date_of_birth is not null;
