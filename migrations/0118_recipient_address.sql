-- outside a transaction
create index concurrently recipient_address on recipient (lower(email)) where email is not null;
