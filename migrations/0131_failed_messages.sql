-- outside a transaction
create index concurrently outgoing_message_failed on outgoing_message (failed_at) where failed_at is not null;
