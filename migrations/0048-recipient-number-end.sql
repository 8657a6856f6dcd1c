-- outside a transaction
create index concurrently recipient_number_end on recipient (reverse(phone_number) text_pattern_ops) where phone_number is not null;
