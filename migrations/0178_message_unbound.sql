-- outside a transaction
create index concurrently outgoing_message_unbound on outgoing_message (created_at) where huggg_id is null and transaction_id is null;
