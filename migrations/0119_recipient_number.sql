-- outside a transaction
create index concurrently recipient_number on recipient (phone_number) where phone_number is not null;
